#include "web/loading.h"

#include <emscripten/threading.h>
#include <pthread.h>

#include <atomic>
#include <mutex>
#include <thread>

namespace ringlet {
namespace web {

struct Loading::Shared {
    std::function<Made(const Told&)> make;
    std::atomic<bool> done{false}, cancelled{false};
    std::mutex mutex;  // of what follows
    std::string what;
    double part = 0;
    std::unique_ptr<Made> made;  // none where memory ran out
    std::thread thread;

    bool tell(std::string now, uint64_t at, uint64_t total) {
        const std::lock_guard<std::mutex> lock(mutex);
        what.swap(now);
        part = total > 0 ? double(at) / double(total) : 0;
        return !cancelled;
    }
};

namespace {

// Of the loading whose thread this is, what tells that it is done. No thread_local: see core/base/thread_pool.cpp.
pthread_key_t ownDone() {
    static const pthread_key_t key = [] {
        pthread_key_t made = 0;
        pthread_key_create(&made, nullptr);
        return made;
    }();
    return key;
}

}  // namespace

Loading::Loading(std::function<Made(const Told&)> make) : shared_(std::make_shared<Shared>()) {
    shared_->make = std::move(make);
    const auto run = [shared = shared_] {
        const std::weak_ptr<Shared> told = shared;
        auto made = std::make_unique<Made>(shared->make([told](const std::string& what, uint64_t at, uint64_t total) {
            const std::shared_ptr<Shared> there = told.lock();
            return !there || there->tell(what, at, total);
        }));
        shared->made = std::move(made);
    };
    if (!emscripten_has_threading_support()) {
        run();
        shared_->done = true;
        return;
    }
    shared_->thread = std::thread([shared = shared_.get(), run] {
        pthread_setspecific(ownDone(), &shared->done);
        run();
        shared->done = true;
    });
}

Loading::~Loading() {
    cancel();
    if (shared_->thread.joinable()) shared_->thread.join();
}

void Loading::cancel() { shared_->cancelled = true; }

bool Loading::done() const { return shared_->done; }

std::string Loading::what(double& part) const {
    const std::lock_guard<std::mutex> lock(shared_->mutex);
    part = shared_->part;
    return shared_->what;
}

Loading::Made Loading::take() {
    if (shared_->thread.joinable()) shared_->thread.join();
    if (shared_->cancelled) return Error{"reading was cancelled; the hair that ran before goes on"};
    if (!shared_->made) return Error{"there is not enough memory for this; the hair that ran before goes on"};
    return std::move(*shared_->made);
}

void Loading::endOutOfMemory() {
    if (emscripten_is_main_runtime_thread()) return;
    if (auto* const done = static_cast<std::atomic<bool>*>(pthread_getspecific(ownDone()))) *done = true;
    pthread_exit(nullptr);
}

}  // namespace web
}  // namespace ringlet

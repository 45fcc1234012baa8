// The loop's state is one 64-bit ticket: the loop's number in the upper half
// and how many items are still to be taken in the lower. A thread takes items
// by lowering the ticket with compare-and-swap, so one that wakes late finds
// nothing to take and nobody waits for it; the caller waits only until all
// items are done.
#include "core/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <cfenv>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>
#if defined(__EMSCRIPTEN__)
#include <emscripten.h>
#include <emscripten/threading.h>
#endif
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace ringlet {

namespace {

// How often a worker looks for new work before it sleeps: some tens of
// microseconds, longer than the gap between two steps of one frame. Fewer makes
// every step pay for a wake-up; many more burns a core between frames.
constexpr int spinsBeforeSleep = 2000;
// How often the caller looks whether all is done before it offers its core.
constexpr int spinsBeforeYield = 2000;
// Items are taken in portions, about this many for each thread: enough to even
// out uneven items, few enough to keep the ticket out of the way.
constexpr int portionsPerThread = 8;

constexpr uint64_t oneLoop = uint64_t{1} << 32;
constexpr uint64_t itemsMask = oneLoop - 1;

void pauseBriefly() {
#if defined(__SSE2__)
    _mm_pause();
#endif
}

// How many workers can be had. In a program linked without threads none; in a page only the
// web workers that stand ready: any other starts no sooner than the main thread returns to
// its event loop, and until then joining it would hang the page.
int workersAtHand(int wanted) {
#if defined(__EMSCRIPTEN__)
    if (!emscripten_has_threading_support()) return 0;
    return std::min(wanted, MAIN_THREAD_EM_ASM_INT({ return PThread.unusedWorkers.length; }));
#else
    return wanted;
#endif
}

}  // namespace

struct ThreadPool::Shared {
    std::atomic<uint64_t> ticket{0};
    std::atomic<int> done{0};
    std::atomic<int> sleeping{0};
    std::atomic<bool> stop{false};
    std::atomic<int> busy{0};  // as `failed` a whole number, for some processors (RISC-V) cannot exchange a byte
    std::atomic<std::thread::id> caller{};  // of the loop that runs
    int count = 0;
    int portion = 1;
    const std::function<void(int, int)>* body = nullptr;
    std::atomic<int> failed{0};
    std::exception_ptr failure;  // what the first body that failed threw; none: its thread had to be ended
    std::vector<int> taken;      // by a thread, items

    std::mutex mutex;
    std::condition_variable wake;
    std::fenv_t environment;  // the creating thread's rounding and denormal modes
    std::vector<std::thread> workers;

    bool hasWork() const { return (ticket.load() & itemsMask) != 0; }

    // Takes and runs items until none is left.
    void runItems(int worker) {
        uint64_t seen = ticket.load(std::memory_order_acquire);
        for (;;) {
            const int left = static_cast<int>(seen & itemsMask);
            if (left == 0) return;
            // Fails if the loop has changed meanwhile, or another took an item.
            if (!ticket.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel)) continue;
            runPortion(left, worker);
            seen = ticket.load(std::memory_order_acquire);
        }
    }

    int firstOf(int left) const { return (portionsOf(count) - left) * portion; }
    int portionsOf(int items) const { return (items - 1) / portion + 1; }

    // Portion number `left`, counted from the end. The caller cannot leave the
    // loop before it is done, so count, portion and body hold still.
    void runPortion(int left, int worker) {
        const int first = firstOf(left), last = std::min(count, first + portion);
        taken[static_cast<size_t>(worker)] = last - first;
        try {
            for (int i = first; i < last; ++i) (*body)(i, worker);
        } catch (...) {
            if (!failed.exchange(1)) failure = std::current_exception();
            leaveRest();
        }
        settle(worker);
    }
    // What a thread has taken is done, or never will be.
    void settle(int worker) { done.fetch_add(taken[static_cast<size_t>(worker)], std::memory_order_release); }
    // Nobody takes what is left of a loop that has failed.
    void leaveRest() {
        const int left = static_cast<int>(ticket.fetch_and(~itemsMask) & itemsMask);
        if (left > 0) done.fetch_add(count - firstOf(left), std::memory_order_release);
    }
    void awaitAll() const {
        for (int spins = 0; done.load(std::memory_order_acquire) != count; ++spins) {
            if (spins < spinsBeforeYield) pauseBriefly();
            else std::this_thread::yield();
        }
    }

    // All items, on this thread and those that come.
    void runShared(int items, int threads, const std::function<void(int, int)>& each) {
        count = items;
        portion = std::max(1, items / (threads * portionsPerThread));
        body = &each;
        done.store(0);
        ticket.store(((ticket.load() & ~itemsMask) + oneLoop) | static_cast<uint64_t>(portionsOf(items)));
        wakeSleepers();
        runItems(0);
        awaitAll();
    }
    void release() {
        body = nullptr;
        caller.store({});
        busy.store(0);
    }

    // Which thread of a loop of this pool this is; -1: none. Its own variable would tell sooner, but Emscripten's linker misplaces
    // those of programs without threads whose objects are compiled for threads.
    int within() const {
        const std::thread::id own = std::this_thread::get_id();
        if (caller.load() == own) return 0;
        const auto isOwn = [&](const std::thread& worker) { return worker.get_id() == own; };
        const auto found = std::find_if(workers.begin(), workers.end(), isOwn);
        return found == workers.end() ? -1 : static_cast<int>(found - workers.begin()) + 1;
    }

    void work(int worker) {
        std::fesetenv(&environment);
        while (!stop.load()) {
            int spins = 0;
            while (!hasWork() && !stop.load() && spins < spinsBeforeSleep) {
                pauseBriefly();
                ++spins;
            }
            if (!hasWork()) {
                std::unique_lock<std::mutex> lock(mutex);
                sleeping.fetch_add(1);
                wake.wait(lock, [this] { return hasWork() || stop.load(); });
                sleeping.fetch_sub(1);
            }
            runItems(worker);
        }
    }

    void wakeSleepers() {
        if (sleeping.load() == 0) return;
        { std::lock_guard<std::mutex> lock(mutex); }  // nobody is between looking and waiting
        wake.notify_all();
    }
};

ThreadPool::ThreadPool(int threads) : shared_(new Shared) {
    if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    std::fegetenv(&shared_->environment);
    Shared* shared = shared_.get();
    const int workers = workersAtHand(threads - 1);
    shared->taken.resize(static_cast<size_t>(workers) + 1);
    for (int worker = 1; worker <= workers; ++worker) {
        try {
            shared->workers.emplace_back([shared, worker] { shared->work(worker); });
        } catch (const std::system_error&) {
            break;  // the system gives no more threads: the loops run on fewer
        }
    }
}

ThreadPool::~ThreadPool() {
    shared_->stop.store(true);
    { std::lock_guard<std::mutex> lock(shared_->mutex); }
    shared_->wake.notify_all();
    for (std::thread& worker : shared_->workers) worker.join();
}

int ThreadPool::threads() const { return static_cast<int>(shared_->workers.size()) + 1; }

void ThreadPool::forEach(int count, const std::function<void(int index, int worker)>& body) {
    if (count <= 0) return;
    Shared& s = *shared_;
    if (s.within() >= 0) {
        std::fprintf(stderr, "ringlet: ThreadPool::forEach called from within a loop of the same pool\n");
        std::abort();
    }
    const auto runAll = [&] {
        for (int i = 0; i < count; ++i) body(i, 0);
    };
    if (s.busy.exchange(1)) return runAll();
    s.caller.store(std::this_thread::get_id());
    s.failed.store(0);
    {
        struct Release {  // also where a body throws
            Shared& shared;
            ~Release() { shared.release(); }
        } release{s};
        if (s.workers.empty() || count == 1) return runAll();
        s.runShared(count, threads(), body);
        if (!s.failed.load()) return;
        if (s.failure) std::rethrow_exception(std::exchange(s.failure, nullptr));
    }
    std::get_new_handler()();
}

void ThreadPool::abandon() {
    Shared& s = *shared_;
    const int worker = s.within();
    if (worker < 0) return;
    if (s.body != nullptr) {
        s.failed.store(1);
        s.leaveRest();
        s.settle(worker);
        if (worker == 0) s.awaitAll();
    }
    if (worker == 0) s.release();
}

}  // namespace ringlet

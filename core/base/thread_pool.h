// A fixed set of worker threads for loops over independent items.
#pragma once

#include <functional>
#include <memory>

namespace ringlet {

class ThreadPool {
public:
    // threads: how many run a loop, the calling thread included; at least 1.
    // 0 means one per core. Where threads are absent (a page that is not
    // cross-origin isolated) every loop runs on the caller. The workers take over
    // the creating thread's floating-point modes, so that they round alike.
    explicit ThreadPool(int threads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const;

    // Calls body(index, worker) for every index in [0, count), each exactly
    // once, and returns when all are done. `worker` is in [0, threads()), so
    // that a body can have scratch memory of its own. Results must not depend
    // on the order or on the worker, and a body must not start another loop of
    // the same pool (that aborts, unless the body's loop is of the next sentence).
    // While another thread runs a loop of this pool, the caller runs all of its
    // own, as worker 0. Allocates nothing. What a body throws is thrown at the caller once no other body
    // runs, the first of them; indices that nobody had come to are left out.
    void forEach(int count, const std::function<void(int index, int worker)>& body);

    // For a thread that leaves its code without unwinding, as where a page's memory has run out: if it is in a loop of this pool, that
    // ends, and waits for it no more. If this was not the loop's caller, that one goes where memory that has run out goes, to
    // std::get_new_handler().
    void abandon();

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

}  // namespace ringlet

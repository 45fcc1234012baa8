#include "core/base/thread_pool.h"
#include "tests/support.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <vector>
#if !defined(__EMSCRIPTEN__)
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace ringlet;

TEST_CASE("a loop calls every index exactly once, whatever the counts") {
    for (const int threads : {1, 2, 3, 8}) {
        ThreadPool pool(threads);
        CHECK(pool.threads() >= 1);
        CHECK(pool.threads() <= threads);
        for (const int count : {0, 1, 2, 3, 7, 64, 1000, 4097}) {
            std::vector<std::atomic<int>> calls(static_cast<size_t>(count));
            std::atomic<bool> workersGood{true};
            pool.forEach(count, [&](int index, int worker) {
                ++calls[static_cast<size_t>(index)];
                if (worker < 0 || worker >= pool.threads()) workersGood = false;
            });
            int wrong = 0;
            for (const auto& n : calls) wrong += n != 1;
            CAPTURE(threads);
            CAPTURE(count);
            CHECK(wrong == 0);
            CHECK(workersGood);
        }
        pool.forEach(-3, [](int, int) { FAIL("a negative count has no index"); });
    }
}

TEST_CASE("many short loops, and loops after the workers fell asleep, all finish") {
    ThreadPool pool(4);
    std::vector<int> sums(97, 0);
    for (int round = 0; round < 5000; ++round) {
        pool.forEach(97, [&](int index, int) { sums[static_cast<size_t>(index)] += index; });
    }
    for (int i = 0; i < 97; ++i) CHECK(sums[static_cast<size_t>(i)] == 5000 * i);
    for (int round = 0; round < 5; ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        std::atomic<int> total{0};
        pool.forEach(100, [&](int index, int) { total += index; });
        CHECK(total == 4950);
    }
}

TEST_CASE("two threads may run loops of one pool at a time") {
    ThreadPool pool(3);
    if (pool.threads() < 2) return ringlet::test::skip("this build has no threads");
    auto play = [&](int& wrong) {
        for (int round = 0; round < 300; ++round) {
            std::vector<std::atomic<int>> calls(200);
            pool.forEach(200, [&](int index, int) { ++calls[static_cast<size_t>(index)]; });
            for (const auto& n : calls) wrong += n != 1;
        }
    };
    int wrong[2] = {0, 0};
    std::thread other([&] { play(wrong[1]); });
    play(wrong[0]);
    other.join();
    CHECK(wrong[0] == 0);
    CHECK(wrong[1] == 0);
}

#if !defined(__EMSCRIPTEN__)  // built without exceptions
TEST_CASE("what a body throws reaches the caller, and the pool goes on as before") {
    for (const int threads : {1, 4}) {
        ThreadPool pool(threads);
        for (const int count : {1, 2, 500}) {
            CAPTURE(count);
            for (int round = 0; round < 50; ++round) {
                const auto run = [&] {
                    pool.forEach(count, [&](int index, int) {
                        if (index % 3 == 0) throw std::bad_alloc();
                    });
                };
                CHECK_THROWS_AS(run(), std::bad_alloc);
                std::atomic<int> total{0};
                pool.forEach(count, [&](int, int) { ++total; });
                CHECK(total == count);
            }
        }
    }
}

// How a process of its own ends that runs this.
template <class Run>
static int endOf(const Run& run) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        run();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST_CASE("a thread that is ended in a loop keeps nobody waiting") {
    CHECK(endOf([] {  // a worker: the caller goes where memory that has run out goes
              ThreadPool pool(3);
              std::set_new_handler([] { _exit(7); });
              std::atomic<bool> ended{false};
              pool.forEach(64, [&](int, int worker) {
                  while (worker == 0 && !ended) std::this_thread::yield();
                  if (worker == 0 || ended.exchange(true)) return;
                  pool.abandon();
                  for (;;) pause();
              });
          }) == 7);
    for (const int threads : {1, 3})
        CHECK(endOf([threads] {  // the caller, which a script then goes on with
                  ThreadPool pool(threads);
                  pool.forEach(64, [&](int, int worker) {
                      if (worker != 0) return std::this_thread::yield();
                      pool.abandon();
                      std::atomic<int> total{0};
                      pool.forEach(500, [&](int, int) { ++total; });
                      _exit(total == 500 ? 8 : 9);
                  });
              }) == 8);
}
#endif

TEST_CASE("no two threads share a worker number at one time") {
    ThreadPool pool(4);
    std::vector<std::atomic<int>> inside(4);
    std::atomic<bool> clash{false};
    pool.forEach(2000, [&](int, int worker) {
        if (++inside[static_cast<size_t>(worker)] != 1) clash = true;
        --inside[static_cast<size_t>(worker)];
    });
    CHECK_FALSE(clash);
}

TEST_CASE("threads share the work") {
    ThreadPool pool(2);
    if (pool.threads() < 2) return ringlet::test::skip("this build has no threads");
    // The caller's items wait until the worker has run one, so the loop can only
    // end when both take part.
    std::atomic<bool> workerRan{false};
    std::atomic<bool> gaveUp{false};
    pool.forEach(64, [&](int, int worker) {
        if (worker == 1) workerRan = true;
        const auto start = std::chrono::steady_clock::now();
        while (!workerRan && !gaveUp) {
            if (std::chrono::steady_clock::now() - start > std::chrono::seconds(20)) gaveUp = true;
            std::this_thread::yield();
        }
    });
    CHECK(workerRan);
}

TEST_CASE("every thread keeps denormals, like the one that made the pool") {
    ThreadPool pool(4);
    std::vector<float> results(256);
    pool.forEach(256, [&](int index, int) {
        volatile float tiny = 1e-38f;
        results[static_cast<size_t>(index)] = tiny * 0.01f;
    });
    for (const float x : results) CHECK(x == 1e-40f);
}

TEST_CASE("zero threads means one per core") {
    ThreadPool pool(0);
    CHECK(pool.threads() >= 1);
    std::atomic<int> total{0};
    pool.forEach(10, [&](int, int) { ++total; });
    CHECK(total == 10);
}

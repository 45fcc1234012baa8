// A scene made from files beside the page's own work, so that what ran goes on
// meanwhile and the user may think better of it. Where the page has no threads
// it is made at once.
#pragma once

#include "core/play/player.h"

#include <functional>
#include <memory>
#include <string>

namespace ringlet {
namespace web {

class Loading {
public:
    using Made = Result<play::Scene>;
    using Told = decltype(SceneFiles::progress);

    // `make` is handed whom to tell how far it is: the answer is false once it was cancelled.
    explicit Loading(std::function<Made(const Told&)> make);
    ~Loading();  // cancels, and waits for the end

    void cancel();
    bool done() const;
    // What is being done, and how much of it, in [0, 1].
    std::string what(double& part) const;
    Made take();  // once done; error: what is wrong, or that it was cancelled

    // Memory has run out. Ends this thread, one that makes a scene or helps with a loop, if it is not the page's own; what ran before
    // has not been touched.
    static void endOutOfMemory();

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;  // the simulation keeps whom it tells
};

}  // namespace web
}  // namespace ringlet

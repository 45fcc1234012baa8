// A model's stages as a device knows them.
#pragma once

namespace ringlet {

// What a model's stages begin with: the fields they are over, what they are told, and how many there are. Beside
// that the model names them, and run<stage, T>(at, args, colliders) is one of them over the strands at `at`. The
// colliders are the arguments', as a copy of the thread's own.
template <class OwnFields, class OwnArgs, int stages>
struct StageList {
    typedef OwnFields Fields;
    typedef OwnArgs Args;
    static constexpr int count = stages;
    // Whether a device starts each strand group by itself, not all together: for stages that need every register.
    static constexpr bool groupsAlone = false;
};

}  // namespace ringlet

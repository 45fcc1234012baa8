// The command line. Exit codes: 0 done, 1 failed while running, 2 bad usage or bad input.
#include "core/base/float_environment.h"
#include "core/base/suggest.h"
#include "native/command.h"

#include <cstdio>
#include <new>

namespace {

using namespace ringlet::cli;

struct Command {
    const char *name, *takes, *does;
    int (*run)(const std::vector<std::string>&);
};
#ifndef RINGLET_RENDER  // a build without what draws
int noRender(const std::vector<std::string>&) {
    return fail(failed, "this program was built without what draws; configure it with -DRINGLET_VIEW=ON");
}
#define render noRender
#endif
constexpr Command commands[] = {
    {"list", "[--json]", "models, scenes, motions, formats, benchmarks", list},
    {"run", "SCENE [options]", "simulates a scene and prints the hash of its last state", run},
    {"render", "SCENE [options]", "draws it with a path tracer", render},
    {"same", "SCENE [options]", "simulates it with every SIMD width, on 1 and 2 threads, and compares the bits", same},
    {"verify", "[options]", "holds every hair model against closed forms and a reference solver", verify},
    {"bench", "SUITE [options]", "measures speed", bench},
    {"convert", "IN OUT", "from one groom or mesh format to another, by extension", convert},
};

void printUsage() {
    std::puts("ringlet: real-time hair with the same bits on every target\n");
    for (const Command& command : commands) {
        const std::string call = std::string(command.name) + " " + command.takes;
        std::printf("  ringlet %-22s %s\n", call.c_str(), command.does);
    }
    std::puts("\n  ringlet COMMAND --help         the options of a command\n"
              "  ringlet --version\n\n"
              "Exit codes: 0 done, 1 failed while running, 2 bad usage or bad input.");
}

}  // namespace

int main(int argc, char** argv) {
    const ringlet::DefaultFloatEnvironment environment;  // -Ofast has another set as the program starts
    std::vector<std::string> words(argv + (argc > 0), argv + argc);
    catchSignals();
    if (words.empty()) return fail(badInput, "no command; ringlet --help lists them");
    const std::string name = words.front();
    if (name == "--help" || name == "-h" || name == "help" || name == "--version") {
        name == "--version" ? static_cast<void>(std::puts("ringlet " RINGLET_VERSION)) : printUsage();
        return std::fflush(stdout) == 0 ? done : fail(failed, "cannot write to standard output");
    }
    words.erase(words.begin());
    for (const Command& command : commands) {
        if (name != command.name) continue;
        try {
            const int code = command.run(words);
            const bool written = std::fflush(stdout) == 0 && !std::ferror(stdout);
            return written || code != done ? code : fail(failed, "cannot write to standard output");
        } catch (const std::bad_alloc&) {  // the one failure that is not a Result
            return fail(failed, "out of memory; ask for fewer strands or particles");
        }
    }
    return fail(badInput, ringlet::unknownName("command", name, ringlet::namesOf(commands)).message);
}

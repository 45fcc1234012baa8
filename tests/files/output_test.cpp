// Files as outputs: whole or not at all.
#include "core/files/output_file.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace ringlet;
using namespace ringlet::test;

namespace output_test {
namespace {

// A folder of its own, removed with what is in it.
struct Folder {
    const std::string path = "ringlet-output-test/";
    Folder() { mkdir("ringlet-output-test", 0777); }
    ~Folder() {
        for (const std::string& name : names()) unlink((path + name).c_str());
        rmdir("ringlet-output-test");
    }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        if (DIR* open = opendir(path.c_str())) {
            while (const dirent* entry = readdir(open))
                if (std::string(entry->d_name) != "." && std::string(entry->d_name) != "..") all.push_back(entry->d_name);
            closedir(open);
        }
        return all;
    }
};

std::string textOf(const std::string& path) {
    const auto bytes = readFile(path);
    return bytes ? std::string(bytes.value().begin(), bytes.value().end()) : bytes.error();
}

void writeText(const std::string& path, const std::string& text) {
    REQUIRE(writeFile(path, textBytes(text)).ok());
}

}  // namespace

TEST_CASE("output: what was there stays until the new file is whole") {
    const Folder folder;
    const std::string path = folder.path + "a";
    writeText(path, "old");
    {
        auto out = OutputFile::create(path);
        REQUIRE(out.ok());
        REQUIRE(out.value()->write("new and longer").ok());
        CHECK(textOf(path) == "old");
        REQUIRE(out.value()->finish().ok());
        CHECK(out.value()->bytes() == 14);
        CHECK(textOf(path) == "new and longer");
    }
    {
        auto out = OutputFile::create(path);  // given up
        REQUIRE(out.value()->write("third").ok());
    }
    CHECK(textOf(path) == "new and longer");
    auto interrupted = OutputFile::create(path);
    CHECK(folder.names().size() == 2);
    removeUnfinished();  // as a signal's handler
    CHECK(folder.names() == std::vector<std::string>{"a"});
}

TEST_CASE("output: a link stays, and what it leads to is replaced with its mode") {
    const Folder folder;
    writeText(folder.path + "target", "old");
    REQUIRE(chmod((folder.path + "target").c_str(), 0640) == 0);
    REQUIRE(symlink("target", (folder.path + "link").c_str()) == 0);
    REQUIRE(symlink("not there yet", (folder.path + "loose").c_str()) == 0);
    writeText(folder.path + "link", "new");
    writeText(folder.path + "loose", "made");
    struct stat info;
    REQUIRE(lstat((folder.path + "link").c_str(), &info) == 0);
    CHECK(S_ISLNK(info.st_mode));
    REQUIRE(stat((folder.path + "target").c_str(), &info) == 0);
    CHECK((info.st_mode & 0777) == 0640);
    CHECK(textOf(folder.path + "target") == "new");
    CHECK(textOf(folder.path + "not there yet") == "made");
    CHECK(folder.names().size() == 4);
}

TEST_CASE("output: folders, absent folders and files that may not be written are refused") {
    const Folder folder;
    for (const std::string& path : {std::string(), folder.path, folder.path + "absent/a", std::string("LICENSE/x/y/z")}) {
        CAPTURE(path);
        auto out = OutputFile::create(path);
        REQUIRE_FALSE(out.ok());
        CHECK(out.error().find("cannot write '" + path + "': ") == 0);
        CHECK(out.error().find("; ") != std::string::npos);
    }
    REQUIRE(symlink("round", (folder.path + "round").c_str()) == 0);
    CHECK_FALSE(OutputFile::create(folder.path + "round").ok());
    CHECK(folder.names() == std::vector<std::string>{"round"});
    CHECK(writeFile("/dev/null", textBytes("gone")).ok());
}

}  // namespace output_test

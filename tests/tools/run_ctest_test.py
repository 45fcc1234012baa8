#!/usr/bin/env python3
"""tools/run-ctest: what passed is not run again until one of its inputs changes; what failed or was skipped always is.

usage: run_ctest_test.py SOURCE
"""
import os
import shutil
import subprocess
import sys
import tempfile

TESTS = {  # a test's name, and what its script does after it has noted that it ran
    "unit.good": "true",
    "unit.bad": "test -e mended.sh",
    "unit.part": "echo 'SKIPPED: no such device'",
    "browser.page": "cat ../site/index.html",
    "docs.words": "true",
}


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def prepare(folder):
    """A project whose tests note that they ran, in a build that was never configured."""
    write(folder, ".gitignore", "build/\nran\n")
    write(folder, "docs/page.md", "words\n")
    write(folder, "core/step.cpp", "int step();\n")
    write(folder, "build/native/ringlet_tests", "a program\n")
    write(folder, "build/site/index.html", "a page\n")
    lines = []
    for name, body in TESTS.items():
        write(folder, f"tests/{name}.sh", f"echo {name} >> {folder}/ran\n{body}\n")
        lines.append(f'add_test({name} "sh" "{folder}/tests/{name}.sh")\n')
    write(folder, "build/native/CTestTestfile.cmake", "".join(lines))
    subprocess.run(["git", "init", "-q", folder], check=True)


def ran(tool, folder, *arguments):
    """The names of the tests that ran, and what the tool said."""
    log = os.path.join(folder, "ran")
    if os.path.exists(log):
        os.remove(log)
    said = subprocess.run([sys.executable, tool, "build/native", *arguments], cwd=folder, capture_output=True, text=True, check=False).stdout
    if not os.path.exists(log):
        return [], said
    with open(log, encoding="utf-8") as file:
        return sorted(file.read().split()), said


def check(name, found, wanted):
    if found != sorted(wanted):
        sys.exit(f"error: {name}: {found} ran, not {sorted(wanted)}")


def main():
    tool = os.path.abspath(os.path.join(sys.argv[1], "tools/run-ctest"))
    if not shutil.which("git"):
        print("SKIPPED: tools/run-ctest: no git, without which nothing is kept")
        return 0
    always, everything = ["unit.bad", "unit.part"], list(TESTS)
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        prepare(folder)
        check("at first", ran(tool, folder)[0], everything)
        found, said = ran(tool, folder)
        check("with nothing changed", found, always)
        if "3 of 5 tests passed before with the same inputs and were not run again; `make test FRESH=1` runs them" not in said:
            sys.exit(f"error: it does not say what was not run: {said}")
        changes = [  # a file, its text, and what runs then
            ("docs/page.md", "other words\n", ["docs.words"]),
            ("core/step.cpp", "float step();\n", ["docs.words"]),  # of the others the program is an input
            ("build/native/ringlet_tests", "another program\n", ["unit.good", "docs.words"]),
            ("build/site/index.html", "another page\n", ["browser.page", "docs.words"]),
            ("build/native/install_manifest_library.txt", "what a test of the packages installed\n", []),
            ("tests/new.txt", "a file that git has not been told of\n", ["unit.good", "browser.page", "docs.words"]),
        ]
        for name, text, wanted in changes:
            write(folder, name, text)
            check(f"with {name} changed", ran(tool, folder)[0], always + wanted)
        check("afresh", ran(tool, folder, "--fresh")[0], everything)
        check("only some asked for", ran(tool, folder, "-R", "unit")[0], always)
        check("the others are kept meanwhile", ran(tool, folder)[0], always)
        # A pass that does not hold is forgotten.
        write(folder, "tests/unit.good.sh", f"echo unit.good >> {folder}/ran\ntest ! -e {folder}/ran.spoilt\n")
        ran(tool, folder)
        check("changed and passed", ran(tool, folder)[0], always)
        write(folder, ".gitignore", "build/\nran*\n")
        ran(tool, folder)
        write(folder, "ran.spoilt", "")
        check("what no input shows is not seen", ran(tool, folder)[0], always)
        ran(tool, folder, "--fresh")
        check("what failed afresh runs again", ran(tool, folder)[0], always + ["unit.good"])
        shutil.rmtree(os.path.join(folder, "build/native/Testing"))
        check("in a new build folder", ran(tool, folder)[0], everything)
    print("passes are kept while every input is the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Whether sources are written as .clang-format says, but for line breaks and the columns of comments.

usage: format.py ROOT [--write]     exit code 0: they are, or clang-format 14 is absent; 1: they are not

clang-format has no way to leave line breaks in lists, and comments behind lines, as they are. So of what it
would change only this counts: lines that are spaced or indented otherwise, and as many before as after.
"""
import concurrent.futures
import difflib
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDERS = ("api", "core", "examples", "kernels", "native", "tests", "verify", "web")
ENDINGS = (".h", ".c", ".cpp", ".cu")
VERSION = 14
COMMENT = re.compile(r"\s+(//|/\*)")
# It takes two comparisons in a call for a template's brackets; columns of tables and the backslashes of macros are the writer's.
OTHERS = re.compile(r"\s*([<>])\s*|(?<=\S)\s+(?=\\$)|(?<=\S) +(?=  |\(\*)")
ENDED = re.compile(r"[;{}:]\s*(//.*)?$|^\s*(//.*|#.*|\*.*)?$")


@functools.lru_cache(None)
def find():
    """The program of that version; None where there is none."""
    for name in (f"clang-format-{VERSION}", "clang-format"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], capture_output=True, text=True, check=False).stdout
            if f"version {VERSION}." in said:
                return name
    return None


def told(line):
    return OTHERS.sub(r"\1", re.sub(r"(?<=\S) {2,}", " ", COMMENT.sub(r" \1", line)))


def wanted(before, after, above):
    """The lines of one change with what counts of it: `before` where that is nothing. above: the line before them."""
    if len(before) != len(after):
        return before
    lines = []
    for old, new in zip(before, after):
        if re.sub(r"\s+", "", old) != re.sub(r"\s+", "", new):
            return before
        # What continues a line is indented as its writer likes.
        continues, macro, above = not ENDED.search(above), "\\" in above[-1:] + old[-1:], old
        code, behind = COMMENT.search(new), COMMENT.search(old)
        if told(old) == told(new) or continues and told(old.strip()) == told(new.strip()) or macro:
            lines.append(old)
        elif code and behind:  # a comment stays where it is
            lines.append(new[:code.start()] + old[behind.start():])
        else:
            lines.append(new)
    return lines


def mended(text, formatted):
    old, new = text.splitlines(), formatted.splitlines()
    lines = []
    for what, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        lines += old[a:b] if what != "replace" else wanted(old[a:b], new[c:d], old[a - 1] if a > 0 else "")
    return "\n".join(lines) + "\n"


def check(root, paths):
    """Of each path its text and what it should be. Copies are formatted by one process: its start costs as much as a file."""
    with tempfile.TemporaryDirectory() as copies:
        copied = [pathlib.Path(copies) / path for path in paths]
        for path, copy in zip(paths, copied):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / path, copy)
        subprocess.run([find(), "-i", f"--style=file:{root / '.clang-format'}", *copied], capture_output=True, check=True)
        texts = [[place.read_text(encoding="utf-8") for place in (root / path, copy)] for path, copy in zip(paths, copied)]
    return [(path, text, mended(text, formatted)) for path, (text, formatted) in zip(paths, texts)]


def main():
    if len(sys.argv) < 2:
        print("usage: format.py ROOT [--write]", file=sys.stderr)
        return 2
    if find() is None:
        print(f"SKIPPED: no clang-format {VERSION} on this machine; other versions differ in places")
        return 0
    root = pathlib.Path(sys.argv[1]).resolve()
    paths = [path.relative_to(root) for folder in FOLDERS for path in sorted((root / folder).rglob("*"))
             if path.suffix in ENDINGS and "node_modules" not in path.parts]
    faults, some = 0, os.cpu_count() or 1
    with concurrent.futures.ThreadPoolExecutor(some) as pool:
        parts = pool.map(lambda first: check(root, paths[first::some]), range(some))
        for path, text, better in sorted(found for part in parts for found in part):
            for number, (old, new) in enumerate(zip(text.splitlines(), better.splitlines()), 1):
                if old != new:
                    faults += 1
                    print(f"{path}:{number}: {old.strip()}\n    should be spaced or indented as: {new}")
            if text != better and "--write" in sys.argv:
                (root / path).write_text(better, encoding="utf-8")
    print(f"{len(paths)} files, {faults} lines that .clang-format wants otherwise")
    return 1 if faults and "--write" not in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())

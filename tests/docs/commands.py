#!/usr/bin/env python3
"""Every `ringlet` command that the documents show is run, as it stands but shorter.

usage: commands.py RINGLET ROOT

Commands are lines of the fenced blocks of README.md and docs/command-line.md that begin with `ringlet`.
Those that play are played for two frames at most, `verify` measures one quick line, and a benchmark says
what it would do. What they read is made first. The root README has fewer than 1,200 words.
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

DOCUMENTS = ("README.md", "docs/command-line.md")
MOST_WORDS = 1200
CUBE = "".join(f"v {x} {y} {z}\n" for x in (-.1, .1) for y in (-.1, .1) for z in (-.1, .1)) + \
    "f 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"


def commands_of(text):
    for block in re.findall(r"^```\w*\n(.*?)^```", text, re.M | re.S):
        for line in block.splitlines():
            if line.startswith("ringlet "):
                yield shlex.split(line.split("  #")[0])[1:]


def shortened(words):
    if words[0] == "bench":
        return [*words, "--help"]
    if words[0] == "verify":
        return [*words, "--quick", "--model", "dftl", "--line", "mirror"]
    if words[0] not in ("run", "same"):
        return words
    if "--frames" in words:
        at = words.index("--frames") + 1
        return [*words[:at], "2", *words[at + 1:]]
    return [*words, "--frames", "2"]


def make_inputs(ringlet, folder):
    for name in ("head.obj", "closed.obj", "bunny.obj"):
        (folder / name).write_text(CUBE, encoding="utf-8")
    for name in ("hair.tfx", "in.hair"):
        subprocess.run([ringlet, "run", "curly", "--set", "strands=60", "--frames", "1", "--out", name], cwd=folder,
                       check=True, capture_output=True)


def main():
    if len(sys.argv) != 3:
        print("usage: commands.py RINGLET ROOT", file=sys.stderr)
        return 2
    ringlet, root, faults, count = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]), [], 0
    words = len((root / "README.md").read_text(encoding="utf-8").split())
    if words >= MOST_WORDS:
        faults.append(f"README.md has {words} words, fewer than {MOST_WORDS} are wanted")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_inputs(ringlet, folder)
        for document in DOCUMENTS:
            for command in commands_of((root / document).read_text(encoding="utf-8")):
                count += 1
                result = subprocess.run([ringlet, *shortened(command)], cwd=folder, capture_output=True, text=True, check=False)
                if result.returncode != 0:
                    faults.append(f"{document}: ringlet {' '.join(command)}: {result.returncode} {result.stderr.strip()[:200]}")
    if count < 15:
        faults.append(f"only {count} commands were found")
    print("\n".join(faults) or f"{count} commands of the documents run; README.md has {words} words")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Every `ringlet` command that the documents show is run, as it stands but shorter.

usage: commands.py RINGLET ROOT

Commands are lines of the fenced blocks of README.md and docs/command-line.md that begin with `ringlet`.
Those that play are played for two frames at most, `verify` measures one quick line, and a benchmark says
what it would do. What they read is made first. Every README has fewer than 1,200 words. CITATION.cff
names every model, and every step that bears a paper's name.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

DOCUMENTS = ("README.md", "docs/command-line.md")
ROOMS = ("api", "core", "docs", "examples", "kernels", "native", "shaders", "site", "tests", "tools", "verify", "web")
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
    if words[0] not in ("render", "run", "same"):
        return words
    if words[0] == "render":
        words = [*words, "--samples", "1", "--size", "20x20"]
    if "--frames" in words:
        at = words.index("--frames") + 1
        return [*words[:at], "2", *words[at + 1:]]
    return [*words, "--frames", "2"]


RECORDING = {"ringlet": "recording", "v": 4, "scene": "curly", "params": {"strands": "60"}, "frames": 12, "head": "AMAAAA", "brush": "",
             "changes": [], "hash": ""}


def make_inputs(ringlet, folder):
    (folder / "curly.ringlet").write_text(json.dumps(RECORDING), encoding="utf-8")
    for name in ("head.obj", "closed.obj", "bunny.obj"):
        (folder / name).write_text(CUBE, encoding="utf-8")
    for name in ("hair.tfx", "in.hair"):
        subprocess.run([ringlet, "run", "curly", "--set", "strands=60", "--frames", "1", "--out", name], cwd=folder,
                       check=True, capture_output=True)
    subprocess.run([ringlet, "render", "curly", "--frames", "1", "--samples", "1", "--size", "20x20", "--out", "page.png"], cwd=folder,
                   check=False, capture_output=True)


def words_of_readmes(root):
    found = [root / "README.md", *(path for room in ROOMS for path in sorted((root / room).rglob("README.md")))]
    return {str(path.relative_to(root)): len(path.read_text(encoding="utf-8").split())
            for path in found if "node_modules" not in path.parts}


def uncited(ringlet, root):
    """Models, and steps such as mueller-2012, that CITATION.cff does not name."""
    models = json.loads(subprocess.run([ringlet, "list", "--json"], capture_output=True, text=True, check=True).stdout)["models"]
    names = [model["name"] for model in models]
    for model in models:
        names += [choice for row in model.get("params", []) for choice in row.get("choices", []) if re.search(r"-\d{4}$", choice)]
    said = re.findall(r"[\w-]+", (root / "CITATION.cff").read_text(encoding="utf-8"))
    return sorted(set(names) - set(said))


def main():
    if len(sys.argv) != 3:
        print("usage: commands.py RINGLET ROOT", file=sys.stderr)
        return 2
    ringlet, root, faults, count = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]), [], 0
    words = words_of_readmes(root)
    faults += [f"{name} has {count} words, fewer than {MOST_WORDS} are wanted" for name, count in words.items() if count >= MOST_WORDS]
    faults += [f"CITATION.cff does not name {name}" for name in uncited(ringlet, root)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make_inputs(ringlet, folder)
        for document in DOCUMENTS:
            for command in commands_of((root / document).read_text(encoding="utf-8")):
                count += 1
                result = subprocess.run([ringlet, *shortened(command)], cwd=folder, capture_output=True, text=True, check=False)
                if result.returncode != 0 and "without what draws" not in result.stderr:
                    faults.append(f"{document}: ringlet {' '.join(command)}: {result.returncode} {result.stderr.strip()[:200]}")
    if len(words) < 10:
        faults.append(f"only {len(words)} READMEs were found")
    if count < 15:
        faults.append(f"only {count} commands were found")
    print("\n".join(faults) or f"{count} commands of the documents run; {len(words)} READMEs, the longest of {max(words.values())} words")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

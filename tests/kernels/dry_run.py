#!/usr/bin/env python3
"""tools/run-on-gpu without a GPU, on the kernels as plain C++: it writes what it says, and goes on where it ended.

usage: dry_run.py RINGLET     a program with the backend `emulated`
"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARTS = ["facts", "random", "models", "appendix-a", "memcheck", "profile"]  # the rest takes a minute: `--quick` by hand


def run(ringlet, folder, *words):
    result = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "run-on-gpu"), folder, "--program", ringlet, "--backend", "emulated",
                             *words], capture_output=True, text=True, check=False)
    return result.returncode, result.stdout + result.stderr


def main():
    ringlet = sys.argv[1]
    backends = subprocess.run([ringlet, "run", "helix", "--frames", "1", "--backend", "emulated"], capture_output=True, check=False)
    if backends.returncode != 0:
        print("SKIPPED: a program with the emulated device is not in this build")
        return 0
    only = [word for part in PARTS for word in ("--only", part)]
    with tempfile.TemporaryDirectory() as folder:
        code, said = run(ringlet, folder, *only, "--seconds", "0")
        assert code == 0 and "Left for the next call" in said and not os.path.exists(os.path.join(folder, "models.json")), said
        code, said = run(ringlet, folder, *only, "--quick")
        assert code == 0, said
        with open(os.path.join(folder, "models.json"), encoding="utf-8") as file:
            rows = json.load(file)[1:]
        assert len(rows) >= 14 and all(row["bits"] == "the CPU's" and row["frame ms"] > 0 for row in rows), rows
        assert {"machine.json", "parts.json", "models.md", "appendix-a.json", "appendix-a.md"} <= set(os.listdir(folder)), os.listdir(folder)
        code, again = run(ringlet, folder, *only, "--quick")
        assert code == 0 and again.count("done before") + again.count("SKIPPED") == len(PARTS), again
    print(f"{len(rows)} cases with the CPU's bits; parts that have ended well are not run again")
    return 0


if __name__ == "__main__":
    sys.exit(main())

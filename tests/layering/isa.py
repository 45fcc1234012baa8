#!/usr/bin/env python3
"""No code for a wider instruction set is shared with code for all processors.

usage: isa.py BUILD

The linker keeps one copy of each inline function, whichever object it comes from: one that an object of AVX2 or
AVX-512 kernels has must be in that instruction set's namespace (RINGLET_ISA in core/base/hd.h), or processors
without it would be given it. Exit code 1 where one is not.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    if not shutil.which("nm"):
        print("SKIPPED: no nm to list what objects have")
        return 0
    objects = [path for path in Path(sys.argv[1]).glob("CMakeFiles/*_avx*.dir/**/*.o")]
    faults = 0
    for path in objects:
        wide = re.search(r"_(avx\w+)\.dir/", str(path))[1]
        listed = subprocess.run(["nm", "-C", "--defined-only", str(path)], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines():
            kind, name = line.split(maxsplit=2)[-2:]
            if kind not in "VWu" or f"::{wide}::" in name or f"[abi:{wide}]" in name:
                continue
            faults += 1
            print(f"FAILED: {path.name} of {wide} shares {name[:150]}; put it in `inline namespace RINGLET_ISA`")
    print(f"{len(objects)} objects of wide kernels, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

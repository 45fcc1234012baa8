#!/usr/bin/env python3
"""Reads the PTX that nvcc made of the kernels, in the build's own object, and has ptxas make code of it.

usage: ptx.py COMPILE_COMMANDS SOURCE STACK KERNEL...

No more stack (bytes, spills are in it) than STACK in any kernel; in the PTX no contraction (fma.rn), no
approximation (.approx) and no flush to zero (.ftz): any of them would cost the
bits that the CPU has. So would min and max of two variables in place of a select,
for they treat NaN otherwise; with a constant they are the same. A product and a sum with contraction allowed must
show fma.rn, or this test could not see it.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

FORBIDDEN = (r"\bfma\.r[nzmp]", r"\.approx\b", r"\.ftz\b", r"\b(?:min|max)\.f32\s+%f\d+, %f\d+, %f\d+;")
CONTRACTED = "__global__ void contracted(float* x) { x[0] = x[0] * x[1] + x[2]; }\n"


def compile_flags(commands, source):
    """The build's folder, its nvcc and its flags for `source`, less output, dependencies and architectures, and the object."""
    with open(commands, encoding="utf-8") as file:
        for entry in json.load(file):
            if os.path.realpath(entry["file"]) == os.path.realpath(source):
                words = shlex.split(entry["command"])
                break
        else:
            sys.exit(f"error: {commands} does not compile {source}")
    while "nvcc" not in os.path.basename(words[0]):  # a launcher such as ccache
        words.pop(0)
    kept, skip, made = [], 0, words[words.index("-o") + 1]
    for word in words:
        if skip:
            skip -= 1
        elif word in ("-o", "-MF", "-MT", "-x", "-c"):
            skip = 1
        elif word not in ("-MD",) and not re.match(r"-?-(generate-code|gencode|arch)", word):
            kept.append(word)
    return entry["directory"], kept, os.path.join(entry["directory"], made)


def run(words, folder):
    result = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"error: {' '.join(words)}\n{result.stderr[-2000:]}")
    return result.stdout + result.stderr


def ptx_in(made):
    """The PTX for one architecture in an object that nvcc has not compressed."""
    with open(made, "rb") as file:
        found = re.search(rb"\.version [^\0]*", file.read())
    if not found:
        sys.exit(f"error: there is no PTX in {made}; name an architecture that keeps it (90 or 90-virtual), and --no-compress")
    return found[0].decode()


def sees_contraction(folder, flags, scratch):
    """Whether kernels with the same flags, contraction allowed, show it in this test."""
    source = os.path.join(scratch, "contracted.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write(CONTRACTED)
    allowed = [word for word in flags if not re.match(r"-?-fmad", word)]
    return re.search(FORBIDDEN[0], run([*allowed, "-ptx", "-o", "-", source], folder))


def main():
    if len(sys.argv) < 5:
        print("usage: ptx.py COMPILE_COMMANDS SOURCE STACK KERNEL...", file=sys.stderr)
        return 2
    source = sys.argv[2]
    folder, flags, made = compile_flags(sys.argv[1], source)
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        ptx_file = os.path.join(scratch, "kernels.ptx")
        ptx = ptx_in(made)
        with open(ptx_file, "w", encoding="utf-8") as file:
            file.write(ptx)
        for pattern in FORBIDDEN:
            found = re.findall(r"^.*" + pattern + r".*$", ptx, re.M)
            if found:
                faults.append(f"{len(found)} of {pattern} in the PTX, such as: {found[0].strip()}")
        if not sees_contraction(folder, flags, scratch):
            faults.append("contraction allowed leaves no fma.rn: this test would not see one")

        words = run([flags[0], "-arch=" + re.search(r"\.target (sm_\w+)", ptx)[1], "-cubin", "-Xptxas", "-v", "-o",
                     os.path.join(scratch, "kernels.cubin"), ptx_file], folder)
    kernels = re.findall(r"Function properties for (\S+)\s+(\d+) bytes stack frame, (\d+) bytes spill stores, "
                         r"(\d+) bytes spill loads\s+ptxas info\s+: Used (\d+) registers", words)
    for name, stack, stores, loads, registers in kernels:
        short = re.sub(r".*?\d+((?:stage|begin|item)Thread)I(.*?)EEv.*", r"\1 \2", name)
        print(f"{short}: {registers} registers, stack {stack}, spills {stores} {loads}")
        if int(stack) > int(sys.argv[3]):
            faults.append(f"{name}: {stack} bytes of stack, {stores} and {loads} of spills")
    for kernel in sys.argv[4:]:
        if not any(kernel in name for name, *_ in kernels):
            faults.append(f"ptxas names no {kernel}")
    print("\n".join(faults) or f"{len(kernels)} kernels, at most {sys.argv[3]} bytes of stack; exact arithmetic")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

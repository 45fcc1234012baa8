#!/usr/bin/env python3
"""Plays the beginnings of golden cases as another processor would, in an emulator.

usage: emulated.py GOLDENS NATIVE EMULATOR PROGRAM [SCENE]... [--every-way]

NATIVE is the program of this machine; it says where the two part. PROGRAM is that of
a preset for the other processor, run by EMULATOR, one of qemu-user's, which is slow:
of each scene the first frames of the hardest motion are played, with the widest lanes
on one thread, or --every-way: with every lane count on one and on two threads. Without
a SCENE all are played. Exit code 1 on any difference, 2 on bad usage.
"""
import argparse
import shutil
import sys

sys.dont_write_bytecode = True
import goldens as golden  # noqa: E402
import parity  # noqa: E402


def check_beginning(case, label, program, native, report):
    name = f"{golden.name_of(case)}, {label}, {case['earlyFrames']} frames"
    options = ["--threads", "1"]
    try:
        value = golden.play(program, case, case["earlyFrames"], options)["hash"]
    except golden.RunFailed as failure:
        report.fail(f"{name}: {failure}")
        return
    if value != case["early"]:
        parity.say_where(case, case["earlyFrames"], native, program, options,
                         f"{name}: hash {value}, the golden is {case['early']}", report)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("goldens")
    parser.add_argument("native")
    parser.add_argument("emulator")
    parser.add_argument("program")
    parser.add_argument("scenes", nargs="*")
    parser.add_argument("--every-way", action="store_true")
    arguments = parser.parse_args()
    label = arguments.emulator
    if not shutil.which(arguments.emulator):
        print(f"SKIPPED: {label}: not on PATH (Debian: qemu-user)")
        return 0
    report, program, native = parity.Report(), [arguments.emulator, arguments.program], [arguments.native]
    for case in parity.hardest_cases(arguments.goldens, arguments.scenes, report):
        before, ways = report.failures, 1
        if arguments.every_way:
            ways = parity.check_ways(case, label, program, [], native, report)
        else:
            check_beginning(case, label, program, native, report)
        if report.failures == before:
            print(f"{golden.name_of(case)}: {case['early']} in {ways} ways", flush=True)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Plays golden cases with every program and compares hashes.

usage: parity.py GOLDENS --native PROGRAM [--clang PROGRAM] [--node FILE.js]
                 [--node-threads FILE.js] [--scene NAME | --complete]

--scene plays one scene's cases: whole with the widest lanes on one and on two
threads and under node, and their first frames with every lane count, with the
other compiler and with threads under node. --complete plays nothing; it checks
that every scene has its cases. Exit code 1 on any difference, 2 on bad usage.
"""
import argparse
import sys

sys.dont_write_bytecode = True
import goldens as golden  # noqa: E402

MOTIONS = ("drag", "violent")
LANES = (1, 4, 8, 16)
HOW_TO_MAKE = "make them with: make goldens"


class Report:
    def __init__(self):
        self.failures = 0

    def fail(self, text):
        self.failures += 1
        print(f"FAILED: {text}", flush=True)


def configurations(arguments):
    """(label, program, options, whole): how each case is played."""
    native = [arguments.native]
    whole = [("native, 1 thread", native, ["--threads", "1"], True),
             ("native, 2 threads", native, ["--threads", "2"], True)]
    short = [(f"native, {lanes} lanes, {threads} thread{'s' * (threads > 1)}", native,
              ["--lanes", str(lanes), "--threads", str(threads)], False)
             for lanes in LANES for threads in (1, 2)]
    if arguments.clang:
        short += [(f"clang, {'widest' if not lanes else lanes} lanes", [arguments.clang],
                   ["--lanes", str(lanes), "--threads", "1"], False) for lanes in (0, *LANES)]
    if arguments.node:
        node = ["node", arguments.node]
        whole.append(("WebAssembly", node, ["--threads", "1"], True))
        short += [(f"WebAssembly, {lanes} lanes", node, ["--lanes", str(lanes), "--threads", "1"], False)
                  for lanes in (1, 4, 8)]
    if arguments.node_threads:
        short.append(("WebAssembly, 2 threads", ["node", arguments.node_threads], ["--threads", "2"], False))
    return whole + short


def check(case, bounds, configuration, native, report):
    label, program, options, whole = configuration
    frames = case["frames"] if whole else case["earlyFrames"]
    name = f"{golden.name_of(case)}, {label}, {frames} frames"
    try:
        stats = golden.play(program, case, frames, options)
    except golden.RunFailed as failure:
        if failure.code == 2 and "lanes" in failure.message and "this CPU" in failure.message:
            print(f"SKIPPED: {label}: {failure.message}")
        else:
            report.fail(f"{name}: {failure}")
        return
    expected = case["hash"] if whole else case["early"]
    if stats["hash"] != expected:
        report.fail(f"{name}: hash {stats['hash']}, the golden is {expected}")
        if label != "native, 1 thread":
            difference = golden.first_difference(native, ["--threads", "1"], program, options, case, frames)
            print(f"    against native, 1 thread: {difference}")
    elif whole:
        for line in golden.out_of_bounds(stats, bounds):
            report.fail(f"{name}: {line}")


def play_scene(goldens, arguments, report):
    cases = [case for case in goldens["goldens"] if case["scene"] == arguments.scene]
    if not cases:
        report.fail(f"no golden for scene '{arguments.scene}'; {HOW_TO_MAKE}")
    for case in cases:
        before = report.failures
        bounds = {**goldens["bounds"], **case.get("bounds", {})}
        played = configurations(arguments)
        for configuration in played:
            check(case, bounds, configuration, [arguments.native], report)
        if report.failures == before:
            print(f"{golden.name_of(case)}: {case['hash']} in {len(played)} ways", flush=True)


def check_complete(goldens, arguments, report):
    import json
    listed = json.loads(golden.call([arguments.native, "list", "--json"]))
    scenes = [scene["name"] for scene in listed["scenes"] if not scene["needsFiles"]]
    wanted = {(scene, motion) for scene in scenes for motion in MOTIONS}
    there = {(case["scene"], case["motion"]) for case in goldens["goldens"]}
    for scene, motion in sorted(wanted - there):
        report.fail(f"scene '{scene}' has no golden for motion '{motion}'; {HOW_TO_MAKE}")
    for scene, motion in sorted(there - wanted):
        if scene not in scenes:
            report.fail(f"a golden names the scene '{scene}', which is not there; {HOW_TO_MAKE}")
    print(f"{len(scenes)} scenes, {len(there)} goldens")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("goldens")
    parser.add_argument("--native", required=True)
    parser.add_argument("--clang")
    parser.add_argument("--node")
    parser.add_argument("--node-threads")
    parser.add_argument("--scene")
    parser.add_argument("--complete", action="store_true")
    arguments = parser.parse_args()
    report = Report()
    try:
        goldens = golden.load(arguments.goldens)
    except FileNotFoundError:
        print(f"FAILED: there is no {arguments.goldens}; {HOW_TO_MAKE}")
        return 1
    if arguments.complete or not arguments.scene:
        check_complete(goldens, arguments, report)
    else:
        play_scene(goldens, arguments, report)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())

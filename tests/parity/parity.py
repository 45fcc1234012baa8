#!/usr/bin/env python3
"""Plays golden cases with every program and compares hashes.

usage: parity.py GOLDENS --native PROGRAM [--clang PROGRAM] [--node FILE.js]
                 [--node-threads FILE.js] [--scene NAME | --complete]

--scene plays one scene's cases: whole with the widest lanes on one and on two
threads and under node; and the first frames of the hardest with every lane count,
natively and with threads under node, and with the other compiler. --complete plays nothing; it checks
that every scene has its cases. Exit code 1 on any difference, 2 on bad usage.
"""
import argparse
import sys

sys.dont_write_bytecode = True
import goldens as golden  # noqa: E402

MOTIONS = ("drag", "violent")
HARDEST = "violent"
HOW_TO_MAKE = "make them with: make goldens"


class Report:
    def __init__(self):
        self.failures = 0

    def fail(self, text):
        self.failures += 1
        print(f"FAILED: {text}", flush=True)


def hardest_cases(goldens, scenes, report):
    """Each scene's case of the hardest motion, of these scenes or, without any, of all; scenes that have none fail."""
    cases = [case for case in golden.load(goldens)["goldens"] if case["motion"] == HARDEST]
    for scene in scenes:
        if scene not in [case["scene"] for case in cases]:
            report.fail(f"no golden for scene '{scene}'; {HOW_TO_MAKE}")
    return [case for case in cases if not scenes or case["scene"] in scenes]


def configurations(arguments):
    """(label, program, options): whole plays, and plays of the first frames in every way a program has."""
    native = [arguments.native]
    whole = [("native, 1 thread", native, ["--threads", "1"]), ("native, 2 threads", native, ["--threads", "2"])]
    ways = [("native", native, [])]
    if arguments.clang:
        ways.append(("clang", [arguments.clang], ["--threads", "1"]))
    node = ["node", "--wasm-lazy-compilation"]  # most functions are never called
    if arguments.node:
        whole.append(("WebAssembly", [*node, arguments.node], ["--threads", "1"]))
    if arguments.node_threads:
        ways.append(("WebAssembly with threads", [*node, arguments.node_threads], []))
    return whole, ways


def say_where(case, frames, native, program, options, report_line, report):
    report.fail(report_line)
    difference = golden.first_difference(native, ["--threads", "1"], program, options, case, frames)
    print(f"    against native, 1 thread: {difference}")


def check_whole(case, bounds, label, program, options, native, report):
    name = f"{golden.name_of(case)}, {label}, {case['frames']} frames"
    try:
        stats = golden.play(program, case, case["frames"], options)
    except golden.RunFailed as failure:
        report.fail(f"{name}: {failure}")
        return
    if stats["hash"] != case["hash"]:
        say_where(case, case["frames"], native, program, options,
                  f"{name}: hash {stats['hash']}, the golden is {case['hash']}", report)
    else:
        for line in golden.out_of_bounds(stats, bounds):
            report.fail(f"{name}: {line}")


def check_ways(case, label, program, options, native, report):
    """Plays the first frames in all ways of one program; how many there were."""
    name = f"{golden.name_of(case)}, {label}, {case['earlyFrames']} frames"
    try:
        hashes, absent = golden.play_ways(program, case, case["earlyFrames"], options)
    except golden.RunFailed as failure:
        report.fail(f"{name}: {failure}")
        return 0
    for way, why in absent:
        if way.startswith("lanes 16") and label.startswith("WebAssembly"):
            continue  # has no such kernels
        if "lanes" in why and "this CPU" in why:
            print(f"SKIPPED: {label}, {way}: {why}")
        else:
            report.fail(f"{name}, {way}: {why}")
    for (lanes, threads), value in hashes.items():
        if value != case["early"]:
            say_where(case, case["earlyFrames"], native, program, ["--lanes", lanes, "--threads", threads],
                      f"{name}, lanes {lanes}, threads {threads}: hash {value}, the golden is {case['early']}", report)
    return len(hashes)


def play_scene(goldens, arguments, report):
    cases = [case for case in goldens["goldens"] if case["scene"] == arguments.scene]
    if not cases:
        report.fail(f"no golden for scene '{arguments.scene}'; {HOW_TO_MAKE}")
    for case in cases:
        before = report.failures
        bounds = golden.bounds_of(goldens, case)
        whole, ways = configurations(arguments)
        native = [arguments.native]
        for label, program, options in whole:
            check_whole(case, bounds, label, program, options, native, report)
        count = len(whole)
        if case["motion"] == HARDEST:
            count += sum(check_ways(case, label, program, options, native, report) for label, program, options in ways)
        if report.failures == before:
            print(f"{golden.name_of(case)}: {case['hash']} in {count} ways", flush=True)


def missing_steps(listed, goldens):
    """(model, step) of the models' steps, the published ones among them, that no golden plays."""
    models = {model["name"]: next((row for row in model["params"] if row["name"] == "step"), None) for model in listed["models"]}
    scenes = {scene["name"]: scene["model"] for scene in listed["scenes"]}
    played = {(scenes.get(case["scene"]), case["set"].get("step")) for case in goldens["goldens"]}
    for model, row in models.items():
        # A model that no scene has of its own is chosen by the step, where the scene's own has none.
        hosts = [model] if model in scenes.values() else [name for name, other in models.items() if not other]
        for step in row["choices"] if row else [None]:
            usual = [None] if row and step == (row["default"] if model in hosts else "default") else []
            if not any((host, way) in played for host in hosts for way in [step, *usual]):
                yield model, step


def check_complete(goldens, arguments, report):
    import json
    listed = json.loads(golden.call([arguments.native, "list", "--json"]))
    for model, step in missing_steps(listed, goldens):
        report.fail(f"no golden plays {model}{f' with step={step}' if step else ''}; write a case of it into goldens.json, as those with a step, then make goldens")
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

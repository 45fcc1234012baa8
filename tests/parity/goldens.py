"""The golden cases, and running one of them with a ringlet program.

tests/golden/goldens.json is the one file that every target's tests read:
  bounds    limits on the stats of every case, by the path of the statistic
  goldens   a list of cases: scene, motion, frames, set (parameters), hash (after
            `frames` frames), early (after `earlyFrames`), and where a case has its own
            bounds (null: none, where a motion is not played to its end by a step that owes
            nothing), and length: frames to play where the scene's own are too many
"""
import json
import os
import re
import subprocess
import tempfile

EARLY = 30  # frames after which the shorter comparisons stop: half a second, five throws of `violent`


class RunFailed(Exception):
    def __init__(self, code, message):
        super().__init__(f"exit code {code}: {message}")
        self.code = code
        self.message = message


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def save(path, goldens):
    text = json.dumps({key: value for key, value in goldens.items() if key != "goldens"}, indent=2)
    cases = ",\n".join("    " + json.dumps(case) for case in goldens["goldens"])
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'{text[:-2]},\n  "goldens": [\n{cases}\n  ]\n}}\n')


def name_of(case):
    """Scene, motion, and the step that is not the scene's own, in this order."""
    return " ".join([case["scene"], case["motion"], *filter(None, [case["set"].get("step")])])


def bounds_of(goldens, case):
    own = case.get("bounds", {})
    return {} if own is None else {**goldens["bounds"], **own}


def call(command, accepted=(0,)):
    """Standard output of a program; RunFailed with its last line of error."""
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode not in accepted:
        lines = done.stderr.strip().splitlines() or ["(nothing on standard error)"]
        named = [line for line in lines if line.startswith("error: ")] or lines
        raise RunFailed(done.returncode, named[-1][:300])
    return done.stdout


def command_of(program, case, frames, options, name="run"):
    command = [*program, name, case["scene"], "--motion", case["motion"], *options]
    if frames:
        command += ["--frames", str(frames)]
    for key, value in sorted(case["set"].items()):
        command += ["--set", f"{key}={value}"]
    return command


def play(program, case, frames, options=()):
    """Plays a case; its stats as the program writes them."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stats.json")
        out = call(command_of(program, case, frames, [*options, "--stats", path]))
        with open(path, encoding="utf-8") as file:
            stats = json.load(file)
    last = out.strip().splitlines()[-1]
    if last != f"hash {stats['hash']}":
        raise RunFailed(0, f"the last line is '{last[:60]}', the stats say hash {stats['hash']}")
    return stats


WAY = re.compile(r"lanes (\d+), threads (\d+): (?:hash (\w+)|not available: (.*))")


def play_ways(program, case, frames, options=()):
    """Plays a case in all ways that `ringlet same` knows: {(lanes, threads): hash}, and
    [(way, why)] for those that this machine has not."""
    out = call(command_of(program, case, frames, options, "same"), accepted=(0, 1))  # 1: they differ
    hashes, absent = {}, []
    for line in out.splitlines():
        way = WAY.match(line)
        if way and way[3]:
            hashes[way[1], way[2]] = way[3]
        elif way:
            absent.append((f"lanes {way[1]}, threads {way[2]}", way[4]))
    if not hashes:
        raise RunFailed(0, "nothing was played")
    return hashes, absent


def first_difference(program, options, other, other_options, case, frames):
    """Names the frame, strand and particle where two programs part, in one line."""
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace")
        call(command_of(program, case, frames, [*options, "--trace", trace]))
        try:
            call(command_of(other, case, frames, [*other_options, "--compare", trace]))
        except RunFailed as failure:
            return failure.message
    return "the traces agree"


def statistic(stats, path):
    for key in path.split("."):
        stats = stats[key]
    return stats


def out_of_bounds(stats, bounds):
    """A line for each statistic above its bound."""
    return [f"{path} is {statistic(stats, path):.6g}, the bound is {bound:.6g}"
            for path, bound in sorted(bounds.items()) if not statistic(stats, path) <= bound]

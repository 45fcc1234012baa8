#!/usr/bin/env python3
"""The command line with --backend cuda.

usage: cuda.py RINGLET [--log FILE] [--backend NAME] [--frames N] [--jobs N] [--random N] [--seed S] [--files WORDS]

Without a usable GPU: one line, exit code 2, nothing written. With one: every
scene under three motions, every model, and every layout of the published step
has the CPU's hash; --log writes what was compared, with the device, its driver
and the date. --random N: N scenes, models, motions, rates and parameters drawn by lot instead. --files "--groom FILE --head FILE
--collider FILE": every model on that groom instead.
--backend emulated: the kernels as plain C++, in a build that has them so.
"""
import argparse
import concurrent.futures
import datetime
import json
import math
import os
import random
import subprocess
import sys
import tempfile

SMALL = {"strands": 300, "level": 2}  # of the scenes that have these parameters
MOST = {**SMALL, "particles": 40, "around": 20, "rows": 10, "guides": 300}  # of parameters drawn by lot


def run(ringlet, words, **environment):
    return subprocess.run([ringlet, *words], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})


def hash_of(result):
    lines = [line for line in result.stdout.splitlines() if line.startswith("hash ")]
    return lines[-1].split()[1] if result.returncode == 0 and lines else None


def refusal_faults(ringlet, what, **environment):
    """What is wrong with how `ringlet` refuses a backend that it cannot use."""
    with tempfile.TemporaryDirectory() as folder:
        stats = os.path.join(folder, "stats.json")
        result = run(ringlet, ["run", "helix", "--frames", "2", "--backend", "cuda", "--stats", stats], **environment)
        lines = result.stderr.splitlines()
        if result.returncode != 2:
            yield f"{what}: exit code {result.returncode}, not 2"
        if len(lines) != 1 or not lines[0].startswith("error: ") or 'use the backend "cpu"' not in lines[0]:
            yield f"{what}: not one line that says what to do: {result.stderr!r}"
        if result.stdout or os.listdir(folder):
            yield f"{what}: something was done all the same"
    for suite in ("appendix-a", "scale"):
        with tempfile.TemporaryDirectory() as folder:
            rows = os.path.join(folder, "rows.json")
            result = run(ringlet, ["bench", suite, "--backend", "cuda", "--json", rows], **environment)
            if result.returncode != 2 or len(result.stderr.splitlines()) != 1 or os.listdir(folder):
                yield f"{what}: bench {suite} gives {result.returncode} and {result.stderr!r}"


def cases(ringlet, frames):
    listed = json.loads(run(ringlet, ["list", "--json"]).stdout)
    for scene in listed["scenes"]:
        if scene.get("needsFiles") or scene["name"] == "sintel":
            continue
        most = {row["name"]: row.get("high", 0) for row in scene.get("params", scene.get("parameters", []))}
        size = [word for key, value in SMALL.items() if key in most for word in ("--set", f"{key}={min(value, int(most[key]))}")]
        for motion in ("violent", "drag", "teleport"):
            yield ["run", scene["name"], "--motion", motion, "--frames", frames, *size]
    for model in listed["models"]:
        yield ["run", "helix", "--motion", "violent", "--frames", frames, "--model", model["name"]]
    for layout in ("tiles", "batch", "soa", "aos"):
        yield ["run", "icosphere", "--motion", "violent", "--frames", frames, "--set", "step=published",
               "--layout", layout]


def drawn(lot, row):
    """A value of a parameter, mostly near its default, as words of --set."""
    if row["kind"] == "choice":
        return lot.choice(row["choices"])
    if row["kind"] == "toggle":
        return lot.choice(["on", "off"])
    low, high = row.get("low", 0), row.get("high", 1)
    value = row["default"] * math.exp(lot.uniform(-1.2, 1.2)) if row["default"] else low + lot.uniform(0, 0.3) ** 2 * (high - low)
    value = min(max(value, low), high, MOST.get(row["name"], high))
    return str(round(value)) if row["kind"] == "integer" else repr(value)


def random_cases(ringlet, frames, number, seed):
    lot = random.Random(seed)
    listed = json.loads(run(ringlet, ["list", "--json"]).stdout)
    models = {model["name"]: model["params"] for model in listed["models"]}
    scenes = [scene for scene in listed["scenes"] if not scene.get("needsFiles")]
    for _ in range(number):
        scene = lot.choice(scenes)
        model = lot.choice([scene["model"], *models])
        rows = [row for row in (scene["params"] if model == scene["model"] else models[model]) if row["kind"] in ("choice", "toggle", "integer", "real")]
        values = {row["name"]: str(min(SMALL[row["name"]], row["high"])) for row in scene["params"] if row["name"] in SMALL}
        values.update({row["name"]: drawn(lot, row) for row in lot.sample(rows, min(4, len(rows)))})
        yield ["run", scene["name"], "--model", model, "--motion", lot.choice(["violent", "shake", "drag", "teleport", "dance"]),
               "--rate", lot.choice(["20", "60", "240"]), "--frames", frames, *[word for item in values.items() for word in ("--set", "=".join(item))]]


def file_cases(ringlet, frames, files):
    listed = json.loads(run(ringlet, ["list", "--json"]).stdout)
    for model in listed["models"]:
        for motion in ("violent", "shake"):
            yield ["run", "sintel", "--model", model["name"], "--motion", motion, "--frames", frames, *files]


def device_name(backend):
    """The GPU and its driver's version, as the driver says."""
    if backend != "cuda":
        return f"none: the backend {backend}, on this machine's CPU"
    try:
        words = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown: nvidia-smi gives no answer"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ringlet")
    parser.add_argument("--log")
    parser.add_argument("--backend", default="cuda")
    parser.add_argument("--frames", default="90")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", default="")
    options = parser.parse_args()
    faults = []
    probe = run(options.ringlet, ["run", "helix", "--frames", "2", "--backend", options.backend])
    if probe.returncode != 0:
        faults += refusal_faults(options.ringlet, "no GPU")
        print("\n".join(faults) or "the refusal is one line with exit code 2: " + probe.stderr.strip())
        print("SKIPPED: the CUDA backend's hashes: no usable GPU, or a build without nvcc")
        return 1 if faults else 0

    if options.backend == "cuda":
        faults += refusal_faults(options.ringlet, "GPU hidden", CUDA_VISIBLE_DEVICES="")
    log = [f"date {datetime.date.today().isoformat()}"]
    both = lambda words: (words, run(options.ringlet, words), run(options.ringlet, [*words, "--backend", options.backend]))
    played = cases(options.ringlet, options.frames)
    if options.random:
        played = random_cases(options.ringlet, options.frames, options.random, options.seed)
    if options.files:
        played = file_cases(options.ringlet, options.frames, options.files.split())
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for words, cpu, cuda in pool.map(both, played):
            if options.random and cpu.returncode == 2 and cuda.returncode == 2:
                log.append(f"refused {' '.join(words)}: {cpu.stderr.strip()}")  # values that do not go together
                continue
            same = hash_of(cpu) is not None and hash_of(cpu) == hash_of(cuda)
            log.append(f"{'equal' if same else 'DIFFERENT'} {hash_of(cpu)} {hash_of(cuda)} {' '.join(words)}")
            if not same:
                faults.append(log[-1] + " " + cuda.stderr.strip())
    if not any(line.startswith("equal ") for line in log):
        faults.append("nothing was compared: " + log[-1])
    log.insert(1, "device " + device_name(options.backend))
    if options.log:
        with open(options.log, "w", encoding="utf-8") as file:
            file.write("\n".join(log) + "\n")
    print("\n".join(faults) or f"{sum(line.startswith('equal ') for line in log)} runs with the CPU's hash on {log[1]}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""What Ringlet writes, read by programs nobody here wrote: .obj and the add-on's formats in
Blender, and the add-on's readers under this Python as well.

usage: blender.py SOURCE PROGRAM [ARGUMENT ...]
"""
import importlib.util
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

STRANDS, POINTS, FRAMES = 20, 16, 12
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


def ringlet(program, *words):
    done = subprocess.run(program + list(words), capture_output=True, text=True)
    if done.returncode:
        sys.exit("FAILED: %s: %s" % (" ".join(words), done.stderr.strip()))


def points_of_data(path):
    """All points of a USC-HairSalon file, by struct alone."""
    with open(path, "rb") as file:
        data = file.read()
    (strands,), at, points = struct.unpack_from("<i", data), 4, []
    for _ in range(strands):
        (count,) = struct.unpack_from("<i", data, at)
        points += struct.unpack_from("<%df" % (3 * count), data, at + 4)
        at += 4 + 12 * count
    return points


def without_blender(addon, folder, first):
    spec = importlib.util.spec_from_file_location("ringlet_hair", addon)
    hair = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hair)
    for kind in ("hair", "tfx", "data"):
        strands = hair.read_file(os.path.join(folder, "hair." + kind))
        check(list(strands.counts) == [POINTS] * STRANDS, kind + ": strands and points")
        check(list(strands.points) == list(first), kind + ": the same floats")
    motion = hair.read_file(os.path.join(folder, "motion.usda")).motion
    check(len(motion.samples) == FRAMES and len(motion.poses) == FRAMES, "motion: frames")
    check(list(motion.points(0)) == points_of_data(os.path.join(folder, "first.data")), "motion: the same floats")
    # Cut anywhere, a file is refused in words.
    for kind in ("hair", "tfx", "data", "usda"):
        with open(os.path.join(folder, ("motion." if kind == "usda" else "hair.") + kind), "rb") as file:
            whole = file.read()
        for part in range(0, 16):
            cut = os.path.join(folder, "part." + kind)
            with open(cut, "wb") as file:
                file.write(whole[:len(whole) * part // 16])
            try:
                hair.read_file(cut)
                # What is missing may lie behind all that is read.
                check(kind == "usda" and part > 12, "%s cut to %d/16 is refused" % (kind, part))
            except hair.FileError:
                pass


def sintel_shake(source, program, target):
    """Her hair shaken for two seconds, a few guides simulated and the rest following; None where she is absent."""
    data = os.environ.get("RINGLET_DATA") or os.path.join(source, "..", "shared", "data")
    groom, head, collider = (os.path.join(data, "sintel", name) for name in (
        "SintelHairOriginal-sintel_hair.16points.tfx", "sintel.obj", "sintel-collider.obj"))
    if not all(os.path.exists(path) for path in (groom, head, collider)):
        print("SKIPPED: no Sintel data at %s (set RINGLET_DATA to the folder that holds sintel/)" % data)
        return None
    ringlet(program, "run", "sintel", "--groom", groom, "--head", head, "--collider", collider, "--set", "strands=240",
            "--set", "guides=80", "--motion", "shake", "--frames", "120", "--out", target)
    return {"file": os.path.basename(target), "strands": 240, "frames": 120}


def main():
    source, program = sys.argv[1], sys.argv[2:]
    addon = os.path.join(source, "site", "blender", "ringlet_hair.py")
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)
        scene = ["run", "straight", "--set", "strands=%d" % STRANDS, "--set", "particles=%d" % POINTS]
        ringlet(program, *scene, "--motion", "still", "--frames", "1", "--out", path("hair.data"))
        for kind in ("hair", "tfx", "obj"):
            ringlet(program, "convert", path("hair.data"), path("hair." + kind))
        ringlet(program, *scene, "--motion", "shake", "--frames", str(FRAMES), "--out", path("motion.usda"))
        ringlet(program, "convert", path("motion.usda"), path("first.data"))
        first = points_of_data(path("hair.data"))
        without_blender(addon, folder, first)
        motions = [{"file": "motion.usda", "strands": STRANDS, "frames": FRAMES}]
        motions += filter(None, [sintel_shake(source, program, path("sintel.usda"))])

        for name, whole in (("cut.hair", "hair.hair"), ("cut.usda", "motion.usda")):
            with open(path(whole), "rb") as file:
                data = file.read()
            with open(path(name), "wb") as file:
                file.write(data[:len(data) // 3])
        open(path("empty.data"), "wb").close()
        blender = shutil.which("blender")
        if not blender:
            print("SKIPPED: Blender is not installed; what it makes of the files has not been seen")
        else:
            with open(path("expected.json"), "w") as file:
                json.dump({"folder": folder, "strands": STRANDS, "points": POINTS, "first": first, "motions": motions}, file)
            script = os.path.join(source, "tests", "blender", "in_blender.py")
            done = subprocess.run([blender, "--background", "--factory-startup", "--python", script, "--", addon,
                                   path("expected.json")], capture_output=True, text=True)
            check("blender: all passed" in done.stdout, "in Blender: " + (done.stdout + done.stderr)[-3000:])
    print("%d failed" % len(failures) if failures else "all passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

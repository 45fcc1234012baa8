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
from array import array

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
        check(list(hair.to_z_up(strands.points, strands.up, 1)) == list(hair.to_z_up(array("f", first), "Y", 1)), kind + ": the same floats")
    motion = hair.read_file(os.path.join(folder, "motion.usda")).motion
    check(len(motion.samples) == FRAMES and len(motion.poses) == FRAMES, "motion: frames")
    check(list(motion.points(0)) == points_of_data(os.path.join(folder, "first.data")), "motion: the same floats")
    far = hair.read_file(os.path.join(folder, "far.usda"))
    groom = hair.read_file(os.path.join(folder, "far.data"))
    check(list(far.counts) == list(groom.counts), "far.usda: strands in the groom's order")
    roots = [sum(groom.counts[:s]) for s in range(len(groom.counts))]
    off = max(abs(far.points[3 * r + axis] - groom.points[3 * r + axis]) for r in roots for axis in range(3))
    check(off < 1e-5, "far.usda: roots where the groom has them, not %g m off" % off)
    shift = [far.motion.poses[0][12 + axis] - far.motion.origin[axis] for axis in range(3)]
    check(max(map(abs, far.motion.origin)) > 1 and max(map(abs, shift)) < 1e-5, "far.usda: the head goes along")
    foreign(hair, folder)
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


def foreign(hair, folder):
    """USD text of other programs: read where it is as Ringlet writes, else refused by what is wrong."""
    curves = ('def BasisCurves "%s" { uniform token type = "linear"\nint[] curveVertexCounts = [2]\n'
              'point3f[] points = [(0, 0, 0), (0, 0, 1)]\n%s}\n')
    moved = 'float3 xformOp:scale = (2, 2, 2)\nuniform token[] xformOpOrder = ["xformOp:scale"]\n'
    one = curves % ("a", "")
    for text, wrong in (("#usda 1.0\n" + one, None), ("\ufeff#usda 1.0\n" + one, None),
                        ("#usda 1.0\n" + one + curves % ("b", ""), "several BasisCurves"),
                        ("#usda 1.0\n" + curves % ("a", moved), "transform"),
                        ('#usda 1.0\ndef Xform "x" {\n' + moved + one + "}", "transform"),
                        ("#usda 1.0\n" + one + 'def Xform "x" {\n' + moved + "}", None)):
        path = os.path.join(folder, "foreign.usda")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        try:
            check(list(hair.read_file(path).points) == [0, 0, 0, 0, 0, 1] and not wrong, "read: %r" % text)
        except hair.FileError as error:
            check(wrong and wrong in str(error) and "ringlet convert" in str(error), "%s: %r" % (error, text))


def far_groom(path):
    """A groom of strands of 3 to 6 points in no order, metres away from its file's origin."""
    with open(path, "wb") as file:
        file.write(struct.pack("<i", STRANDS))
        for s in range(STRANDS):
            count = 3 + 5 * s % 4
            points = [v for i in range(count) for v in (4 + 0.01 * s, 7 - 0.02 * i, -3 + 0.001 * (s * s % 7))]
            file.write(struct.pack("<i%df" % (3 * count), count, *points))


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
        far_groom(path("far.data"))
        ringlet(program, "run", "sintel", "--groom", path("far.data"), "--set", "unit=metre", "--set", "up=Y", "--set", "snap=0",
                "--set", "rootEnd=first", "--motion", "still", "--frames", "1", "--out", path("far.usda"))
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

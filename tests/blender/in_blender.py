"""Runs within Blender: opens what Ringlet has written and counts it.

usage: blender --background --factory-startup --python in_blender.py -- ADDON EXPECTED.json
EXPECTED: {"folder", "strands", "points" (a strand), "first": [x, y, z of every point, m, Y up],
           "motions": [{"file", "strands", "frames"}]}
Prints "blender: all passed" when all holds.
"""
import importlib.util
import json
import os
import sys

import bpy

addon, expected_path = sys.argv[sys.argv.index("--") + 1:]
with open(expected_path) as file:
    expected = json.load(file)
spec = importlib.util.spec_from_file_location("ringlet_hair", addon)
hair = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hair)
hair.register()
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


def positions(thing):
    values = [0.0] * (3 * len(thing.data.points))
    thing.data.position_data.foreach_get("vector", values)
    return values


def difference(a, b):
    return max(abs(x - y) for x, y in zip(a, b)) if len(a) == len(b) else float("inf")


def path(name):
    return os.path.join(expected["folder"], name)


# Blender is Z up: (x, y, z) lies at (x, -z, y).
first = expected["first"]
turned = [v for i in range(0, len(first), 3) for v in (first[i], -first[i + 2], first[i + 1])]

# Ringlet's .obj by Blender's own importer: every strand a chain of edges.
bpy.ops.import_scene.obj(filepath=path("hair.obj"))
chains = [thing for thing in bpy.context.selected_objects if thing.type == "MESH"]
check(sum(len(thing.data.vertices) for thing in chains) == expected["strands"] * expected["points"], "points of .obj")
check(sum(len(thing.data.edges) for thing in chains) == expected["strands"] * (expected["points"] - 1), "edges of .obj")

for kind in ("hair", "tfx", "data"):
    # In metres, which not every format says, and in its usual axis.
    thing = hair.import_file(path("hair." + kind), "METRE")
    check(thing.type == "CURVES", kind + " makes hair curves")
    check(len(thing.data.curves) == expected["strands"], kind + ": strands")
    check(len(thing.data.points) == expected["strands"] * expected["points"], kind + ": points")
    check(difference(positions(thing), turned) < 1e-6, kind + ": positions")



def play(name, strands, frames):
    """Opens a motion by the operator and plays it from its first frame to its last."""
    result = bpy.ops.import_scene.ringlet_hair(filepath=path(name))
    check(result == {"FINISHED"}, name + ": the operator opens it")
    scene, moving = bpy.context.scene, bpy.context.view_layer.objects.active
    check(len(moving.data.curves) == strands, name + ": %d strands" % len(moving.data.curves))
    check(scene.frame_end - scene.frame_start + 1 == frames, name + ": frames")
    check(scene.render.fps == 60, name + ": rate")
    first, last, steps = None, None, []
    for frame in range(scene.frame_start, scene.frame_end + 1):
        scene.frame_set(frame)
        before, last = last, positions(moving)
        first = first or last
        if before:
            steps.append(difference(before, last))
    motion = hair.motion_of(moving)
    check(difference(first, hair.to_z_up(motion.points(0), "Y", 1.0)) == 0, name + ": the first frame's positions")
    check(difference(last, hair.to_z_up(motion.points(frames - 1), "Y", 1.0)) == 0, name + ": the last")
    check(max(steps) > 0.002, name + ": the hair moves")
    check(max(steps) < 0.2, name + ": no particle jumps")
    evaluated = moving.evaluated_get(bpy.context.evaluated_depsgraph_get())
    check(difference(positions(evaluated), last) == 0, name + ": what is drawn moves too")
    heads = [thing for thing in bpy.data.objects
             if thing.type == "MESH" and thing.get("ringlet_motion") == moving["ringlet_motion"]]
    check(len(heads) == 1, name + ": a head")
    # A root is fixed to the head: in its space it stays where it was.
    there = []
    for frame in (scene.frame_start, (scene.frame_start + scene.frame_end) // 2, scene.frame_end):
        scene.frame_set(frame)
        root = moving.data.position_data[0].vector
        there.append(heads[0].matrix_world.inverted() @ root)
    check(max((p - there[0]).length for p in there) < 1e-5, name + ": roots follow the head")


for motion in expected["motions"]:
    play(motion["file"], motion["strands"], motion["frames"])

for name in ("cut.hair", "cut.usda", "empty.data", "none.tfx"):
    try:
        hair.read_file(path(name))
        check(False, name + " is refused")
    except (hair.FileError, OSError) as error:
        check("\n" not in str(error), name + ": one line")

print("blender: %s" % ("%d failed" % len(failures) if failures else "all passed"))
sys.exit(1 if failures else 0)

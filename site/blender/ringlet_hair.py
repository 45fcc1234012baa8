"""Opens hair as Blender's hair curves: .hair (Cem Yuksel), .tfx (TressFX 4), .data
(USC-HairSalon) and the animated .usda that Ringlet writes.

Made for Blender 3.4 and tried there. To install: Edit > Preferences > Add-ons > Install, choose this file, tick it.
Then File > Import > Ringlet hair. The readers need nothing of Blender and can be used without it.
"""
import math
import mmap
import os
import re
import struct
import sys
from array import array
from bisect import bisect_right
from collections import OrderedDict

try:
    import bpy
    from bpy.app.handlers import persistent
    from bpy_extras.io_utils import ImportHelper
except ImportError:  # the readers alone
    bpy = None

bl_info = {
    "name": "Ringlet hair",
    "author": "Ringlet",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "File > Import > Ringlet hair",
    "description": "Opens .hair, .tfx, .data and animated .usda as hair curves",
    "category": "Import-Export",
}

CUT = "the file is cut short or its counts are wrong"
THICKNESS = 8e-5  # m, of a hair whose file does not say
UNITS = {"METRE": 1.0, "CENTIMETRE": 0.01, "INCH": 0.0254, "TENTH": 0.00254}


class FileError(Exception):
    """What is wrong with a file, in one line."""


def check(holds, what):
    if not holds:
        raise FileError(what)


class Strands:
    """counts: points of each strand; points: x, y, z of all of them, in the file's units and axes.
    widths: a diameter a point, or None. unit: metres, or None where the file does not say. up: "Y" or "Z"."""

    def __init__(self, counts, points, widths=None, unit=None, up="Y", skipped=0, motion=None):
        self.counts, self.points, self.widths = counts, points, widths
        self.unit, self.up, self.skipped, self.motion = unit, up, skipped, motion
        check(all(math.isfinite(v) for v in (max(points), min(points), sum(points))), "a coordinate is not a finite number")


def floats(data, offset, count):
    """`count` little-endian floats of `data` from `offset` on."""
    check(count >= 0 and offset + 4 * count <= len(data), CUT)
    values = array("f", data[offset:offset + 4 * count])
    if sys.byteorder == "big":
        values.byteswap()
    return values


def header(data, layout, what):
    check(len(data) >= struct.calcsize(layout), "the file ends within its %s" % what)
    return struct.unpack_from(layout, data)


def read_hair(data):
    magic, hairs, points, flags, segments = header(data, "<4s4I", "header")
    check(magic == b"HAIR" and flags & 2 and hairs and len(data) >= 128, "not a HAIR file with points")
    at = 128
    counts = [segments + 1] * hairs if hairs <= points else []
    if flags & 1:
        check(at + 2 * hairs <= len(data), CUT)
        counts = [n + 1 for n in struct.unpack_from("<%dH" % hairs, data, at)]
        at += 2 * hairs
    check(sum(counts) == points, "the strands' segments do not add up to the points")
    values = floats(data, at, 3 * points)
    widths = floats(data, at + 12 * points, points) if flags & 4 else None
    return Strands(counts, values, widths, up="Z")


def read_tfx(data):
    version, strands, count, offset = header(data, "<f3I", "header")
    check(version == 4.0 and strands and count >= 2 and offset >= 160, "not a TressFX 4 file with strands")
    four = floats(data, offset, 4 * strands * count)
    points = array("f", bytes(12 * strands * count))
    for axis in range(3):
        points[axis::3] = four[axis::4]
    return Strands([count] * strands, points)


def read_data(data):
    (strands,) = header(data, "<i", "count of strands")
    check(strands >= 1 and 4 * strands <= len(data), "not a USC-HairSalon file with strands")
    counts, points, at, skipped = [], array("f"), 4, 0
    for _ in range(strands):
        check(at + 4 <= len(data), CUT)
        (count,) = struct.unpack_from("<i", data, at)
        strand = floats(data, at + 4, 3 * count)
        at += 4 + 12 * count
        if count >= 2:
            counts.append(count)
            points.extend(strand)
        else:
            skipped += 1
    check(counts, "no strand has two points")
    return Strands(counts, points, unit=1.0, skipped=skipped)


BRACKETS = bytes.maketrans(b"(),[]", b"     ")
CONVERT = "make one of them, linear and without transforms, with: ringlet convert IN.usda OUT.usda"


def numbers(text):
    return array("f", map(float, text.translate(BRACKETS).split()))


class UsdaMotion:
    """The time samples of the BasisCurves of a .usda file, read when they are asked for.

    At most `keep` bytes of them are kept. All is where the groom lies. `head` is (points, triangles) of the first mesh, or None;
    `poses` has a row-vector matrix of 16 numbers for each sample, or is empty.
    """

    def __init__(self, path, keep=256 << 20):
        self.keep, self.kept = keep, OrderedDict()
        with open(path, "rb") as file:
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        data = self.data
        check(data[:10].lstrip(b"\xef\xbb\xbf")[:7] == b"#usda 1", "not a .usda (text) file; .usdc and .usdz are other formats")
        start = data.find(b"def BasisCurves")
        check(start >= 0, "no BasisCurves in it")
        check(data.find(b"def BasisCurves", start + 1) < 0, "it has several BasisCurves; " + CONVERT)
        self.origin = self.find_origin(start)
        layer = data[:min(start, 65536)]
        self.unit = self.number(rb"metersPerUnit\s*=\s*([-+.\deE]+)", layer)
        self.rate = self.number(rb"timeCodesPerSecond\s*=\s*([-+.\deE]+)", layer) or 24.0
        up = re.search(rb'upAxis\s*=\s*"([YZ])"', layer)
        self.up = up.group(1).decode() if up else "Y"
        kind = re.compile(rb'\stype\s*=\s*"(\w+)"').search(data, start)
        check(kind and kind.group(1) == b"linear", "its curves are not linear; " + CONVERT)
        self.counts = [int(v) for v in self.list_after(rb"curveVertexCounts\s*=\s*\[", start).split(b",")]
        self.samples = self.find_samples(start)
        widths = re.compile(rb"\swidths\s*=\s*\[").search(data, start)
        self.widths = numbers(self.list_after(rb"\swidths\s*=\s*\[", start)) if widths else None
        self.find_head()

    def find_origin(self, start):
        """Where the groom lies, which Ringlet writes above its curves; no other transform is read."""
        moved = re.compile(rb'def Xform "groom"\s*\{\s*double3 xformOp:translate = \(([^)]*)\)\s*'
                           rb'uniform token\[\] xformOpOrder = \["xformOp:translate"\]').search(self.data, 0, start)
        begin, end = moved.span() if moved else (0, 0)
        following = self.data.find(b"def ", start + 4) % (len(self.data) + 1)  # -1: none, the end
        others = self.data.find(b"xformOp", 0, begin) >= 0 or self.data.find(b"xformOp", end, following) >= 0
        check(not others, "a transform that Ringlet did not write moves its curves; " + CONVERT)
        return [float(v) for v in moved.group(1).split(b",")] if moved else [0.0, 0.0, 0.0]

    @staticmethod
    def number(pattern, text):
        found = re.search(pattern, text)
        return float(found.group(1)) if found else None

    def list_after(self, pattern, start):
        found = re.compile(pattern).search(self.data, start)
        check(found, "a list is missing: " + pattern.decode())
        end = self.data.find(b"]", found.end())
        check(end >= 0, "the file is cut short")
        return self.data[found.end():end]

    def find_samples(self, start):
        """[(time, begin, end)]: where the points of each sample lie."""
        times = re.compile(rb"points\.timeSamples\s*=\s*\{").search(self.data, start)
        still = re.compile(rb"point3f\[\] points\s*=\s*\[").search(self.data, start)
        check(times or still, "its curves have no points")
        if not times:
            return [(1.0, still.end(), self.data.find(b"]", still.end()))]
        samples, at, entry = [], times.end(), re.compile(rb"[\s,]*(?:([-+.\deE]+)\s*:\s*\[|(\}))")
        while True:
            found = entry.match(self.data, at)
            check(found, "a time sample is not `time: [points]`, at byte %d" % at)
            if found.group(2):
                break
            end = self.data.find(b"]", found.end())
            check(end >= 0, "the file is cut short within a time sample")
            samples.append((float(found.group(1)), found.end(), end))
            at = end + 1
        check(samples, "its curves have no time samples")
        return samples

    def find_head(self):
        self.head, self.poses = None, []
        mesh = self.data.find(b"def Mesh")
        if mesh >= 0:
            triangles = [int(v) for v in self.list_after(rb"faceVertexIndices\s*=\s*\[", mesh).split(b",")]
            self.head = (numbers(self.list_after(rb"\spoints\s*=\s*\[", mesh)), triangles)
        found = re.compile(rb"xformOp:transform\.timeSamples\s*=\s*\{([^}]*)\}").search(self.data)
        for line in found.group(1).splitlines() if found else []:
            values = numbers(line.split(b":", 1)[1]) if b":" in line else []
            if len(values) == 16:
                values[12:15] = array("f", [v + o for v, o in zip(values[12:15], self.origin)])
                self.poses.append(values)

    def index_at(self, time):
        """The last sample at or before `time`."""
        return max(0, bisect_right(self.samples, (time, math.inf)) - 1)

    def points(self, index):
        if index in self.kept:
            self.kept.move_to_end(index)
            return self.kept[index]
        _, begin, end = self.samples[index]
        values = numbers(self.data[begin:end])
        total = sum(self.counts)
        check(len(values) == 3 * total, "sample %d has %d numbers for %d points" % (index, len(values), total))
        for axis, o in enumerate(self.origin):
            if o:
                values[axis::3] = array("f", [v + o for v in values[axis::3]])
        self.kept[index] = values
        while len(self.kept) * 4 * len(values) > self.keep and len(self.kept) > 1:
            self.kept.popitem(last=False)
        return values


def read_usda(path):
    motion = UsdaMotion(path)
    total, widths = sum(motion.counts), motion.widths
    if widths is not None and len(widths) != total:
        widths = array("f", [widths[0]]) * total if len(widths) == 1 else None
    return Strands(motion.counts, motion.points(0), widths, motion.unit, motion.up, motion=motion)


def read_file(path):
    """Strands of any of the formats, by extension. Raises FileError or OSError."""
    kind = os.path.splitext(path)[1].lower()
    try:
        if kind == ".usda":
            return read_usda(path)
        reader = {".hair": read_hair, ".tfx": read_tfx, ".data": read_data}.get(kind)
        check(reader, "not a .hair, .tfx, .data or .usda file")
        with open(path, "rb") as file:
            return reader(file.read())
    except (ValueError, struct.error, OverflowError, MemoryError) as error:
        raise FileError("cannot be read: %s" % error)


def to_z_up(points, up, scale):
    """Metres and Blender's axes."""
    if up == "Z":
        return points if scale == 1 else array("f", [v * scale for v in points])
    out = array("f", bytes(4 * len(points)))
    for axis, source, factor in ((0, 0, scale), (1, 2, -scale), (2, 1, scale)):
        out[axis::3] = array("f", [v * factor for v in points[source::3]])
    return out


# --- Blender.

MOTIONS = {}  # path -> UsdaMotion


def new_curves(name, strands, points, scale):
    """A hair curves object. Blender 3.4 makes them only from legacy curves."""
    context = bpy.context
    legacy = bpy.data.curves.new(name, "CURVE")
    legacy.dimensions = "3D"
    at = 0
    for count in strands.counts:
        spline = legacy.splines.new("POLY")
        spline.points.add(count - 1)
        four = array("f", [1.0]) * (4 * count)
        for axis in range(3):
            four[axis::4] = points[3 * at + axis:3 * (at + count):3]
        spline.points.foreach_set("co", four)
        radii = [w * scale / 2 for w in strands.widths[at:at + count]] if strands.widths else [THICKNESS / 2] * count
        spline.points.foreach_set("radius", radii)
        at += count
    made = bpy.data.objects.new(name, legacy)
    context.scene.collection.objects.link(made)
    for other in list(context.selected_objects):
        other.select_set(False)
    made.select_set(True)
    context.view_layer.objects.active = made
    bpy.ops.object.convert(target="CURVES")
    return context.view_layer.objects.active


def new_head(motion, scale):
    points, triangles = motion.head
    mesh = bpy.data.meshes.new("head")
    placed = to_z_up(points, motion.up, scale)
    mesh.from_pydata([tuple(placed[i:i + 3]) for i in range(0, len(placed), 3)], [],
                     [tuple(triangles[i:i + 3]) for i in range(0, len(triangles), 3)])
    mesh.update()
    made = bpy.data.objects.new("head", mesh)
    bpy.context.scene.collection.objects.link(made)
    return made


def pose_matrix(values, up, scale):
    """A row-vector matrix of 16 numbers as Blender's, in Blender's axes."""
    from mathutils import Matrix
    columns = Matrix([values[i:i + 4] for i in range(0, 16, 4)]).transposed()
    for row in range(3):
        columns[row][3] *= scale
    turn = Matrix() if up == "Z" else Matrix(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)))
    return turn @ columns @ turn.inverted()


def motion_of(thing):
    path = bpy.path.abspath(thing["ringlet_motion"])
    return MOTIONS.get(path) or MOTIONS.setdefault(path, UsdaMotion(path))


def show_frame(scene):
    for thing in [one for one in bpy.data.objects if "ringlet_motion" in one]:
        try:
            show_thing(thing, scene.frame_current)
        except (FileError, OSError, RuntimeError, TypeError, ValueError) as error:  # the other hair goes on
            print("Ringlet hair: %s: %s" % (thing["ringlet_motion"], error))


def show_thing(thing, frame):
    motion, scale = motion_of(thing), thing["ringlet_scale"]
    index = motion.index_at(frame)
    if thing.type == "CURVES":
        points = to_z_up(motion.points(index), motion.up, scale)
        check(len(points) == 3 * len(thing.data.position_data),
              "its strands are others than when it was imported; import it again")
        thing.data.position_data.foreach_set("vector", points)
        thing.data.update_tag()
    elif motion.poses:
        thing.matrix_world = pose_matrix(motion.poses[min(index, len(motion.poses) - 1)], motion.up, scale)


def import_file(path, unit="FILE", up="FILE"):
    """The hair curves object. Raises FileError or OSError."""
    strands = read_file(path)
    scale = UNITS[unit] if unit != "FILE" else strands.unit or 1.0
    strands.up = strands.up if up == "FILE" else up
    name = os.path.splitext(os.path.basename(path))[0]
    hair = new_curves(name, strands, to_z_up(strands.points, strands.up, scale), scale)
    motion = strands.motion
    if motion and (len(motion.samples) > 1 or motion.head):
        motion.up = strands.up
        MOTIONS[os.path.abspath(path)] = motion
        things = [hair] + ([new_head(motion, scale)] if motion.head else [])
        for thing in things:
            thing["ringlet_motion"], thing["ringlet_scale"] = os.path.abspath(path), scale
        scene = bpy.context.scene
        scene.render.fps = max(1, round(motion.rate))
        scene.render.fps_base = scene.render.fps / motion.rate
        scene.frame_start, scene.frame_end = round(motion.samples[0][0]), round(motion.samples[-1][0])
        scene.frame_set(scene.frame_start)
    return hair


if bpy:
    @persistent
    def on_frame(scene, *_):
        show_frame(scene)

    class ImportRingletHair(bpy.types.Operator, ImportHelper):
        """Opens .hair, .tfx, .data or animated .usda as hair curves"""
        bl_idname = "import_scene.ringlet_hair"
        bl_label = "Import Ringlet hair"
        bl_options = {"UNDO"}
        filter_glob: bpy.props.StringProperty(default="*.hair;*.tfx;*.data;*.usda", options={"HIDDEN"})
        unit: bpy.props.EnumProperty(name="Unit", default="FILE", items=[
            ("FILE", "As the file says", "Metres where it does not"), ("METRE", "Metre", ""),
            ("CENTIMETRE", "Centimetre", ""), ("INCH", "Inch", ""), ("TENTH", "Tenth of an inch", "")])
        up: bpy.props.EnumProperty(name="Up", default="FILE", items=[
            ("FILE", "As usual for the format", ".hair: Z, others: Y"), ("Y", "Y", ""), ("Z", "Z", "")])

        def execute(self, context):
            try:
                hair = import_file(self.filepath, self.unit, self.up)
            except (FileError, OSError) as error:
                self.report({"ERROR"}, "%s: %s" % (self.filepath, error))
                return {"CANCELLED"}
            self.report({"INFO"}, "%d strands, %d points" % (len(hair.data.curves), len(hair.data.points)))
            return {"FINISHED"}

    def menu(self, context):
        self.layout.operator(ImportRingletHair.bl_idname, text="Ringlet hair (.hair, .tfx, .data, .usda)")

    def register():
        bpy.utils.register_class(ImportRingletHair)
        bpy.types.TOPBAR_MT_file_import.append(menu)
        bpy.app.handlers.frame_change_pre.append(on_frame)

    def unregister():
        bpy.app.handlers.frame_change_pre.remove(on_frame)
        bpy.types.TOPBAR_MT_file_import.remove(menu)
        bpy.utils.unregister_class(ImportRingletHair)

#!/usr/bin/env python3
"""Checks what every source file may include and use.

usage: layering.py ROOT       exit code 0: all hold; 1: violations, a line each

Includes go one way: base <- math <- params <- {groom, collide, contact} <-
models <- scenes <- view; files sees base to collide, scenes see files; models
never include each other. Graphics stay in view, web and native. The rooms that
feed the simulation use nothing whose result depends on the machine.
"""
import os
import re
import sys

LIMIT = 400  # lines a file
GROUND = {"base", "math", "params"}
SHAPES = {"groom", "collide", "contact"}
CORE = GROUND | SHAPES | {"models", "files", "scenes"}
ALLOWED = {
    "base": {"base"},
    "math": {"base", "math"},
    "params": GROUND,
    "light": {"base", "math", "light"},  # pictures alone: nothing that is simulated sees it
    "groom": GROUND | SHAPES,
    "collide": GROUND | SHAPES,
    "contact": GROUND | SHAPES,
    "models": GROUND | SHAPES | {"models"},
    "files": GROUND | SHAPES | {"files"},
    "scenes": CORE,
    "view": CORE | {"light", "view", "shaders"},
    "play": CORE | {"view", "play"},
    "verify": CORE | {"verify"},
    "native": CORE | {"light", "view", "play", "shaders", "kernels", "verify", "native"},
    "web": CORE | {"view", "play", "shaders", "web"},
    "api": CORE | {"api"},
    "kernels": GROUND | {"kernels"},  # and every *_math.h, and what KERNEL_DOORS names
    "shaders": {"shaders", "view"},   # shaders/shared: structs that the view and GLSL read alike
}
# What kernels may see of a model: its steps, the plain structs it hands them, and its contacts as loops; and the doorway to devices.
# And what contacts do as loops over plain arrays.
KERNEL_DOORS = re.compile(r"^core/(models/(\w+/\w+_(step|rod|kernels)|\w+/gathered_\w+|strand_device|strand_jump|strands_at|fields)|"
                          r"contact/(gathered_\w+|hair_device|hair_point))\.h$")
SIMULATION = CORE  # all that positions, grooms, poses or numbers in text pass through
DRAWING = {"view", "web", "native"}
GRAPHICS = re.compile(r"^(GL|GLES\d?|GLFW|EGL|KHR|glm)/|^imgui|glad|^emscripten/html5")
MACHINE_HEADERS = re.compile(r"^(unordered_map|unordered_set|random|execution|Eigen/.*|eigen3/.*)$")
MACHINE_CALLS = re.compile(
    r"(?<![\w.>])(?:(?:std::|::)?(?:a?(?:sin|cos|tan)h?|atan2|exp2?|expm1|log(?:2|10|1p)?|pow|cbrt|hypot|fma|"
    r"[tl]gamma|erfc?)[fl]?|"
    r"std::(?:sort|partial_sort|nth_element|reduce|transform_reduce|unordered_\w+|sto[fdl]+)|"
    r"(?:std::)?s?rand|drand48|atof|(?:std::)?s?scanf)\s*[(<]")
# Emscripten's linker misplaces these in programs without threads whose objects are compiled for threads, as the page's are.
IN_PAGE = CORE | {"light", "view", "play", "web", "verify"}
THREAD_LOCAL = re.compile(r"\bthread_local\b")
TEXT_TO_NUMBER = re.compile(r"\bstrto(f|d|ld)\s*\(")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')
SOURCES = (".h", ".hpp", ".c", ".cpp", ".cu", ".cuh", ".glsl", ".vert", ".frag", ".mjs", ".js", ".css", ".py")
FOLDERS = ("api", "core", "examples", "kernels", "native", "shaders", "site", "tests", "tools", "verify", "web")


def room_of(path):
    """'core/base/hash.h' -> 'base', 'native/run.cpp' -> 'native'; None outside the rooms."""
    parts = path.split("/")
    if parts[0] == "core":
        return parts[1] if len(parts) > 2 else None
    return parts[0] if parts[0] in ALLOWED else None


# Folders of core/models that are no model, but what models share.
SHARED = {"cylinders"}


def model_of(path):
    """'core/models/dftl/dftl.h' -> 'dftl'; None for what models share."""
    parts = path.split("/")
    model = parts[2] if parts[:2] == ["core", "models"] and len(parts) > 3 else None
    return None if model in SHARED else model


def without_comments(text):
    """Comments and literals blanked, line breaks kept."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    return re.sub(pattern, lambda m: "\n" * m.group().count("\n") or " ", text, flags=re.S)


def check_include(root, path, quoted, name):
    """What is wrong with `path` including `name`, or None."""
    room = room_of(path)
    if GRAPHICS.search(name):
        return None if room in DRAWING else "graphics only in view, web and native"
    if not quoted:
        wrong = room in SIMULATION and MACHINE_HEADERS.match(name)
        return "its results depend on the machine or on the library" if wrong else None
    if not os.path.exists(os.path.join(root, name)):
        if os.path.exists(os.path.join(root, os.path.dirname(path), name)):
            return "name included files from the project's root"
        return "no such file in the project; third-party headers go in <>"
    other = room_of(name)
    if other is None:
        return "not in a room"
    if room == "kernels" and (name.endswith("_math.h") or KERNEL_DOORS.match(name)):
        return None
    if other not in ALLOWED[room]:
        return f"{room} must not see {other}"
    if room == "models" and model_of(name) and model_of(name) != model_of(path):
        return f"models never include each other"
    return None


def check_file(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        text = file.read()
    lines = text.splitlines()
    if len(lines) > LIMIT:
        yield f"{path}:{len(lines)}: more than {LIMIT} lines; split the file"
    room = room_of(path)
    if room is None or not path.endswith((".h", ".cpp", ".cu", ".cuh", ".glsl")):
        return
    if room not in ALLOWED:
        yield f"{path}:1: core/{room} is no room that tests/layering knows"
        return
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        wrong = found and check_include(root, path, found.group(1) == '"', found.group(2))
        if wrong:
            yield f"{path}:{number}: includes {found.group(2)}: {wrong}"
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        if room in IN_PAGE and THREAD_LOCAL.search(line):
            yield f"{path}:{number}: thread_local lies elsewhere in a page without threads; see core/base/thread_pool.cpp"
        if room not in SIMULATION:
            continue
        found = MACHINE_CALLS.search(line) or (room != "base" and TEXT_TO_NUMBER.search(line))
        if found:
            yield (f"{path}:{number}: uses {found.group().rstrip('(< ')}, which is not the same on every machine; "
                   "see core/math and core/base/number_text.h")


def source_files(root):
    for folder in FOLDERS:
        for where, folders, files in os.walk(os.path.join(root, folder)):
            folders[:] = [name for name in folders if name not in ("node_modules", "__pycache__", "build")]
            for name in sorted(files):
                if name.endswith(SOURCES):
                    yield os.path.relpath(os.path.join(where, name), root).replace(os.sep, "/")


def violations(root):
    return [line for path in sorted(source_files(root)) for line in check_file(root, path)]


def main():
    if len(sys.argv) != 2 or not os.path.isdir(sys.argv[1]):
        print("usage: layering.py ROOT", file=sys.stderr)
        return 2
    root = sys.argv[1]
    count = sum(1 for _ in source_files(root))
    if count == 0:
        print(f"error: no source files below {root}", file=sys.stderr)
        return 2
    found = violations(root)
    print("\n".join(found + [f"{count} files, {len(found)} violations"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

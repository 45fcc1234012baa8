#!/usr/bin/env python3
"""Keeps the picture of the house in docs/architecture.md as the code has it.

usage: picture.py ROOT           exit code 0: it is; 1: it is not
       picture.py ROOT --write   draws it anew

An arrow is a room that includes another one; arrows that follow from others are left
out. Rooms are those that layering.py knows.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
import layering  # noqa: E402  (after the line that keeps the source tree clean)

PAGE = os.path.join("docs", "architecture.md")
BLOCK = re.compile(r"```mermaid\n.*?```\n", re.S)


def includes(root):
    """{room: the rooms it includes}, from the code."""
    seen = {}
    for path in layering.source_files(root):
        room = layering.room_of(path)
        if room is None or path.endswith((".mjs", ".js", ".css", ".py")):
            continue
        others = seen.setdefault(room, set())
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            for line in file:
                found = layering.INCLUDE.match(line)
                other = layering.room_of(found.group(2)) if found and found.group(1) == '"' else None
                if other not in (None, room):
                    others.add(other)
    return seen


def reachable(arrows, room, without):
    """The rooms that `room` leads to when its own arrow to `without` is not taken."""
    todo, seen = [other for other in arrows.get(room, ()) if other != without], set()
    while todo:
        here = todo.pop()
        if here not in seen:
            seen.add(here)
            todo += arrows.get(here, ())
    return seen


def drawn(root):
    arrows = includes(root)
    lines = ["```mermaid", "graph BT"]
    for room in sorted(arrows):
        for other in sorted(arrows[room]):
            both_ways = room in arrows.get(other, ())
            if both_ways or other not in reachable(arrows, room, other):
                lines.append(f"    {room} --> {other}")
    return "\n".join(lines + ["```", ""])


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--write"]):
        print("usage: picture.py ROOT [--write]", file=sys.stderr)
        return 2
    path = os.path.join(sys.argv[1], PAGE)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    picture = drawn(sys.argv[1])
    if len(BLOCK.findall(text)) != 1:
        print(f"error: {PAGE} has no picture of its own; it needs one block of mermaid")
        return 1
    if BLOCK.search(text).group() == picture:
        return 0
    if len(sys.argv) == 2:
        print(f"error: the picture in {PAGE} is not of this code; draw it anew: tests/layering/picture.py . --write")
        return 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(BLOCK.sub(lambda _: picture, text))
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""`ringlet render`: a picture, the same on any number of threads, and one clear line for what is wrong.

usage: render.py PROGRAM...
"""
import os
import re
import subprocess
import sys
import tempfile

PROGRAM = sys.argv[1:]
SMALL = ["render", "curly", "--set", "sagFree=off", "--set", "strands=60", "--set", "hairsDrawn=400", "--frames", "1", "--samples", "8", "--size", "40x30"]


def ringlet(*words):
    return subprocess.run([*PROGRAM, *words], capture_output=True, text=True, timeout=300)


def check(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")


def pictures(folder):
    first, second = os.path.join(folder, "a.png"), os.path.join(folder, "b.png")
    made = ringlet(*SMALL, "--out", first, "--threads", "1")
    if "without what draws" in made.stderr:
        print("SKIPPED: built without what draws")
        sys.exit(0)
    check(made.returncode == 0 and "40x30 pixels, 8 paths each" in made.stdout, made.stdout + made.stderr)
    check(ringlet(*SMALL, "--out", second, "--threads", "2").returncode == 0, "two threads")
    with open(first, "rb") as one, open(second, "rb") as other:
        bytes_ = one.read()
        check(bytes_[:8] == b"\x89PNG\r\n\x1a\n" and len(bytes_) > 500, "no PNG")
        check(bytes_ == other.read(), "another picture on two threads")
    same = ringlet(*SMALL, "--compare", first).stdout  # but for eight bits, and what is too bright for them
    light = re.search(r"light ([\d.]+) % off, ([\d.]+) times as bright, colour ([\d.]+) off", same)
    check(light and float(light.group(1)) < 5 and 0.9 < float(light.group(2)) < 1.02 and float(light.group(3)) < 0.01, same)
    paler = ringlet(*SMALL, "--set", "hairPigment=0.1", "--compare", first).stdout
    light = re.search(r"light ([\d.]+) % off, ([\d.]+) times", paler)
    check(light and float(light.group(1)) > 20 and float(light.group(2)) < 0.8, paler)
    check(ringlet(*SMALL, "--size", "41x30", "--compare", first).stderr.count("given twice") == 1, "twice")


def wrong(folder):
    text = os.path.join(folder, "text.png")
    with open(text, "w", encoding="ascii") as file:
        file.write("no picture")
    for words, said in (
            (["render"], "needs one scene"),
            (["render", "curly"], "needs --out FILE.png"),
            (["render", "curly", "--out", "a.jpg"], "written as .png"),
            (["render", "curly", "--out", "a.png", "--size", "12"], "--size must be"),
            (["render", "curly", "--out", "a.png", "--size", "0x5"], "--size must be"),
            (["render", "curly", "--out", "a.png", "--camera", "1,2"], "--camera must be"),
            (["render", "curly", "--out", "a.png", "--camera", "1,2,0m"], "must be more than 0"),
            (["render", "curly", "--out", "a.png", "--camera", "1m,2,1"], "--camera must be"),
            (["render", "curly", "--out", "a.png", "--samples", "0"], "--samples must be"),
            (["render", "curly", "--out", "a.png", "--set", "hairColor=red"], "hairColor"),
            (["render", "curly", "--out", "a.png", "--set", "hairColour=green"], "hairColour"),
            (["render", "curly", "--out", "a.png", "--set", "hair_colour=green"], "hairColour"),
            (["render", "curly", "--compare", text], "cannot be read as a PNG"),
            (["render", "curly", "--compare", os.path.join(folder, "none.png")], "cannot be read as a PNG")):
        done = ringlet(*words)
        check(done.returncode == 2 and done.stderr.count("\n") == 1 and said in done.stderr, f"{words}: {done.returncode} {done.stderr}")


with tempfile.TemporaryDirectory() as scratch:
    pictures(scratch)
    wrong(scratch)
print("passed")

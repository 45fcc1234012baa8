#!/usr/bin/env python3
"""The benchmarks appendix-a and scale: rows, tables, plots, and Ctrl-C.

usage: bench.py RINGLET
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

LAYOUTS = {"soa", "aos", "batch", "tiles"}


def started(ringlet, folder, *words):
    return subprocess.Popen([ringlet, "bench", *words, "--json", os.path.join(folder, "rows.json"),
                             "--markdown", os.path.join(folder, "tables.md"), "--svg", os.path.join(folder, "plot")],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def rows_of(folder):
    with open(os.path.join(folder, "rows.json"), encoding="utf-8") as file:
        return json.load(file)


def check_interrupt(ringlet):
    """The cases finished before Ctrl-C are there, whole, and nothing claims the rest."""
    with tempfile.TemporaryDirectory() as folder:
        process = started(ringlet, folder, "appendix-a", "--frames", "40")
        lines = []
        for line in process.stdout:
            lines.append(line)
            if " cpu " in line and sum(" cpu " in seen for seen in lines) == 30:
                process.send_signal(signal.SIGINT)
        error = process.stderr.read()
        process.wait(timeout=120)
        assert process.returncode == 1, (process.returncode, error)
        assert error.startswith("error: interrupted") and len(error.splitlines()) == 1, error
        rows = rows_of(folder)
        printed = sum(" cpu " in line for line in lines)
        assert "machine" in rows[0] and len(rows) - 1 == printed and 30 <= printed < 100, (len(rows), printed)
        for row in rows[1:]:
            assert row["layout"] in LAYOUTS and row["step"] in ("published", "algorithm-2"), row
            assert 0 < row["ms"]["min"] <= row["ms"]["avg"] <= row["ms"]["max"] and row["mpps"] > 0, row
        assert {row["strands"] for row in rows[1:]} >= {60, 240, 960, 3840, 15360}, "sizes are missing"
        first = next(row for row in rows[1:] if row["layout"] == "batch" and row["strands"] == 60)
        assert first["particles"] == 10 and first["rtx2060Ms"] == 0.026, first
        tiles = next(row for row in rows[1:] if row["layout"] == "tiles")
        assert tiles["rtx2060Ms"] is None and tiles["errorMin%"] <= tiles["errorAvg%"] <= tiles["errorMax%"] < 2, tiles
        with open(os.path.join(folder, "tables.md"), encoding="utf-8") as file:
            tables = file.read()
        assert "5.165 / 5.407 / 7.010" in tables and tables.count("###") == 6, tables
        for name in ("7.5", "7.6"):
            xml.etree.ElementTree.parse(os.path.join(folder, f"plot-{name}.svg"))


def check_scale(ringlet):
    """The first case of `scale`: what it moves is counted, and compared with a copy of this run."""
    with tempfile.TemporaryDirectory() as folder:
        process = started(ringlet, folder, "scale", "--seconds", "0")
        for line in process.stdout:
            if " published " in line:
                process.send_signal(signal.SIGINT)
                break
        error = process.communicate(timeout=120)[1]
        assert process.returncode == 1 and error.startswith("error: interrupted"), error
        machine, row = rows_of(folder)[:2]
        bandwidth = float(machine["machine"]["copyBandwidth"].split()[0]) * 1e9
        share = 100 * row["bytesAStep"] * row["strands"] * row["particles"] / (1e-3 * row["ms"]["avg"]) / bandwidth
        assert row["bytesAStep"] == 60 and row["layout"] == "batch", row
        assert abs(row["copyShare%"] / share - 1) < 0.01, (row, share)
        xml.etree.ElementTree.parse(os.path.join(folder, "plot-scale.svg"))


def main():
    if len(sys.argv) != 2:
        print("usage: bench.py RINGLET", file=sys.stderr)
        return 2
    begin = time.monotonic()
    check_interrupt(sys.argv[1])
    check_scale(sys.argv[1])
    print(f"both benchmarks keep what they finished ({time.monotonic() - begin:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Plays the beginnings of golden cases 16 lanes wide, as a processor with AVX-512 would, in an emulator.

usage: avx512.py GOLDENS PROGRAM FOLDER [SCENE]...

PROGRAM is that of this machine, an x86_64 one. Bochs, which emulates a whole computer, starts Debian's small kernel with the
program, the libraries that it needs and busybox in memory; of each scene the first frames of the hardest motion are played
there on one thread, most in half a minute. Without a SCENE all are played. FOLDER keeps the kernel, which apt-get fetches
once (27 MB). Exit code 1 on any difference, 2 on bad usage.
"""
import argparse
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import goldens as golden  # noqa: E402
import parity  # noqa: E402

BIOS, VIDEO = "/usr/share/bochs/BIOS-bochs-latest", "/usr/share/bochs/VGABIOS-lgpl-latest"
ISOLINUX, LOADER = "/usr/lib/ISOLINUX/isolinux.bin", "/usr/lib/syslinux/modules/bios/ldlinux.c32"
PROGRAMS = ["bochs", "genisoimage", "cpio", "busybox"]
PACKAGES = "bochs bochsbios vgabios isolinux syslinux-common genisoimage cpio busybox-static"
KERNEL = "linux-image-cloud-amd64"
LANES = ["--threads", "1", "--lanes", "16"]

# Bochs gives another size of the registers' compact form than this kernel expects, which then turns AVX off: it is told not to use that form.
BOOT = """default ringlet
prompt 0
label ringlet
 kernel /vmlinuz
 append initrd=/initrd.gz console=ttyS0 mitigations=off noapic nolapic_timer clearcpuid=321,323 tsc=reliable lpj=1000000 quiet loglevel=1
"""
# Its screen is for viewers that come by the network, and is not waited for.
COMPUTER = """display_library: rfb, options="timeout=0"
cpu: model=corei7_skylake_x, count=1, ips=100000000
memory: guest=1024, host=1024
romimage: file={bios}
vgaromimage: file={video}
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=cdrom, path=disc.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=said.txt
log: bochs.log
speaker: enabled=0, mode=none
sound: driver=dummy, waveout=/dev/null, wavein=, midiout=
clock: sync=none, time0=local
"""
FIRST = """#!/bin/busybox sh
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t devtmpfs dev /dev
exec >/dev/ttyS0 2>&1
cd /tmp
{plays}
/bin/busybox sleep 2
/bin/busybox poweroff -f
"""


def call(*command, cwd=None):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd).stdout


def missing():
    return [name for name in PROGRAMS if not shutil.which(name)] + [name for name in (BIOS, VIDEO, ISOLINUX, LOADER) if not os.path.exists(name)]


def kernel(folder):
    """The kernel's file, from its package where it is not there yet; None where that cannot be had."""
    def fetched():
        return sorted(glob.glob(f"{folder}/kernel/boot/vmlinuz-*"))
    try:
        if not fetched():
            package = re.search(r"Depends: (linux-image-\S+)", call("apt-cache", "depends", KERNEL))[1]
            call("apt-get", "download", package, cwd=folder)
            call("dpkg", "-x", glob.glob(f"{folder}/{package}_*.deb")[0], f"{folder}/kernel")
        return fetched()[-1]
    except (OSError, subprocess.CalledProcessError, TypeError, IndexError):
        return None


def make_disc(folder, vmlinuz, program, cases):
    root, disc = f"{folder}/root", f"{folder}/disc"
    for path in (root, disc):
        shutil.rmtree(path, ignore_errors=True)
    for path in ("bin", "proc", "dev", "tmp"):
        os.makedirs(f"{root}/{path}")
    os.makedirs(f"{disc}/isolinux")
    shutil.copy(shutil.which("busybox"), f"{root}/bin/busybox")
    call("strip", "-o", f"{root}/bin/ringlet", program)
    for library in re.findall(r"(/\S+) \(0x", call("ldd", program)):
        os.makedirs(os.path.dirname(root + library), exist_ok=True)
        shutil.copy(os.path.realpath(library), root + library)
    plays = [" ".join(golden.command_of(["/bin/ringlet"], case, case["earlyFrames"], LANES)) for case in cases]
    with open(f"{root}/init", "w", encoding="utf-8") as file:
        file.write(FIRST.format(plays="\n".join(f'echo "play {i} $({play} 2>&1 | /bin/busybox tail -n 1)"' for i, play in enumerate(plays))))
    os.chmod(f"{root}/init", 0o755)
    call("sh", "-c", "find . | cpio -o -H newc | gzip -1 >../disc/initrd.gz", cwd=root)
    shutil.copy(vmlinuz, f"{disc}/vmlinuz")
    for file in (ISOLINUX, LOADER):
        shutil.copy(file, f"{disc}/isolinux")
    with open(f"{disc}/isolinux/isolinux.cfg", "w", encoding="utf-8") as file:
        file.write(BOOT)
    call("genisoimage", "-quiet", "-o", f"{folder}/disc.iso", "-b", "isolinux/isolinux.bin", "-c", "isolinux/boot.cat",
         "-no-emul-boot", "-boot-load-size", "4", "-boot-info-table", disc)


def said(folder):
    """What was said of plays so far: {index: last line}."""
    try:
        with open(f"{folder}/said.txt", encoding="utf-8", errors="replace") as file:
            return {int(line[1]): line[2] for line in re.finditer(r"^play (\d+) (.*?)\r?\n", file.read(), re.M)}
    except FileNotFoundError:
        return {}


def emulate(folder, tell):
    """Starts the computer and tells of each play as it ends; gives what was said of all."""
    with open(f"{folder}/bochsrc", "w", encoding="utf-8") as file:
        file.write(COMPUTER.format(bios=BIOS, video=VIDEO))
    with open(f"{folder}/begin", "w", encoding="utf-8") as file:
        file.write("c\n")  # its debugger waits for a word
    if os.path.exists(f"{folder}/said.txt"):
        os.remove(f"{folder}/said.txt")
    machine = subprocess.Popen(["bochs", "-q", "-rc", "begin", "-f", "bochsrc"], cwd=folder, start_new_session=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    told = 0
    try:
        while True:
            ended = machine.poll() is not None
            heard = said(folder)
            for i in range(told, len(heard)):
                tell(i, heard[i])
            told = len(heard)
            if ended:
                return heard
            time.sleep(1)
    finally:
        if machine.poll() is None:
            os.killpg(machine.pid, signal.SIGKILL)  # a script that starts another program


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("goldens")
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("scenes", nargs="*")
    arguments = parser.parse_args()
    if absent := missing():
        print(f"SKIPPED: avx512: not here: {', '.join(absent)} (Debian: apt-get install {PACKAGES})")
        return 0
    folder = os.path.abspath(arguments.folder)
    os.makedirs(folder, exist_ok=True)
    vmlinuz = kernel(folder)
    if not vmlinuz:
        print(f"SKIPPED: avx512: apt-get fetches no {KERNEL}")
        return 0
    report = parity.Report()
    cases = parity.hardest_cases(arguments.goldens, arguments.scenes, report)
    make_disc(folder, vmlinuz, arguments.program, cases)

    def tell(i, line):
        case, name = cases[i], golden.name_of(cases[i])
        if line == f"hash {case['early']}":
            print(f"{name}: {case['early']} in 16 lanes", flush=True)
        else:
            report.fail(f"{name}, 16 lanes, {case['earlyFrames']} frames: {line}, the golden is {case['early']}")

    heard = emulate(folder, tell)
    for i, case in enumerate(cases):
        if i not in heard:
            report.fail(f"{golden.name_of(case)}, 16 lanes: the emulator ended before it was played; {folder}/bochs.log has more")
    return 1 if report.failures else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the emulator ends too
    sys.exit(main())

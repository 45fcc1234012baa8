#!/bin/sh
# The desktop viewer on a display without a screen: the frames it shows are those of
# the command line, bit for bit, and hair on a device is drawn from its memory: the same
# picture as of hair on the host. Usage: viewer.sh VIEWER RINGLET EMULATED_VIEWER
set -u
viewer=$1 ringlet=$2 emulated=$3
if ! command -v xvfb-run >/dev/null; then
    echo "SKIPPED: no xvfb-run to give the viewer a display"
    exit 0
fi
shown=$(timeout 100 xvfb-run -a -s "-screen 0 640x480x24" "$viewer" helix --motion shake --frames 20) || {
    echo "FAILED: the viewer ended with $?: $shown"
    exit 1
}
expected=$("$ringlet" run helix --motion shake --frames 20 | tail -n 1)
[ "$shown" = "$expected" ] || { echo "FAILED: the viewer says '$shown', the command line '$expected'"; exit 1; }
"$viewer" --help | grep -q "without a scene: wavy" || { echo "FAILED: the viewer does not start with a head"; exit 1; }
said=$(env -u DISPLAY -u WAYLAND_DISPLAY "$viewer" helix --frames 1 2>&1)
code=$?
[ "$code" = 1 ] && echo "$said" | grep -q "^error: no display" || { echo "FAILED: without a display: $code, '$said'"; exit 1; }
"$viewer" helx --frames 1 2>/dev/null
[ $? = 2 ] || { echo "FAILED: an unknown scene is not bad usage"; exit 1; }
pictures=$(mktemp -d)
trap 'rm -rf "$pictures"' EXIT
for backend in cpu emulated; do
    said=$(timeout 100 xvfb-run -a -s "-screen 0 640x480x24" "$emulated" wisps --set strands=60 --motion shake --frames 8 --size 320x240 \
        --backend $backend --set stillPictures=1 --picture "$pictures/$backend.png" 2>&1) || { echo "FAILED: $backend: $said"; exit 1; }
    echo "$said" >"$pictures/$backend"
done
[ "$(head -n 1 "$pictures/emulated")" = "drawn from the device's memory" ] || { echo "FAILED: the viewer says '$said'"; exit 1; }
[ "$(tail -n 1 "$pictures/emulated")" = "$(cat "$pictures/cpu")" ] || { echo "FAILED: the hashes differ"; exit 1; }
cmp "$pictures/cpu.png" "$pictures/emulated.png" || { echo "FAILED: the pictures differ"; exit 1; }
echo passed

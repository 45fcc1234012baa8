#!/bin/sh
# The command line: exit codes, messages, files. Usage: cli.sh PROGRAM [ARGUMENT ...]
# (for WebAssembly: cli.sh node ringlet.mjs).
set -u
made=$(mktemp -d) || exit 1
trap 'rm -rf "$made"' EXIT
dir="$made/a folder"
mkdir "$dir"
failures=0

# expect CODE PATTERN ARGUMENT...: runs the program; PATTERN must be in its output
# (exit 0) or in the one line on standard error that begins with "error: ".
expect() {
    code=$1 pattern=$2
    shift 2
    (play "$@") >"$dir/out" 2>"$dir/err"
    found=$?
    if [ "$found" != "$code" ]; then
        complain "exit code $found, not $code: $*"
    fi
    if [ "$code" = 0 ]; then
        grep -q -e "$pattern" "$dir/out" || complain "no '$pattern' in the output: $*"
    else
        [ "$(grep -c '' "$dir/err")" = 1 ] || complain "not one line on standard error: $*"
        grep -q -e "^error: .*$pattern" "$dir/err" || complain "no '$pattern' in '$(cat "$dir/err")': $*"
    fi
}
# alike: expect, of what another platform does not change. Once is enough for a program that takes
# long to start: under another (node) it is left out, and the status is 1.
alike() { [ "$started" = 1 ] && expect "$@"; }
complain() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}
lastLine() { tail -n 1 "$dir/out"; }

[ $# -gt 0 ] || { echo "usage: cli.sh PROGRAM [ARGUMENT ...]"; exit 2; }
# A program of one word lies where its path has blanks, as all files here.
[ $# != 1 ] || { ln -s "$(realpath "$1")" "$dir/a program" && set -- "$dir/a program"; }
# The program's words as the shell reads them, whatever is in them, and what comes before it.
program='' before='' started=$#
for word; do program="$program '$(printf '%s' "$word" | sed "s/'/'\\\\''/g")'"; done
# Becomes the program.
play() { eval "$before exec $program \"\$@\""; }

# Bad usage and bad input: 2, with a way out.
expect 2 "no command"
expect 2 "did you mean 'run'" rum
alike 2 "needs one scene" run
alike 2 "needs one scene, or a recording of the page: ringlet same" same
alike 2 "did you mean 'helix'" same helx
alike 2 "in any of these ways" same helix --frames 1 --lanes 5
alike 2 "did you mean 'helix'" run helx
alike 2 "unknown scene 'he lix'" run "he
lix"
alike 2 "did you mean '--frames'" run helix --frame 3
alike 2 "unknown scene '--helix'" run -- --helix
alike 2 "needs a value" run helix --frames
alike 2 "needs a value, not ''" run helix --frames 1 --model ''
alike 2 "needs a value, not ''" run helix --frames 1 --groom=
alike 2 "whole number" run helix --frames 0
alike 2 "whole number" run helix --frames 1.5
alike 2 "given twice" run helix --frames 1 --frames 2
alike 2 "nonsense" run helix --frames 1 --set nonsense=1
alike 2 "KEY=VALUE" run helix --frames 1 --set drag
alike 2 "drag = -1" run helix --frames 1 --set drag=-1
alike 2 "did you mean 'violent'" run helix --motion violet
expect 2 "cannot read" run helix --motion "$dir/absent.csv"
alike 2 "cpu or cuda" run helix --backend gpu
alike 2 "of the backend cpu" run helix --backend cuda --lanes 3
alike 2 "number from 20 to 240" run helix --rate 1e9
alike 2 "cannot be written" run helix --out "$dir/a.png"
printf '0,0,0,0,0,0,0,1\n1,0,0,0,0,0,0,1\n' > "$dir/kept.csv"
expect 2 "are the same file" run helix --frames 1 --motion "$dir/kept.csv" --stats "$dir/../${dir##*/}/kept.csv"
expect 2 "are the same file" run helix --frames 1 --out "$dir/a.usda" --stats "$dir/a.usda"
grep -q '^0,0' "$dir/kept.csv" || { echo "a motion file was overwritten"; exit 1; }
alike 2 "groom" run sintel
alike 2 "scene mesh grows hair on a mesh from a file" run mesh
printf 'v 0 0 0\nv 0.2 0 0\nv 0 0 0.2\nv 0 0.2 0\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n' > "$dir/wedge.obj"
alike 0 "strands on 0.09.* m^2" run mesh --frames 2 --cache "" --head "$dir/wedge.obj" --set rootDensity=1000 --set cell=0.01
alike 2 "the scene sintel takes a groom" run mesh --head "$dir/wedge.obj" --groom "$dir/wedge.obj"
alike 2 "files are for the scenes sintel and mesh" run curly --head "$dir/wedge.obj"
expect 2 "cannot read the trace" run helix --compare "$dir/absent"
alike 2 "one suite" bench
alike 2 "did you mean 'layouts'" bench layout
alike 2 "two files" convert a.tfx
alike 2 "no format" convert a.tfx b.png
alike 2 "from .glb meshes are read, and .hair is written from strands" convert "$(dirname "$0")/../fuzz/seeds/glb/triangle.glb" "$dir/b.hair"
alike 2 "nothing is written to .glb; strands are written to .data, " convert "$(dirname "$0")/../fuzz/seeds/obj/strands.obj" "$dir/b.glb"
expect 2 "no such file" convert "$dir/absent.tfx" "$dir/b.hair"
alike 2 "takes no 'x'" list x
alike 2 "makes its own hair" run helix --frames 1 --head "$dir/absent.obj"
alike 2 "means nothing to colliders; it takes --json --markdown --full" bench colliders --svg "$dir/plot"
alike 2 "cannot read" bench sag-free --groom "$dir/absent.tfx"
alike 2 "did you mean 'curly'" bench motion --scene curley
alike 2 "did you mean 'verlet'" bench volume --model verlett
alike 2 "did you mean 'violent'" bench methods --motion violant
alike 2 "did you mean 'jerk'" bench rest --motion jerky --quick
alike 2 "no parameter is named nosuch" bench rest --random 2 --model verlet --set nosuch=1
printf kept > "$dir/measured.md"
alike 2 "volume measures nothing with --scene sintel, no --groom" bench volume --scene sintel --markdown "$dir/measured.md"
[ "$(cat "$dir/measured.md")" = kept ] || complain "a benchmark without rows wrote a file"
printf '0,0,0,0,0,0,0,1\n1,0,zero,0,0,0,0,1\n' >"$dir/bad.csv"
expect 2 "bad.csv:2:5: y" run helix --motion "$dir/bad.csv"
printf 'not a groom' >"$dir/bad.tfx"
expect 2 "bad.tfx" convert "$dir/bad.tfx" "$dir/b.hair"

# Failures while running: 1.
expect 1 "cannot write" run helix --frames 1 --stats "$dir/absent/s.json"
alike 1 "cannot write" run helix --frames 1 --trace "$dir/absent/t"
echo kept > "$dir/whole"
mkdir "$dir/whole.particles"
alike 1 "whole.particles" run helix --frames 1 --trace "$dir/whole"
[ "$(cat "$dir/whole")" = kept ] || complain "a trace that could not be written emptied the one before"
alike 1 "cannot write" bench motion --scene wisp-three --json "$dir/absent/b.json"

# What works: 0.
expect 0 "Exit codes" --help
alike 0 "--frames N" run --help
alike 0 "--frames N" run -h
expect 0 "^ringlet [0-9]" --version
expect 0 "^helix (verlet)" run helix --model verlet --frames 1 --stats "$dir/v.json"
grep -q '"model": "verlet"' "$dir/v.json" || complain "the statistics do not name the model"
alike 0 "wisp-three  *violent  *-" bench motion --scene wisp-three
expect 0 "helix" list
alike 0 '"benches": \[' list --json
# The picture's parameters are listed as those of models are.
settings=$(sed -n 's/.*{"\([a-zA-Z]*\)", "m\{0,1\}", .*/\1/p' "$(dirname "$0")/../../core/view/view_settings.cpp")
if alike 0 '"picture": \[' list --json; then
    for name in hairColour exposure $settings; do
        grep -q "^ *\"name\": \"$name\",$" "$dir/out" || complain "list --json leaves out $name"
    done
    expect 0 "^the picture" list
fi
printf 't,x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,0,1\n0.1,0.1,0,0,0,0,0,1\n' >"$dir/good.csv"
expect 0 "^hash [0-9a-f]\{16\}$" run helix --frames 8 --motion "$dir/good.csv" --stats "$dir/s.json"
grep -q '"lengthError"' "$dir/s.json" || complain "no lengthError in the statistics"

# Energies: of the statistics, and of every frame with chosen particles.
grep -q '"energy": {' "$dir/s.json" || complain "no energy in the statistics"
grep -q '"lost": ' "$dir/s.json" || complain "no lost energy in the statistics"
expect 0 "^hash" run helix --model super-helix --frames 5 --series "$dir/series.csv" --particles 0:0,0:29
[ "$(grep -c '' "$dir/series.csv")" = 6 ] || complain "the series has not a heading and a row a frame"
grep -q '^time,kinetic,gravity,elastic,lost,.*,contacts,x0:0,y0:0,z0:0,x0:29,y0:29,z0:29$' "$dir/series.csv" ||
    complain "the series' heading"
[ "$(tail -n 1 "$dir/series.csv" | tr -dc , | wc -c)" = "$(head -n 1 "$dir/series.csv" | tr -dc , | wc -c)" ] ||
    complain "a row of the series has not a value for each heading"
alike 2 "needs --series" run helix --frames 1 --particles 0:1
alike 2 "no particle 0:1000000" run helix --frames 1 --series "$dir/t.csv" --particles 0:1000000
alike 2 "STRAND:PARTICLE" run helix --frames 1 --series "$dir/t.csv" --particles 5
expect 2 "writes '.*a.csv.particles' too" run helix --frames 1 --trace "$dir/a.csv" --save "$dir/a.csv.particles"
expect 2 "are the same file" run helix --frames 1 --series "$dir/a.csv" --stats "$dir/a.csv"
alike 1 "cannot write" run helix --frames 1 --series "$dir/absent/s.csv"

# The verifier: one line of one model, and its table.
expect 0 "permutation" verify --line permutation --model verlet --quick --out "$dir/truth.md"
grep -q '^| permutation | .* | 0 <= 0 |' "$dir/truth.md" || complain "no row of the line in the table"
alike 2 "did you mean 'mirror'" verify --line miror
alike 2 "did you mean 'verlet'" verify --model verlett
alike 2 "takes no 'curly'" verify curly
alike 1 "cannot write" verify --line michell --out "$dir/absent/t.md"
alike 0 "not modelled" verify --line michell

# A collider without an inside is named: a sheet keeps no hair out.
printf 'v -1 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n' > "$dir/sheet.obj"
printf 'v 0 0 0\nv 0 0.1 0\nv 0 0.2 0\nl 1 2 3\n' > "$dir/one.obj"
alike 0 "sheet.obj' has no inside" run sintel --frames 1 --cache "" --groom "$dir/one.obj" --collider "$dir/sheet.obj" \
    --set cell=0.05

# Where strands lie in each other, only the first few in one place touch, and that is said.
{ printf 'v 0 0 0\nv 0 -0.1 0\n'; for i in $(seq 800); do echo l 1 2; done; } > "$dir/pile.obj"
for model in "--model verlet" "--model super-helix --set hairContact=100 --set elements=1"; do
    alike 0 "strands lie in each other: up to [0-9]* of [0-9]* segments" run sintel --frames 1 --cache "" --groom "$dir/pile.obj" $model
done
awk 'BEGIN { for (i = 0; i < 800; ++i) printf "v %.7f 0 0\nv 0 -0.1 0\nv 0 -0.2 0\n", 3.5e-6 * i
    for (i = 0; i < 800; ++i) print "l", 3 * i + 1, 3 * i + 2, 3 * i + 3 }' > "$dir/layers.obj"
alike 0 "up to [0-9]* of 2400 points took no part in contacts with layers" run sintel --frames 1 --cache "" \
    --groom "$dir/layers.obj" --model verlet --set layers=both --set layerThickness=0.1 --set layerWidth=1

# The hash is the last line, the trace's last line, and the same on one thread.
expect 0 "^hash" run ringlets --motion violent --frames 12 --trace "$dir/a"
hash=$(lastLine)
[ "hash $(tail -n 1 "$dir/a")" = "$hash" ] || complain "the trace ends with another hash"
[ "$(grep -c '' "$dir/a")" = 12 ] || complain "the trace has not one line a frame"
expect 0 "equal to .* over 12 frames" run ringlets --motion violent --frames 12 --threads 1 --compare "$dir/a"
[ "$(lastLine)" = "$hash" ] || complain "one thread gives another hash"
if alike 0 "^hash" run ringlets --motion violent --frames 12 --lanes 1; then
    [ "$(lastLine)" = "$hash" ] || complain "scalar code gives another hash"
fi
if alike 0 "the same bits in [1-9][0-9]* ways after 12 frames" same ringlets --motion violent --frames 12; then
    grep -q "^lanes 1, threads 1: $hash" "$dir/out" || complain "same does not tell its ways apart"
fi
# A state that was saved in the middle of contacts goes on in another process, and what is no such state is refused.
for scene in layers super-fuzzy; do
    alike 0 "^hash" run $scene --motion violent --frames 35 && hash=$(lastLine)
    alike 0 "^hash" run $scene --motion violent --frames 20 --save "$dir/$scene.state"
    if alike 0 "^hash" run $scene --motion violent --frames 15 --lanes 1 --resume "$dir/$scene.state"; then
        [ "$(lastLine)" = "$hash" ] || complain "a state of $scene that was saved goes on with other hair"
    fi
done
expect 0 "^hash" run helix --motion violent --frames 8
hash=$(lastLine)
expect 0 "^hash" run helix --motion violent --frames 5 --save "$dir/helix.state"
expect 0 "^hash" run helix --motion violent --frames 3 --resume "$dir/helix.state"
[ "$(lastLine)" = "$hash" ] || complain "a state that was saved goes on with other hair"
alike 2 "helix.state: this is not a saved state of this hair model" run rods --motion violent --frames 1 --resume "$dir/helix.state"
alike 2 "helix.state: another motion played when the state was saved" run helix --motion shake --frames 1 --resume "$dir/helix.state"
alike 2 "helix.state: it was saved at 60 frames a second" run helix --frames 1 --rate 30 --resume "$dir/helix.state"
echo zebra | tee "$dir/c.txt" >"$dir/c.ringlet"
alike 2 "c.txt: this is not a saved simulation" run helix --frames 1 --resume "$dir/c.txt"
head -c 90 "$dir/helix.state" >"$dir/part.state"
alike 2 "damaged" run helix --frames 1 --resume "$dir/part.state"
alike 2 "no such file" run helix --frames 1 --resume "$dir/absent.state"
# A recording of the page in the place of a scene: its hash comes out again, any other is an error, and what it began with can be changed.
recording() {
    cat <<END
{"ringlet":"recording","v":4,"engine":"1.0-abc","scene":"helix","params":{"particles":"30","hairColour":"silver"},"camera":[0,0.1,1,0,0,0],
"frames":12,"head":"AMAAAA","brush":"","changes":[[3,"windSpeed","2"],[5,"windSpeed","0"]],"hash":"$1"}
END
}
recording "" >"$dir/hand.ringlet"
expect 0 "12 frames of 16.67 ms" run "$dir/hand.ringlet"
hash=$(lastLine)
recording "${hash#hash }" >"$dir/hand.ringlet"
expect 0 "^replayed .* the bits that .*hand.ringlet' ended with" run "$dir/hand.ringlet" --lanes 1
if alike 0 "^hash" run "$dir/hand.ringlet" --set drag=2; then
    grep -q "^replayed" "$dir/out" && complain "a recording that was changed is told as replayed"
fi
alike 0 "^hash" run "$dir/hand.ringlet" --frames 30 --out "$dir/hand.usda"
recording 0123456789abcdef >"$dir/other.ringlet"
expect 1 "other.ringlet: it ended with hash 0123456789abcdef, and here with ${hash#hash }: it was made by Ringlet 1.0-abc" run "$dir/other.ringlet"
alike 0 "the same bits in [1-9][0-9]* ways after 12 frames" same "$dir/hand.ringlet"
alike 2 "cannot be given with a recording" run "$dir/hand.ringlet" --motion shake
alike 2 "recordings have 60 frames a second" run "$dir/hand.ringlet" --rate 30
alike 2 "not with a recording" run "$dir/hand.ringlet" --resume "$dir/helix.state"
alike 2 "names the recording .* would be overwritten" run "$dir/hand.ringlet" --stats "$dir/./hand.ringlet"
alike 2 "c.ringlet: this is not a Ringlet recording" run "$dir/c.ringlet"
sed 's/windSpeed/particles/' "$dir/hand.ringlet" >"$dir/other.ringlet"
alike 2 "other.ringlet: the recording changes 'particles'" run "$dir/other.ringlet"
sed 's/helix/zebra/' "$dir/hand.ringlet" >"$dir/other.ringlet"
alike 2 "other.ringlet: unknown scene 'zebra'" run "$dir/other.ringlet"
expect 1 "first at frame 1, strand 0, particle [0-9]" \
    run ringlets --motion violent --frames 12 --set drag=3.5 --compare "$dir/a"
alike 0 "^hash" run ringlets --motion violent --frames 12 --trace "$dir/b" --trace-frames 5..6
alike 1 "trace the other run again with --trace-frames 1..1" \
    run ringlets --motion violent --frames 12 --set drag=3.5 --compare "$dir/b"
printf 'zebra\n' >"$dir/c"
alike 2 ":1: a trace has a line of 16" run ringlets --frames 1 --compare "$dir/c"

# The last frame's strands can be written, converted and come back the same.
expect 0 "^hash" run helix --frames 3 --set particles=32 --out "$dir/h.hair"
expect 0 "1 strands" convert "$dir/h.hair" "$dir/h.tfx"
expect 0 "1 strands" convert "$dir/h.tfx" "$dir/h2.hair"
cmp -s "$dir/h.hair" "$dir/h2.hair" || complain "strands change on the way from .hair to .tfx and back"
for format in usda data obj; do
    [ "$format" = usda ] || [ "$started" = 1 ] || continue
    expect 0 "1 strands, 32 points" convert "$dir/h.hair" "$dir/h.$format"
    expect 0 "1 strands" convert "$dir/h.$format" "$dir/h3.hair"
    cmp -s "$dir/h.hair" "$dir/h3.hair" || complain "strands change on the way from .hair to .$format and back"
done
expect 0 "^hash" run helix --motion helix-shake --frames 9 --out "$dir/m.usda" --out-every 4
[ "$(grep -c '^            [0-9]*: \[(.*)\],$' "$dir/m.usda")" = 6 ] || complain "not three samples of points and boxes"
alike 0 "1 strands" convert "$dir/m.usda" "$dir/m.data"
alike 2 "hold no motion" run helix --frames 9 --out "$dir/m.data" --out-every 4
alike 2 "needs --out" run helix --frames 9 --out-every 4
alike 1 "cannot write" run helix --frames 9 --out "$dir/absent/m.usda"
alike 0 "^hash" run helix --frames 3 --out "$dir/h50.data"
alike 0 "resampled to 64 points a strand, at most" convert "$dir/h50.data" "$dir/h50.tfx"

# Strands that follow are written with those that are simulated, still and in motion;
# a line an edge is joined to strands.
alike 0 "^hash" run straight --set strands=20 --set particles=8 --frames 1 --out "$dir/s.data"
alike 0 "5 guides of 20 strands" run sintel --groom "$dir/s.data" --set guides=5 --frames 2 --out "$dir/f.usda"
alike 0 "20 strands, 160 points" convert "$dir/f.usda" "$dir/f.tfx"
alike 0 "5 guides of 20 strands" run sintel --groom "$dir/s.data" --set guides=5 --frames 2 --out "$dir/f.hair"
alike 0 "20 strands, 160 points" convert "$dir/f.hair" "$dir/f.data"
alike 0 "1 strands, 4 points" convert "$(dirname "$0")/../fuzz/seeds/obj/edges.obj" "$dir/edges.data"
# Which axis is up goes along, and is told where a file does not say it.
alike 0 "^Z up, as is usual in .hair; turned to Y up, as is usual in .data" convert "$dir/f.hair" "$dir/f2.data"
alike 0 "^Z up, as is usual in .hair$" convert "$dir/f.hair" "$dir/f2.usda"
alike 0 "^Z up; turned to Y up, as is usual in .obj" convert "$dir/f2.usda" "$dir/f2.obj"
alike 0 "^X up, as set; turned to Y up" convert --up X "$dir/f.hair" "$dir/f3.data"
alike 0 "^Z up, as set; turned to Y up, as is usual in .obj" convert --up Z "$dir/wedge.obj" "$dir/wedge2.obj"
[ "$started" != 1 ] || grep -q '^v 0 0.2 0$' "$dir/wedge2.obj" || complain "a mesh is not turned as --up says"
alike 2 "must be Y, Z, X" convert --up up "$dir/f.hair" "$dir/f3.data"
# What a file has besides strands is told.
printf 'v 0 0 0\nv 0 1 0\nv 1 0 0\nl 1 2\nf 1 2 3\n' >"$dir/beside.obj"
alike 0 "^1 faces are no strands, and were left out" convert "$dir/beside.obj" "$dir/beside.data"
alike 0 "beside.obj: 1 faces are no strands" run sintel --frames 1 --groom "$dir/beside.obj"
# Strands of too few points are left out and told, in every format alike.
printf '\003\000\000\000\001\000\000\000%012d\002\000\000\000%024d\002\000\000\000%024d' 0 0 0 >"$dir/few.data"
alike 0 "2 strands, 4 points; 1 strands of too few points skipped" convert "$dir/few.data" "$dir/few.usda"

# What is written is said.
expect 0 "written  *'$dir/w.tfx': 1 strands, 64 points (resampled, at most [0-9.]* mm off), 1.18 kB" run helix --frames 1 --out "$dir/w.tfx"
alike 0 "written  *'$dir/w.usda': 3 frames of 1 strands, [0-9.]* kB" run helix --frames 5 --out "$dir/w.usda" --out-every 2
# Strands more between the rims of flat wisps: three in each of ten.
expect 0 "written  *'$dir/w.hair': 50 strands, 1550 points" run wisps --set strands=20 --frames 1 --out "$dir/w.hair" --between 3
cp "$dir/w.hair" "$dir/w3.hair"
alike 0 "written  *'$dir/w.hair': 30 strands, 930 points" run wisps --set strands=20 --frames 1 --out "$dir/w.hair" --between 1
[ "$(wc -c <"$dir/w.hair")" -lt "$(wc -c <"$dir/w3.hair")" ] || [ "$started" != 1 ] || complain "one strand between takes as much as three"
expect 0 "^hash" run sintel --groom "$dir/w3.hair" --frames 1
alike 2 "between needs --out" run wisps --frames 1 --between 3
alike 2 "whole number" run wisps --frames 1 --out "$dir/w.hair" --between 0
alike 0 "written '$dir/w.data', 776 bytes" convert "$dir/w.tfx" "$dir/w.data"
alike 0 "^units: maxSpeed m/s" bench motion --scene wisp-three

# Choices in either case; what is misspelt is looked for among its own kind; one key is given once.
alike 0 "Z up" run sintel --frames 1 --groom "$dir/h.hair" --set up=z --set unit=INCH --set snap=Off
alike 2 "did you mean 'curly'" run Curli
alike 2 "one of: guess, metre, centimetre, inch, tenth-inch, millimetre" run sintel --groom "$dir/h.hair" --set unit=cm
alike 2 "no parameter is named Drag (did you mean 'drag'?)" run helix --set Drag=1
alike 2 "did you mean 'verlet'" run helix --model Verlet
alike 2 "it is an option of its own: --model NAME" run helix --set model=verlet
alike 0 "^hash" run helix --frames 1 --backend CPU --layout Tiles
expect 2 "drag is given twice, 'drag=1' and 'drag=2'; keep one" run helix --frames 1 --set drag=1 --set drag=2

# A byte-order mark or other line ends change nothing: what is written is the same.
printf '\357\273\277v 0 0 0\rv 0 0.1 0\rv 0 0.2 0\rl 1 2 3\r' > "$dir/mark.obj"
expect 0 "1 strands, 3 points" convert "$dir/mark.obj" "$dir/mark.data"
expect 0 "1 strands, 3 points" convert "$dir/one.obj" "$dir/plain.data"
cmp -s "$dir/mark.data" "$dir/plain.data" || complain "a byte-order mark or CR changes strands"
printf '\357\273\277t,x,y,z,qx,qy,qz,qw\r0,0,0,0,0,0,0,1\r0.1,0.1,0,0,0,0,0,1\r' > "$dir/cr.csv"
expect 0 "^hash" run helix --frames 8 --motion "$dir/good.csv"
hash=$(lastLine)
expect 0 "^hash" run helix --frames 8 --motion "$dir/cr.csv"
[ "$(lastLine)" = "$hash" ] || complain "a motion with CR ends is another motion"
tr '\n' '\r' < "$dir/a" > "$dir/cr"
alike 0 "equal to" run ringlets --motion violent --frames 12 --compare "$dir/cr"

# What never ends, or waits for somebody, is no file to read.
mkfifo "$dir/pipe.obj" "$dir/pipe"
for option in --motion --compare; do
    for input in /dev/zero "$dir/pipe"; do
        expect 2 "not a regular file" run helix --frames 1 $option "$input"
    done
done
alike 2 "not a regular file" run sintel --groom "$dir/pipe.obj"
for option in --head --collider; do
    alike 2 "not a regular file" run sintel --groom "$dir/h.hair" $option "$dir/pipe.obj"
done
alike 2 "not a regular file" bench sag-free --groom "$dir/pipe.obj"
alike 2 "not a regular file" convert "$dir/pipe.obj" "$dir/o.obj"

# Coordinates beyond what a float can tell apart: strand and point are named.
printf 'v 0 0 0\nv 0 1e30 0\nl 1 2\n' > "$dir/far.obj"
expect 2 "far.obj: point 1 of strand 0 lies at (0, 1e30, 0), beyond 1e7; " run sintel --frames 1 --groom "$dir/far.obj"

# Outputs take their place when they are whole: until then, and where they cannot be, what was there stays.
mkdir "$dir/full"
whole() { [ "$(ls -A "$dir/full")" = "$1" ] || complain "$2 leaves '$(ls -A "$dir/full")'"; }
cp "$dir/h.hair" "$dir/full/h.hair"
ln "$dir/full/h.hair" "$dir/hard.hair"
ln -s full/h.hair "$dir/soft.hair"
for other in full/h.hair full/../full/h.hair hard.hair soft.hair; do
    expect 2 "is the file to read; name another" convert "$dir/full/h.hair" "$dir/$other"
done
expect 2 "bad.tfx" convert "$dir/bad.tfx" "$dir/full/h.hair"
cmp -s "$dir/h.hair" "$dir/full/h.hair" || complain "a conversion that failed changed its output"
whole h.hair "a conversion that failed"
alike 2 "1:5: y\|2:5: y" run helix --motion "$dir/bad.csv" --stats "$dir/full/h.hair"
whole h.hair "a run that failed"
echo old > "$dir/full/t"
expect 1 "first at frame 1" run ringlets --frames 12 --motion violent --set drag=3.5 --compare "$dir/a" --out "$dir/full/t.obj"
whole "h.hair
t" "a run that differed"
expect 0 "^hash" run helix --frames 2 --out "$dir/soft.hair"
[ -L "$dir/soft.hair" ] || complain "writing to a link replaced the link"
cmp -s "$dir/h.hair" "$dir/full/h.hair" && complain "writing to a link did not reach its file"
if [ -w /dev/full ]; then
    expect 1 "/dev/full.*disk is full" run helix --frames 1 --stats /dev/full
    alike 1 "/dev/full.*disk is full" run helix --frames 1 --trace /dev/full
    for what in run same; do
        (play $what helix --frames 1) >/dev/full 2>"$dir/err"
        [ $? = 1 ] && grep -q "^error: cannot write to standard output" "$dir/err" || complain "$what says nothing of a full standard output"
    done
else
    echo "SKIPPED: no /dev/full to write to"
fi
# A file that may not grow, as on a full disk; node says so by a signal.
if [ "$started" = 1 ]; then
    before="ulimit -f 8;"
    expect 1 "full/t.usda': it grows larger" run straight --frames 2 --set strands=100 --out "$dir/full/t.usda"
    cp "$dir/full/t" "$dir/full/s.usda"
    expect 1 "full/s.usda': it grows larger" run straight --frames 2 --set strands=100 --out "$dir/full/s.usda"
    [ "$(cat "$dir/full/s.usda")" = old ] || complain "a file that could not be written whole is not what it was"
    rm "$dir/full/s.usda"
    whole "h.hair
t" "a run that could not write"
    before=''
    # An interrupt leaves nothing behind.
    play run straight --set strands=100 --frames 100000 --out "$dir/full/i.usda" >/dev/null 2>&1 &
    running=$!
    turns=0
    while [ -z "$(ls -A "$dir/full" | grep part)" ] && [ $turns -lt 100 ]; do sleep 0.1; turns=$((turns + 1)); done
    kill -TERM $running
    wait $running 2>/dev/null
    [ $? = 143 ] || complain "a terminated run does not end by the signal"
    whole "h.hair
t" "a terminated run"
fi
# Pipes and devices are written as they are.
if [ "$started" = 1 ]; then
    cat "$dir/pipe" > "$dir/piped" &
    expect 0 "^hash" run helix --frames 1 --stats "$dir/pipe"
    wait $!
    grep -q '"frames": 1' "$dir/piped" || complain "a pipe did not get the statistics"
else  # node seeks in what it writes, and a pipe cannot: that is said at once, though nobody reads it
    plain=$program
    program="timeout 60 $plain"
    expect 1 "/pipe': it is a pipe" run helix --frames 1 --stats "$dir/pipe"
    program=$plain
    [ -p "$dir/pipe" ] || complain "a pipe that is refused is not what it was"
fi
if alike 0 '"frames": 1' run helix --frames 1 --stats /dev/stdout; then
    grep -q '^hash' "$dir/out" || complain "what goes to /dev/stdout overwrites what is printed"
fi
expect 0 "^hash" run helix --frames 1 --stats /dev/null

# Whatever is wrong with a file: one line, what and how to mend it, exit code 2.
seeds=$(dirname "$0")/../fuzz/seeds
for format in hair tfx data obj usda; do
    mkdir -p "$dir/folder.$format"
    : >"$dir/empty.$format"
    [ ! -e "$dir/h.$format" ] || head -c 300 "$dir/h.$format" >"$dir/cut.$format"
    printf 'nothing that any reader knows, and long enough for every header there is: %0200d' 7 >"$dir/other.$format"
    for wrong in folder empty other; do
        alike 2 "$wrong.$format: .*; " convert "$dir/$wrong.$format" "$dir/o.data"
    done
    alike 2 "absent.$format: no such file; " run sintel --frames 1 --groom "$dir/absent.$format"
    [ "$format" = obj ] || alike 2 "cut.$format: .*at \(byte\|line\) .*; " run sintel --frames 1 --groom "$dir/cut.$format"
done
for format in hair tfx data; do
    alike 2 "beyond-32-bits.$format: .*at byte .*; " convert "$seeds/$format/counts-beyond-32-bits.$format" "$dir/o.obj"
done
expect 2 "folder.tfx: .*; " convert "$dir/folder.tfx" "$dir/o.data"
alike 2 "empty.hair: .*; " convert "$dir/empty.hair" "$dir/o.data"
alike 2 "absent.usda: no such file; " run sintel --frames 1 --groom "$dir/absent.usda"
printf 'v 0 0 0\nv 0 0 nan\nl 1 2\n' >"$dir/nan.obj"
alike 2 "nan.obj: .*at line 2 (byte .*; " convert "$dir/nan.obj" "$dir/o.data"
alike 2 "hold no strands; " run sintel --frames 1 --groom "$seeds/glb/triangle.glb"
alike 2 "absent.glb: no such file; " run sintel --frames 1 --groom "$dir/h.hair" --head "$dir/absent.glb"
expect 0 "1 strands" run sintel --frames 1 --groom "$dir/h.hair" --head "$seeds/glb/triangle.glb"
alike 0 "h.hair: inches, Z up" run sintel --frames 1 --groom "$dir/h.hair" --set unit=inch --set up=Z
chmod 0 "$dir/empty.tfx"
chmod 755 "$made" "$dir"
nobody="setpriv --reuid=65534 --regid=65534 --clear-groups"
if [ "$(id -u)" != 0 ]; then
    expect 2 "empty.tfx: no permission; " convert "$dir/empty.tfx" "$dir/o.data"
elif (program="$nobody $program" && play --help) >/dev/null 2>&1; then
    plain=$program program="$nobody $program"
    expect 2 "empty.tfx: no permission; " convert "$dir/empty.tfx" "$dir/o.data"
    program=$plain
else
    echo "SKIPPED: root may read every file, so that one without permission has not been tried"
fi

if [ "$failures" != 0 ]; then
    echo "$failures failed"
    exit 1
fi
echo "all passed"

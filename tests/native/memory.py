#!/usr/bin/env python3
"""Peak memory over file formats and shapes of files: whatever a file holds, reading, converting and
simulating it takes at most 40 times its bytes beyond what the smallest file takes, and more, but still in proportion, where strands
that rub against each other lie in each other.

usage: memory.py PROGRAM [ARGUMENT ...]     --table prints every figure
"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile

MOST = 40        # bytes of memory a byte of the file
CROWD = {'verlet': 500, 'super-helix': 2200}  # the same where all strands lie in one place and touch, by their segments
N = 50000        # points, about; the figures of larger files are the same

points = lambda n, step=1e-6: b''.join(struct.pack('<3f', 0, -i * step, (i % 7) * 1e-6) for i in range(n))


def data(counts):
    return struct.pack('<i', len(counts)) + b''.join(struct.pack('<i', c) + points(c) for c in counts)


def hair(counts):
    head = b'HAIR' + struct.pack('<4I', len(counts), sum(counts), 2 if len(set(counts)) == 1 else 3, counts[0] - 1)
    segments = b'' if len(set(counts)) == 1 else struct.pack('<%dH' % len(counts), *[c - 1 for c in counts])
    return head + bytes(108) + segments + b''.join(points(c) for c in counts)


def tfx(strands, each):
    one = b''.join(struct.pack('<4f', 0, -i * 1e-6, (i % 7) * 1e-6, i > 0) for i in range(each))
    return struct.pack('<f3I', 4.0, strands, each, 160) + bytes(144) + one * strands


def usda(body):
    return ('#usda 1.0\n' + body).encode()


def curves(counts, xyz, more=''):
    return usda('def BasisCurves "a"\n{\nint[] curveVertexCounts=[' + counts + ']\npoint3f[] points=[' + xyz +
                ']\nuniform token type="linear"\n' + more + '}\n')


def glb(nodes='', primitives='', meshes='', accessors='', more='', triangles=1):
    text = ('{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}%s],'
            '"meshes":[{"primitives":[{"attributes":{"POSITION":0}}%s]}%s],'
            '"accessors":[{"bufferView":0,"componentType":5126,"count":%d,"type":"VEC3"}%s],'
            '"bufferViews":[{"buffer":0,"byteLength":%d}],"buffers":[{"byteLength":%d}]%s}'
            % (nodes, primitives, meshes, 3 * triangles, accessors, 36 * triangles, 36 * triangles, more)).encode()
    text += b' ' * (-len(text) % 4)
    binary = struct.pack('<9f', 0, 0, 0, .1, 0, 0, 0, .1, 0) * triangles
    body = struct.pack('<I4s', len(text), b'JSON') + text + struct.pack('<I4s', len(binary), b'BIN\0') + binary
    return b'glTF' + struct.pack('<II', 2, 12 + len(body)) + body


def many(item, times):
    return ',' + ','.join([item] * times)


GROOMS = {
    'one strand.data': lambda: data([N]),
    'long strand.data': lambda: struct.pack('<ii', 1, N) + points(N, 1e-5),  # that no stiffness holds
    'short strands.data': lambda: data([2] * (N // 2)),
    'one strand.hair': lambda: hair([N]),
    'short strands.hair': lambda: hair([2] * (N // 2)),
    'ragged.hair': lambda: hair(list(range(2, 360))),
    'one strand.tfx': lambda: tfx(1, N),
    'short strands.tfx': lambda: tfx(N // 2, 2),
    'one strand.obj': lambda: (''.join('v 0 %g 0\n' % (-i * 1e-6) for i in range(N)) + 'l ' +
                               ' '.join(map(str, range(1, N + 1))) + '\n').encode(),
    'short strands.obj': lambda: b'v 0 0 0\nv 0 -.1 0\n' + b'l 1 2\n' * (N // 2),
    'one line over and over.obj': lambda: b'v 0 0 0\nv 0 -.1 0\nl' + b' 1 2' * N + b'\n',
    'unused vertices.obj': lambda: b'v 0 0 0\nv 0 1 0\n' * N + b'l 1 2\n',
    'one strand.usda': lambda: curves(str(N), ','.join('(0,%g,0)' % (-i * 1e-6) for i in range(N))),
    'short strands.usda': lambda: curves('2,' * (N // 2), '(0,0,0),(0,-1,0),' * (N // 2)),
    'indices.usda': lambda: curves('2,' * (N // 2), '(0,0,0),(0,-1,0),' * (N // 2), 'color3f[] primvars:displayColor='
                                   '[(1,1,1)]\nint[] primvars:displayColor:indices=[' + '0,' * N + ']\n'),
    'prims.usda': lambda: usda('def BasisCurves "a"{int[] curveVertexCounts=[2]\npoint3f[] points=[(0,0,0),(0,-1,0)]\n'
                               'uniform token type="linear"}\n' * (N // 20)),
    'empty prims.usda': lambda: usda('def Xform "a" {}\n' * N),
    'deep prims.usda': lambda: usda('def Xform "a" {\n' * N),
    'deep lists.usda': lambda: usda('def BasisCurves "a" {\npoint3f[] points=' + '[' * 500000),
}
MESHES = {
    'one face.obj': lambda: b'v 0 0 0\nv .1 0 0\nv 0 .1 0\nf' + b' 1 2 3' * N + b'\n',
    'faces.obj': lambda: b'v 0 0 0\nv .1 0 0\nv 0 .1 0\n' + b'f 1 2 3\n' * N,
    'vertices.obj': lambda: b'v 0 0 0\n' * N + b'f 1 2 3\n',
    'triangles.glb': lambda: glb(triangles=N // 3),
    'nodes.glb': lambda: glb(nodes=many('{}', N)),
    'primitives.glb': lambda: glb(primitives=many('{"attributes":{"POSITION":0}}', N // 10)),
    'meshes.glb': lambda: glb(meshes=many('{"primitives":[]}', N // 4)),
    'accessors.glb': lambda: glb(accessors=many('{"componentType":5126,"count":3,"type":"VEC3"}', N // 10)),
    'materials.glb': lambda: glb(more=',"materials":[{}' + many('{}', N) + ']'),
    'numbers.glb': lambda: glb(more=',"extras":[0' + many('0', 4 * N) + ']'),
    'texts.glb': lambda: glb(more=',"extras":[""' + many('""', 2 * N) + ']'),
    'lists.glb': lambda: glb(more=',"extras":[[]' + many('[]', 2 * N) + ']'),
    'objects.glb': lambda: glb(more=',"extras":[{}' + many('{}', 2 * N) + ']'),
    'deep.glb': lambda: glb(more=',"extras":' + '[' * N + ']' * N),
}


CROWDS = {'strands in each other.data': lambda: struct.pack('<i', N // 16) + (struct.pack('<i', 16) + points(16, 0.005)) * (N // 16)}
SMALL = {'small.data': lambda: data([4]), 'small.glb': lambda: glb()}


def peak(words):
    """What the program says, and its peak memory, bytes."""
    limited = ['sh', '-c', 'ulimit -v 4000000 && exec "$@"', 'sh'] + words  # kB, so that a failure takes no machine along
    process = subprocess.Popen(limited, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, said, usage.ru_maxrss * (1 if sys.platform == 'darwin' else 1024)


def write(name, path):
    """Another process makes the file: what this one has ever taken would count for those it starts."""
    if os.fork() == 0:
        with open(path, 'wb') as file:
            file.write((GROOMS | MESHES | CROWDS | SMALL)[name]())
        os._exit(0)
    if os.wait()[1] != 0:
        sys.exit('FAILED: %s was not made' % name)


def main():
    words = [w for w in sys.argv[1:] if w != '--table']
    table = '--table' in sys.argv[1:]
    if len(words) != 1:
        print('SKIPPED: the memory of a program under another one has not been measured')
        return 0
    program, failures = words[0], 0
    folder = tempfile.mkdtemp()
    try:
        small, smallMesh = [os.path.join(folder, name) for name in SMALL]
        for name in SMALL:
            write(name, os.path.join(folder, name))
        run = lambda *more: [program, 'run', 'sintel', '--frames', '1', '--threads', '1', '--cache', ''] + list(more)
        convert = lambda path, to: [program, 'convert', path, os.path.join(folder, 'out.' + to)]
        cases = [(name, lambda p: [(convert(p, 'usda'), convert(small, 'usda')),
                                         (run('--groom', p), run('--groom', small))]) for name in GROOMS]
        cases += [(name, lambda p, more=['--model', model] + set: [(run('--groom', p, *more), run('--groom', small, *more))])
                  for model, set in (('verlet', []), ('super-helix', ['--set', 'hairContact=100']))
                  for name in ['one strand.data', *CROWDS]]
        cases += [(name, lambda p: [(convert(p, 'obj'), convert(smallMesh, 'obj')),
                                          (run('--groom', small, '--head', p), run('--groom', small, '--head', smallMesh))])
                  for name in MESHES]
        bases = {}
        for name, commands in cases:
            path = os.path.join(folder, name)
            write(name, path)
            size = os.path.getsize(path)
            for command, plain in commands(path):
                key = ' '.join(plain)
                if key not in bases:
                    bases[key] = peak(plain)
                    if bases[key][0] != 0:
                        print('FAILED: %s: %s' % (key, bases[key][1]))
                        return 1
                code, said, used = peak(command)
                times = max(0, used - bases[key][2]) / size
                model = command[command.index('--model') + 1] if '--model' in command else command[1]
                most = CROWD[model] if name in CROWDS else MOST
                line = '%-28s %-11s %6.1f MB of file, %7.1f MB of memory, %6.1f times%s' % (
                    name, model, size / 1e6, used / 1e6, times, '   ' + said.strip()[-150:] if said else '')
                bad = code not in (0, 2) or times > most or (code == 2 and said.count('\n') != 1)
                if table or bad:
                    print(('FAILED (exit code %d): ' % code if bad else '') + line)
                failures += bad
            os.unlink(path)
    finally:
        shutil.rmtree(folder)
    print('%d failed' % failures if failures else 'all within %d times (where strands lie in each other %s)' % (MOST, CROWD))
    return 1 if failures else 0


sys.exit(main())

#!/usr/bin/env python3
"""Puts each kind of violation into a small tree and sees that it is caught."""
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import layering  # noqa: E402  (after the line that keeps the source tree clean)

CLEAN = {
    "core/base/hash.h": "#include <vector>\n",
    "core/math/vec.h": '#include "core/base/hash.h"\n',
    "core/math/elementary.h": "float sine(float x);\ninline float f(float x) { return ns::sine(x); }\n",
    "core/params/params.h": "",
    "core/groom/groom.h": '#include "core/collide/sphere_math.h"\n',
    "core/collide/sphere_math.h": '#include "core/math/vec.h"\n',
    "core/models/model.h": '#include "core/groom/groom.h"\n',
    "core/models/one/one.h": '#include "core/models/model.h"\n',
    "core/models/one/one.cpp": '#include "core/models/one/one.h"\n// std::sin(x) is not used\nconst char* s = "sin(";\n',
    "core/models/two/two.h": "",
    "core/files/obj.cpp": '#include "core/collide/sphere_math.h"\n',
    "core/scenes/curly.cpp": '#include "core/models/one/one.h"\n#include "core/files/obj.h"\n',
    "core/files/obj.h": "",
    "core/view/draw.cpp": '#include "core/scenes/scene.h"\n#include <GLES3/gl3.h>\nfloat g() { return std::sin(1); }\n',
    "core/scenes/scene.h": "float logit(float); inline void f() { a.sort(); logit(3); }\n",
    "core/models/one/one_step.h": "",
    "kernels/one.cu": '#include "core/collide/sphere_math.h"\n#include "core/math/vec.h"\n'
                      '#include "core/models/one/one_step.h"\n',
    "native/main.cpp": '#include "core/scenes/scene.h"\n',
}

# What is added to the clean tree, and a part of the one line that must be said.
VIOLATIONS = {
    "math sees groom": ("core/math/a.h", '#include "core/groom/groom.h"\n', "math must not see groom"),
    "base sees math": ("core/base/a.h", '#include "core/math/vec.h"\n', "base must not see math"),
    "groom sees models": ("core/groom/a.h", '#include "core/models/model.h"\n', "groom must not see models"),
    "models see scenes": ("core/models/a.h", '#include "core/scenes/scene.h"\n', "models must not see scenes"),
    "models see files": ("core/models/a.h", '#include "core/files/obj.h"\n', "models must not see files"),
    "files see models": ("core/files/a.h", '#include "core/models/model.h"\n', "files must not see models"),
    "scenes see view": ("core/scenes/a.h", '#include "core/view/draw.cpp"\n', "scenes must not see view"),
    "a model sees another": ("core/models/one/a.h", '#include "core/models/two/two.h"\n', "never include each other"),
    "kernels see models": ("kernels/a.cu", '#include "core/models/model.h"\n', "kernels must not see models"),
    "core sees kernels": ("core/groom/a.cpp", '#include "kernels/one.cu"\n', "groom must not see kernels"),
    "graphics in a scene": ("core/scenes/a.cpp", "#include <GLES3/gl3.h>\n", "graphics only"),
    "panel in a model": ("core/models/a.cpp", '#include "imgui.h"\n', "graphics only"),
    "relative include": ("core/math/a.cpp", '#include "vec.h"\n', "from the project's root"),
    "unknown file": ("core/math/a.cpp", '#include "core/math/gone.h"\n', "no such file"),
    "unknown room": ("core/attic/a.cpp", "\n", "no room"),
    "libm": ("core/groom/a.cpp", "float f(float x) { return std::sin(x); }\n", "uses std::sin"),
    "libm of C": ("core/models/a.cpp", "float f(float x) { return atan2f(x, 1); }\n", "uses atan2f"),
    "pow": ("core/scenes/a.cpp", "/* line */ double f(double x) { return pow (x, 2); }\n", "uses pow"),
    "a thread's own variable": ("web/a.cpp", "thread_local int a;\n", "thread_local lies elsewhere"),
    "std::sort": ("core/collide/a.cpp", "void f() { std::sort(a, b); }\n", "uses std::sort"),
    "rand": ("core/groom/a.cpp", "int f() { return rand(); }\n", "uses rand"),
    "random header": ("core/groom/a.cpp", "#include <random>\n", "depend on the machine"),
    "unordered": ("core/contact/a.cpp", "#include <unordered_map>\n", "depend on the machine"),
    "Eigen": ("core/models/a.cpp", "#include <Eigen/Dense>\n", "depend on the machine"),
    "text to number": ("core/files/a.cpp", "float f() { return std::strtof(t, e); }\n", "uses strtof"),
    "long file": ("web/a.cpp", "\n" * 401, "more than 400 lines"),
}


def write(root, path, text):
    os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
    with open(os.path.join(root, path), "w", encoding="utf-8") as file:
        file.write(text)


class Layering(unittest.TestCase):
    def tree(self, extra):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for path, text in {**CLEAN, **extra}.items():
            write(folder.name, path, text)
        return layering.violations(folder.name)

    def test_clean_tree_has_no_violation(self):
        self.assertEqual(self.tree({}), [])

    def test_each_violation_is_caught_and_nothing_else(self):
        for name, (path, text, said) in VIOLATIONS.items():
            with self.subTest(name):
                found = self.tree({path: text})
                self.assertEqual(len(found), 1, found)
                self.assertIn(said, found[0])
                self.assertTrue(found[0].startswith(path + ":"), found[0])


if __name__ == "__main__":
    unittest.main()

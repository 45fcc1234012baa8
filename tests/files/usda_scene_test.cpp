// USD text as other programs compose it: what is shown, what moves, what varies along its curves.
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

using namespace ringlet;
using namespace ringlet::test;

namespace usda_scene_test {
namespace {

std::string errorOf(const std::string& text) {
    auto strands = readStrands(textBytes(text), "a.usda");
    return strands ? "" : strands.error();
}

FileStrands layerOf(const std::string& text) {
    auto strands = readStrands(textBytes("#usda 1.0\n" + text), "a.usda");
    if (!strands) FAIL(strands.error());
    return strands.value();
}

FileStrands curvesOf(const std::string& body) { return layerOf("def BasisCurves \"c\" {\n" + body + "\n}\n"); }

}  // namespace

TEST_CASE("usda: what is not shown is left out, and so is what lies elsewhere, and both are told") {
    const auto hair = [](const std::string& name, const std::string& z, const std::string& before, const std::string& after = "",
                         const std::string& widths = "float[] widths = [1]\n") {
        return "def BasisCurves \"" + name + "\" " + before + " {\nuniform token type = \"linear\"\nint[] curveVertexCounts = [2]\n"
               "point3f[] points = [(0, 0, 0), (0, 0, " + z + ")]\n" + widths + after + "}\n";
    };
    const std::string shown = hair("shown", "1", "");
    CHECK(layerOf(shown).notes.empty());
    for (const char* rendered : {"token visibility = \"inherited\"\n", "uniform token purpose = \"render\"\n", "custom int purpose = 3\n"})
        CHECK(layerOf(shown + hair("b", "2", "(active = true)", rendered)).counts.size() == 2);
    for (const std::string& off : {hair("b", "2", "( active = false )"), hair("b", "nan", "( kind = \"x\" active = 0 )"),
                                   hair("b", "2", "", "token visibility = \"invisible\"\n"),
                                   hair("b", "2", "", "token visibility.timeSamples = { 1: \"invisible\", 2: \"inherited\" }\n"),
                                   hair("b", "2", "", "uniform token purpose = \"guide\"\n"),
                                   hair("b", "2", "", "uniform token purpose = 'proxy'\n")}) {
        CAPTURE(off);
        for (const std::string& text : {shown + off, off + shown}) {
            const FileStrands s = layerOf(text);
            CHECK(s.counts == std::vector<uint32_t>{2});
            CHECK(samePoints(s.points, {{0, 0, 0}, {0, 0, 1}}));
            CHECK(s.thickness == std::vector<float>{1, 1});
            REQUIRE(s.notes.size() == 1);
            CHECK(s.notes[0].find("1 curves or groups of them are not active, invisible, guides or proxies") == 0);
        }
        CHECK(errorOf("#usda 1.0\n" + off).find("(1 curves or groups of them are not active") != std::string::npos);
    }
    // All that lies within, wherever it is said; what has no widths takes none from the others.
    const std::string said = "token visibility = \"invisible\"\n", within = hair("c", "3", "", "", "");
    for (const std::string& body : {said + within, within + said}) {
        const FileStrands s = layerOf(shown + "def Xform \"x\" {" + body + "}\n" + hair("d", "4", ""));
        CHECK(samePoints(s.points, {{0, 0, 0}, {0, 0, 1}, {0, 0, 0}, {0, 0, 4}}));
        if (body.find(said) == 0) CHECK(s.thickness == std::vector<float>(4, 1));
    }
    // What only some have is of no use, and told once.
    for (const std::string& text : {shown + within + hair("d", "4", ""), within + shown + within + shown}) {
        const FileStrands some = layerOf(text);
        CHECK(some.thickness.empty());
        CHECK(some.notes == std::vector<std::string>{"not all curves have a width, which was left out of the others"});
    }
    CHECK(layerOf(within + within).notes.empty());
    // What is too short there is not counted, nor strands from there on.
    const std::string few = "uniform token type = \"linear\"\nint[] curveVertexCounts = [1, 2]\npoint3f[] points = [(9, 9, 9), (0, 0, 0), (0, 0, 1)]\n}\n";
    const FileStrands behind = layerOf("def Xform \"x\" {\ndef BasisCurves \"e\" {\n" + few + said + "}\ndef BasisCurves \"f\" {\n" + few);
    CHECK(behind.skipped == 1);
    CHECK(behind.numbers == std::vector<uint32_t>{1});
    // What would have to be composed.
    for (const char* elsewhere : {"( prepend references = @b.usda@</x> (offset = 1) )", "( payload = [@b.usda@] )",
                                  "( variants = { string lod = \"high\" } prepend variantSets = \"lod\" )", "( inherits = </_class> )"}) {
        CAPTURE(elsewhere);
        const FileStrands s = layerOf(shown + "def Xform \"x\" " + elsewhere + " {" + hair("c", "3", "") + "}\n");
        CHECK(s.counts.size() == 2);
        REQUIRE(s.notes.size() == 1);
        CHECK(s.notes[0].find("1 prims have references") == 0);
    }
    CHECK(layerOf(shown + "def Xform \"x\" ( references = None ) {}\n").notes.empty());
    CHECK(errorOf("#usda 1.0\ndef Xform \"x\" { uniform token[] xformOpOrder = [\"xformOp:scale\"]\n" + shown + "}\n") ==
          "a.usda: 'xformOp:scale' in xformOpOrder has no value, at line 2 (byte 13); bake the transforms when exporting");
    // Curves of another kind, and other layers.
    CHECK(layerOf(shown + "def NurbsCurves \"n\" {}\ndef HermiteCurves \"h\" {}\n").notes ==
          std::vector<std::string>{"2 NurbsCurves or HermiteCurves are not read, and were left out"});
    CHECK(layerOf("( subLayers = [ @b.usda@ ] )\n" + shown).notes == std::vector<std::string>{"its subLayers, other files, were left out"});
    const FileStrands s = layerOf(shown + "def PointInstancer \"x\" {" + within + "}\n");
    CHECK(s.counts.size() == 1);
    CHECK(s.notes.size() == 2);
    CHECK(errorOf("#usda 1.0\ndef \"x\" ( references = @b.usda@ ) {}\n").find("(1 prims have references") != std::string::npos);
}

TEST_CASE("usda: a time sample goes before a value without a time, whichever stands first") {
    const std::string points = "point3f[] points = [(0, 0, 0), (0, 0, 1)]\n", sampled = "point3f[] points.timeSamples = { 1: [(0, 0, 0), (0, 0, 7)] }\n";
    const std::string place = "double3 xformOp:translate = (100, 0, 0)\n",
                      places = "double3 xformOp:translate.timeSamples = {\n 1: (1, 0, 0),\n 2: (2, 0, 0)\n }\n";
    const std::string rest = "uniform token type = \"linear\"\nint[] curveVertexCounts = [2]\n"
                             "uniform token[] xformOpOrder = [\"xformOp:translate\"]\n";
    for (const std::string& body : {points + sampled + place + places + rest, sampled + points + places + place + rest}) {
        CAPTURE(body);
        CHECK(samePoints(curvesOf(body).points, {{1, 0, 0}, {1, 0, 7}}));
    }
    // No sample is there: the value without a time.
    for (const char* none : {"{ 1: None }", "{}", "None"})
        CHECK(samePoints(curvesOf(points + "point3f[] points.timeSamples = " + none + "\n" + place + rest).points, {{100, 0, 0}, {100, 0, 1}}));
    CHECK(samePoints(curvesOf(points + "uniform token type = \"linear\"\nint[] curveVertexCounts = [2]\nuniform token[] xformOpOrder = None\n").points,
                     {{0, 0, 0}, {0, 0, 1}}));
}

TEST_CASE("usda: values that vary along pinned curves are counted with their phantom points or without") {
    std::string points;
    for (int i = 0; i < 12; ++i) points += (i ? ", (" : "(") + std::to_string(i / 6) + ", 0, " + std::to_string(i % 6) + ")";
    for (const char* basis : {"bspline", "catmullRom"}) {
        CAPTURE(basis);
        const auto widths = [&](const std::string& values) {
            const FileStrands s = curvesOf("uniform token type = \"cubic\"\nuniform token basis = \"" + std::string(basis) +
                                           "\"\nuniform token wrap = \"pinned\"\nint[] curveVertexCounts = [6, 6]\npoint3f[] points = [" + points +
                                           "]\nfloat[] widths = [" + values + "] (interpolation = \"varying\")\n");
            REQUIRE(s.thickness.size() == 12);
            return s.thickness;
        };
        // Six control points have five segments to the phantom ones, and three between the first and last but one.
        CHECK(widths("0, 1, 4, 9, 2, 5, 9, 9, 9, 9, 9, 9") == std::vector<float>{0, 1, 4, 9, 2, 5, 9, 9, 9, 9, 9, 9});
        CHECK(widths("1, 2, 3, 4, 6, 7, 8, 9") == std::vector<float>{1, 1, 2, 3, 4, 4, 6, 6, 7, 8, 9, 9});
    }
    // The shortest have the two that every curve has.
    const FileStrands s = curvesOf("uniform token basis = \"catmullRom\"\nuniform token wrap = \"pinned\"\nint[] curveVertexCounts = [2, 3]\n"
                                   "point3f[] points = [(0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1), (1, 0, 2)]\n"
                                   "float[] widths = [1, 2, 5, 6] (interpolation = \"varying\")\n");
    CHECK(s.thickness == std::vector<float>{1, 2, 5, 5, 6});
}

TEST_CASE("usda: a cubic curve of too few points is left out and counted, the others are read") {
    const FileStrands s = curvesOf("uniform token basis = \"bspline\"\nint[] curveVertexCounts = [2, 4, 3]\n"
                                   "point3f[] points = [(9, 9, 9), (9, 9, 9), (0, 0, 0), (6, 0, 0), (12, 0, 0), (18, 0, 0), (8, 8, 8), (8, 8, 8), (8, 8, 8)]\n"
                                   "float[] widths = [7, 7, 1, 2, 8, 8] (interpolation = \"varying\")\n");
    CHECK(s.counts == std::vector<uint32_t>{4});
    CHECK(s.skipped == 2);
    CHECK(s.numbers == std::vector<uint32_t>{1});
    CHECK(s.points[0].x == doctest::Approx(6));
    CHECK(s.thickness[0] == 1);
    CHECK(s.thickness[3] == 2);
}

TEST_CASE("usda: what no parent moves stays where it is, however much lies before, beside and within it") {
    const std::string two = "uniform token type = \"linear\"\nint[] curveVertexCounts = [2]\npoint3f[] points = [(0, 0, 0), (0, 0, 1)]\n";
    const auto prim = [](const std::string& body, bool resets) {
        return "def BasisCurves \"c\" {" + body + "double3 xformOp:translate = (1, 0, 0)\nuniform token[] xformOpOrder = [" +
               (resets ? "\"!resetXformStack!\", " : "") + "\"xformOp:translate\"]\n}\n";
    };
    const std::string moved = prim(two, false), kept = prim(two, true);
    const std::vector<Vec3f> points =
        layerOf(kept + kept + moved + kept + prim(two + kept + kept + moved + prim(two + kept + moved, true) + moved, false) +
                prim(kept + kept + moved, true) + prim(kept, false)).points;
    std::vector<float> x;
    for (size_t i = 0; i < points.size(); i += 2) x.push_back(points[i].x);
    // A prim's own curves come after those within it.
    CHECK(x == std::vector<float>{1, 1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 1, 1, 1, 2, 1});
}

}  // namespace usda_scene_test

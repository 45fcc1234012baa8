// USD text: what other programs write, what we write, and what is wrong.
#include "core/files/usd_curves.h"
#include "tests/files/file_support.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace ringlet;
using namespace ringlet::test;

namespace {

// As an exporter might write it, with all that the reader has to pass over.
const std::string layerText = R"(#usda 1.0
(
    "a comment"
    defaultPrim = "root"
    doc = """Made by "someone" (
with brackets ]"""
    metersPerUnit = 0.01
    upAxis = "Z"
    customLayerData = { string a = "x}" dictionary b = { int c = 1 } }
    subLayers = [@./other.usda@ (offset = 1)]
)

class "_hidden" { def BasisCurves "no" { point3f[] points = [(9, 9, 9), (9, 9, 9)] } }

def Xform "root" (
    kind = "component"
    prepend references = @@@a@b.usda@@@</x>
)
{
    double3 xformOp:translate = (1, 2, 3)
    float xformOp:scale = 2
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"]

    def Mesh "skin" { point3f[] points = [(0, 0, 0)]; int[] faceVertexIndices = [] }  # not hair
    def BasisCurves "hair" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        float3[] extent = [(0, 0, 0), (1, 1, 1)]
        uniform token type = "linear"
        int[] curveVertexCounts = [2, 1, 3]
        rel material:binding = </root/mat>
        custom bool nothing
        token outputs:x.connect = </root/a.b>
        color3f[] primvars:displayColor = [(1, 0.5, 0.25)] ( interpolation = "constant" )
        point3f[] points.timeSamples = {
            1: [(0, 0, 0), (0, 0, 1), (5, 5, 5), (1, 0, 0), (1, 0, -1.5), (1, 0, 2e-1)],
            2: None,
            3: [],
        }
        float[] widths = [0.1, 0.2, 0.9, 0.3, 0.4, 0.5] (
            interpolation = "vertex"
            customData = { bool apiName = 1 }
        )
    }
    variantSet "lod" = {
        "high" { def BasisCurves "more" { point3f[] points = [(1, 1, 1)] } }
    }
    over "other" { float x = 1 }
}
)";

std::string errorOf(const std::string& text) {
    auto strands = readStrands(textBytes(text), "a.usda");
    return strands ? "" : strands.error();
}

FileStrands curvesOf(const std::string& body) {
    auto strands = readStrands(textBytes("#usda 1.0\ndef BasisCurves \"c\" {\n" + body + "\n}\n"), "a.usda");
    CHECK(strands.ok());
    if (!strands) FAIL(strands.error());
    return strands.value();
}

}  // namespace

TEST_CASE("usda: curves, widths, colours, transforms, units and axes") {
    auto read = readStrands(textBytes(layerText), "a.usda");
    if (!read) FAIL(read.error());
    const FileStrands& s = read.value();
    CHECK(s.counts == std::vector<uint32_t>{2, 3});
    CHECK(s.skipped == 1);
    CHECK(s.unit == 0.01f);
    CHECK(s.up == UpAxis::Z);
    REQUIRE(s.points.size() == 5);
    CHECK(samePoints({s.points[1]}, {{1, 2, 5}}));
    CHECK(samePoints({s.points[3]}, {{3, 2, 0}}));
    REQUIRE(s.thickness.size() == 5);
    CHECK(s.thickness[4] == 1.0f);  // the transform's scale goes into it
    REQUIRE(s.colors.size() == 5);
    CHECK(s.colors[2].y == 0.5f);
}

TEST_CASE("usda: b-spline and Catmull-Rom, plain and pinned") {
    const std::string four = "int[] curveVertexCounts = [4]\n"
                             "point3f[] points = [(0, 0, 0), (6, 0, 0), (12, 6, 0), (18, 0, 0)]\n";
    const auto read = [&](const std::string& basis, const std::string& wrap) {
        return curvesOf("uniform token type = \"cubic\"\nuniform token basis = \"" + basis +
                        "\"\nuniform token wrap = \"" + wrap + "\"\n" + four).points;
    };
    // One segment, from (p0 + 4 p1 + p2) / 6 to (p1 + 4 p2 + p3) / 6.
    std::vector<Vec3f> p = read("bspline", "nonperiodic");
    REQUIRE(p.size() == 4);
    CHECK(p[0].x == doctest::Approx(6));
    CHECK(p[0].y == doctest::Approx(1));
    CHECK(p[3].x == doctest::Approx(12));
    CHECK(p[3].y == doctest::Approx(4));
    // Pinned curves reach the ends.
    p = read("bspline", "pinned");
    CHECK(p[0].x == doctest::Approx(0));
    CHECK(p[1].y == doctest::Approx(1));
    CHECK(p[3].x == doctest::Approx(18));
    // Catmull-Rom passes its control points.
    p = read("catmullRom", "nonperiodic");
    CHECK(p[0].x == doctest::Approx(6));
    CHECK(p[3].y == doctest::Approx(6));
    p = read("catmullRom", "pinned");
    for (int i = 0; i < 4; ++i) CHECK(p[i].x == doctest::Approx(6 * i));
    p = read("bezier", "nonperiodic");
    CHECK(p[0].x == 0);
    CHECK(p[1].y == doctest::Approx(6 * 3 * (1 / 9.0) * (2 / 3.0)));
    // Widths at the ends of segments, and one for each curve.
    const FileStrands varying = curvesOf("uniform token basis = \"bspline\"\n" + four +
                                         "float[] widths = [1, 2] (interpolation = \"varying\")");
    REQUIRE(varying.thickness.size() == 4);
    for (int i = 0; i < 4; ++i) CHECK(varying.thickness[i] == doctest::Approx(1 + i / 3.0));
    CHECK(curvesOf("uniform token basis = \"catmullRom\"\n" + four + "float[] widths = [3]").thickness[2] == 3);
    // Weights add up to 1 wherever a sample is taken.
    for (CurveBasis basis : {CurveBasis::BSpline, CurveBasis::CatmullRom}) {
        for (bool pinned : {false, true}) {
            for (uint32_t n = pinned ? 2 : 4; n < 12; ++n) {
                for (uint32_t i = 0; i < n; ++i) {
                    const CurveSample sample = curveSample(basis, pinned, n, i);
                    double sum = 0, at = 0;
                    for (int k = 0; k < 4; ++k) {
                        sum += sample.weight[k];
                        at += sample.weight[k] * sample.control[k];
                        REQUIRE(sample.control[k] < n);
                    }
                    CHECK(sum == doctest::Approx(1));
                    // Both reproduce straight lines: a control point's index is its place on one.
                    CHECK(at == doctest::Approx(sample.along + (pinned ? 0 : 1)));
                }
            }
        }
    }
}

TEST_CASE("usda: rotations turn as they should") {
    const auto turned = [](const std::string& op) {
        return readStrands(textBytes("#usda 1.0\ndef Xform \"x\" {\n" + op +
                                     "\ndef BasisCurves \"c\" { uniform token type = \"linear\"\n"
                                     "int[] curveVertexCounts = [2]\npoint3f[] points = [(1, 0, 0), (0, 1, 0)] } }"),
                           "a.usda").value().points;
    };
    std::vector<Vec3f> p = turned("float xformOp:rotateZ = 90\nuniform token[] xformOpOrder = [\"xformOp:rotateZ\"]");
    CHECK(p[0].y == doctest::Approx(1));
    CHECK(p[1].x == doctest::Approx(-1));
    // X first, then Z.
    p = turned("float3 xformOp:rotateXYZ = (90, 0, 90)\nuniform token[] xformOpOrder = [\"xformOp:rotateXYZ\"]");
    CHECK(p[0].y == doctest::Approx(1));
    CHECK(p[1].z == doctest::Approx(1));
    p = turned("quatf xformOp:orient:a = (0.70710678, 0, 0, 0.70710678)\n"
               "uniform token[] xformOpOrder = [\"xformOp:orient:a\"]");
    CHECK(p[0].y == doctest::Approx(1));
    p = turned("matrix4d xformOp:transform = ( (0, 1, 0, 0), (-1, 0, 0, 0), (0, 0, 1, 0), (5, 6, 7, 1) )\n"
               "uniform token[] xformOpOrder = [\"xformOp:transform\"]");
    CHECK(p[0].y == 7);
    CHECK(p[0].x == 5);
}

TEST_CASE("usda: what exporters of other programs write around curves") {
    // Materials declare outputs without values; names may be of any alphabet.
    std::string material = "#usda 1.0\ndef Material \"m\" {\n";
    for (int i = 0; i < 9; ++i) material += "token outputs:o" + std::to_string(i) + "\ncustom rel r" + std::to_string(i) + " # r\n";
    material += "float inputs:a ( doc = \"no value\" )\nstring info:gr\xC3\xB6\xC3\x9F" "e = \"x\"; int b\n}\n";
    const std::string two = "uniform token type = \"linear\"; int[] curveVertexCounts = [2]\n"
                            "point3f[] points = [(1, 0, 0), (0, 1, 0)]\n";
    CHECK(readStrands(textBytes(material + "def BasisCurves \"c\" {" + two + "}"), "a.usda").ok());
    // Of time samples the first that is there; pivots are turned back.
    FileStrands s = curvesOf("uniform token type = \"linear\"\nint[] curveVertexCounts = [2]\npoint3f[] points = None\n"
                             "point3f[] points.timeSamples = { 1: None, 1.5: None, 2: [(1, 2, 3), (4, 5, 6)], 3: [] }\n"
                             "float3 xformOp:translate:pivot = (1, 2, 3)\nfloat3 xformOp:rotateXYZ = (0, 0, 90)\n"
                             "uniform token[] xformOpOrder = [\"xformOp:translate:pivot\", \"xformOp:rotateXYZ\", "
                             "\"!invert!xformOp:translate:pivot\"]");
    REQUIRE(s.points.size() == 2);
    CHECK(lengthOf(s.points[0] - Vec3f{1, 2, 3}) < 1e-6f);
    CHECK(lengthOf(s.points[1] - Vec3f{-2, 5, 6}) < 1e-5f);
    s = curvesOf(two + "matrix4d xformOp:transform = ((0, 2, 0, 0), (-2, 0, 0, 0), (0, 0, 2, 0), (5, 6, 7, 1))\n"
                 "uniform token[] xformOpOrder = [\"xformOp:transform\", \"!invert!xformOp:transform\"]");
    CHECK(lengthOf(s.points[0] - Vec3f{1, 0, 0}) < 1e-6f);
    // One prim within a moved one does not move along.
    const std::string moved = "float3 xformOp:translate = (0, 0, 5)\nuniform token[] xformOpOrder = [";
    auto nested = readStrands(textBytes("#usda 1.0\ndef Xform \"a\" {" + moved + "\"xformOp:translate\"]\n"
                                        "def BasisCurves \"b\" {" + two + "}\n"
                                        "def Xform \"c\" {" + moved + "\"!resetXformStack!\", \"xformOp:translate\"]\n"
                                        "def BasisCurves \"d\" {" + two + "}\n}\n"
                                        "def BasisCurves \"e\" {" + two + "}\n}\n"), "a.usda");
    if (!nested) FAIL(nested.error());
    REQUIRE(nested.value().points.size() == 6);
    for (int i : {0, 2, 4}) CHECK(nested.value().points[i].z == 5);
    // Values by index.
    s = curvesOf(two + "color3f[] primvars:displayColor = [(1, 0, 0), (0, 1, 0)] (interpolation = \"vertex\")\n"
                 "int[] primvars:displayColor:indices = [1, 0]\nfloat[] primvars:widths = [3]\n");
    REQUIRE(s.colors.size() == 2);
    CHECK(s.colors[0].y == 1);
    CHECK(s.thickness == std::vector<float>{3, 3});
    // Closed curves are opened where they begin.
    s = curvesOf("uniform token type = \"linear\"\nuniform token wrap = \"periodic\"\nint[] curveVertexCounts = [3]\n"
                 "point3f[] points = [(0, 0, 0), (1, 0, 0), (1, 1, 0)]\n"
                 "float[] widths = [1, 2, 3] (interpolation = \"varying\")");
    CHECK(s.counts == std::vector<uint32_t>{4});
    CHECK(samePoints({s.points[3]}, {s.points[0]}));
    CHECK(s.thickness == std::vector<float>{1, 2, 3, 1});
    for (const char* basis : {"bspline", "catmullRom"}) {
        s = curvesOf("uniform token basis = \"" + std::string(basis) + "\"\nuniform token wrap = \"periodic\"\n"
                     "int[] curveVertexCounts = [4]\n"
                     "point3f[] points = [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)]\n");
        REQUIRE(s.counts == std::vector<uint32_t>{7});
        CHECK(lengthOf(s.points[6] - s.points[0]) < 1e-6f);
        for (Vec3f p : s.points) CHECK(lengthOf(p) > 0.4f);
    }
}

TEST_CASE("usda: cut short anywhere is an error or nothing is lost") {
    int errors = 0;
    for (size_t size = 0; size + 2 < layerText.size(); ++size) {
        const std::vector<uint8_t> whole(layerText.begin(), layerText.end());
        auto strands = readStrands(bytesOf(prefix(whole, size)), "a.usda");
        if (!strands) REQUIRE(wellFormed(strands.error(), "a.usda"));
        errors += !strands;
    }
    CHECK(errors > int(layerText.size()) - 8);
}

TEST_CASE("usda: what is wrong is said, with the line") {
    const auto curves = [](const std::string& body) {
        return errorOf("#usda 1.0\ndef BasisCurves \"c\" {\nuniform token type = \"linear\"\n" + body + "\n}\n");
    };
    const std::string two = "int[] curveVertexCounts = [2]\n", points = "point3f[] points = [(0, 0, 0), (0, 0, 1)]\n";
    CHECK(curves(two + points).empty());
    CHECK(errorOf("PXR-USDC").find("not .usdc") != std::string::npos);
    CHECK(errorOf("#usda 1.0\n").find("no BasisCurves") != std::string::npos);
    const std::string whole = "#usda 1.0\ndef BasisCurves \"c\" {\nuniform token type = \"linear\"\n" + two + points + "}\n";
    CHECK(errorOf(whole + "reorder rootPrims = [\"c\"]\n").empty());
    CHECK(errorOf(whole + "and more").find("not 'and', at line 7") != std::string::npos);
    CHECK(curves(two + "point3f[] points = [(0, 0, nan), (0, 0, 1)]").find("at line 5") != std::string::npos);
    CHECK(curves(two + "point3f[] points = [(0, 0, 1e99), (0, 0, 1)]").find("not a finite number") != std::string::npos);
    CHECK(curves(two + "point3f[] points = [(0, 0), (0, 0, 1)]").find("not complete") != std::string::npos);
    CHECK(curves("int[] curveVertexCounts = [3]\n" + points).find("add up to 3") != std::string::npos);
    for (const char* wrong : {"-2", "2.5", "4294967298", "1e30"}) {
        CHECK(curves("int[] curveVertexCounts = [" + std::string(wrong) + "]\n" + points).find("vertex count") !=
              std::string::npos);
    }
    std::string many = "4967298";  // with those that come 2^32 + 2: two, where sizes have 32 bits
    for (int i = 0; i < 429; ++i) many += ", 10000000";
    CHECK(curves("int[] curveVertexCounts = [" + many + "]\n" + points).find("add up to 4294967298") != std::string::npos);
    CHECK(curves(two + points + "float[] widths = [1, 2, 3]").find("widths: 3 values") != std::string::npos);
    CHECK(curves(two + points + "uniform token type = \"cubic\"").find("(1 have too few)") != std::string::npos);
    CHECK(curves("int[] curveVertexCounts = [5]\nuniform token type = \"cubic\"\n"
                 "point3f[] points = [(0, 0, 0), (0, 0, 1), (0, 0, 2), (0, 0, 3), (0, 0, 4)]").find("none of its basis") != std::string::npos);
    CHECK(curves(two + points + "float xformOp:rotateW = 1\nuniform token[] xformOpOrder = [\"xformOp:rotateW\"]")
              .find("not a transform") != std::string::npos);
    CHECK(curves(two + points + "uniform token[] xformOpOrder = [\"!invert!xformOp:translate\"]").find("no value") !=
          std::string::npos);
    CHECK(curves(two + points + "float xformOp:scale = 0\nuniform token[] xformOpOrder = [\"!invert!xformOp:scale\"]")
              .find("not a transform") != std::string::npos);
    CHECK(curves(two + points + "color3f[] primvars:displayColor = [(1, 0, 0)]\n"
                                "int[] primvars:displayColor:indices = [0, 1]").find("index 1 of 1") != std::string::npos);
    CHECK(curves(two + "point3f[] points.timeSamples = { 1: None }").find("there are 0 points") != std::string::npos);
    CHECK(curves(two + "point3f[] points.timeSamples = { 1: None 2 [] }").find("time sample") != std::string::npos);
    std::string deep = "#usda 1.0\n";
    for (int i = 0; i < 100000; ++i) deep += "def \"a\" {";
    CHECK(errorOf(deep).find("64 deep") != std::string::npos);
    CHECK(wellFormed(errorOf("#usda 1.0\ndef \"a\" { int x = " + std::string(100000, '[')), "a.usda"));
    CHECK(wellFormed(errorOf("#usda 1.0\ndef \"a\" { int[] x = [" + std::string(5000, '1') + "] }"), "a.usda"));
}

TEST_CASE("usda: written and read again, bit for bit") {
    FileStrands strands{{2, 3}, {{0.1f, 1e-20f, -3.14159274f}, {-123456.789f, -0.0f, 1e9f}, {0, 5e8f, 1.0f / 3},
                                 {1e-6f, 0.99999994f, 1e38f}, {4e-5f, 16777217.0f, 0.7f}}};
    strands.thickness = {0.1f, 0.2f, 0.3f, 1e-5f, 7};
    strands.transparency = {0, 0.5f, 1, 0.25f, 0};
    strands.colors = {{1, 0, 0}, {0.1f, 0.2f, 0.3f}, {0, 0, 0}, {1, 1, 1}, {0.7f, 0.6f, 0.5f}};
    strands.unit = 0.0254f;
    strands.up = UpAxis::Z;
    auto bytes = findFormat("x.usda")->writeStrands(strands);
    REQUIRE(bytes.ok());
    auto read = readStrands(bytesOf(bytes.value()), "a.usda");
    if (!read) FAIL(read.error());
    const FileStrands& again = read.value();
    CHECK(again.counts == strands.counts);
    CHECK(samePoints(again.points, strands.points));
    CHECK(again.thickness == strands.thickness);
    CHECK(again.transparency == strands.transparency);
    CHECK(samePoints(again.colors, strands.colors));
    CHECK(again.unit == strands.unit);
    CHECK(again.up == strands.up);
    CHECK(findFormat("x.usda")->writeStrands(again).value() == bytes.value());
    CHECK_FALSE(findFormat("x.usda")->writeStrands(FileStrands{}).ok());
}

TEST_CASE("usda: motion has a sample a frame, and its first is read") {
    MotionHeader header;
    header.strands = {{2}, {{0, 0, 0}, {0, -1, 0}}};
    header.strands.unit = 1;
    header.strands.up = UpAxis::Y;
    header.frames = 3;
    Mesh head;
    head.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    head.triangles = {{0, 1, 2}};
    header.head = &head;
    std::string text;
    auto writer = findFormat("x.usda")->startMotion(header, [&](Bytes b) -> Status {
        text.append(reinterpret_cast<const char*>(b.data), b.size);
        return {};
    });
    REQUIRE(writer.ok());
    for (int f = 0; f < 3; ++f) {
        HeadPlace place;
        place.position.x = 0.125 * f;
        REQUIRE(writer.value()->add({{0.125f * f, 0, 0}, {0.25f * f, -1, 0}}, place).ok());
    }
    CHECK_FALSE(writer.value()->add({{0, 0, 0}}, HeadPlace()).ok());
    REQUIRE(writer.value()->finish().ok());
    for (const char* part : {"endTimeCode = 3", "timeCodesPerSecond = 60", "1: [(0,0,0),(0,-1,0)]",
                             "3: [(0.25,0,0),(0.5,-1,0)]", "(0.25, 0, 0, 1)", "faceVertexIndices = [0, 1, 2]",
                             "widths = [0.00008] (interpolation = \"constant\")"}) {
        CAPTURE(part);
        CHECK(text.find(part) != std::string::npos);
    }
    auto first = readStrands(textBytes(text), "a.usda");
    if (!first) FAIL(first.error());
    CHECK(samePoints(first.value().points, header.strands.points));
    CHECK_FALSE(findFormat("x.usda")->startMotion(MotionHeader(), nullptr).ok());
}

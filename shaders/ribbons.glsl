// Many ribbons, two vertices a place, as one strip of triangles: the first and the last vertex of
// each come twice, so that the triangles between two ribbons have no area. (An instance a ribbon
// would be a drawing of its own where software draws.)
uniform int places;  // of a ribbon

struct RibbonVertex {
    int ribbon;  // from 0
    int place;   // along it
    float side;  // -1 or 1
};

RibbonVertex ribbonVertex() {
    int each = 2 * places + 2;
    int ribbon = gl_VertexID / each;
    int corner = clamp(gl_VertexID - ribbon * each - 1, 0, 2 * places - 1);
    return RibbonVertex(ribbon, corner >> 1, float(corner & 1) * 2.0 - 1.0);
}

#include "core/view/density_drawing.h"

#include "core/contact/hair_density.h"
#include "core/view/gl.h"

#include <algorithm>

namespace ringlet {
namespace view {
namespace {

// visit(block, strand of it, particle) for all but roots.
template <class Visit>
void eachParticle(const Curves& curves, const Visit& visit) {
    for (const CurveBlock& block : curves.blocks)
        for (uint32_t s = 0; s < block.strands; ++s)
            for (uint32_t p = 1; p < block.particles; ++p) visit(block, s, p);
}

// The groom's strand at a share of its points.
Vec3f pointAt(const Groom& groom, uint32_t strand, float share) {
    for (const StrandGroup& group : groom.groups) {
        if (strand - group.firstStrand >= group.strandCount) continue;
        return strandPoint(&groom.points[group.firstPoint + size_t{strand - group.firstStrand} * group.points], group.points, share);
    }
    return {0, 0, 0};
}

}  // namespace

void DensityDrawing::look(const Curves& curves, const Groom& groom) {
    const Quatf toHead = conjugate(curves.head.orientation);
    std::vector<Vec3f> now, before;
    dots_.clear();
    eachParticle(curves, [&](const CurveBlock& block, uint32_t s, uint32_t p) {
        const Vec3f at = curvePoint(block, s, p);
        dots_.push_back({at, 1});
        now.push_back(rotate(toHead, at));
    });
    if (rest_.size() != now.size()) {
        eachParticle(curves, [&](const CurveBlock& block, uint32_t s, uint32_t p) {
            before.push_back(pointAt(groom, block.firstStrand + s, float(p) / float(block.particles - 1)));
        });
        rest_ = hairDensities(before);
    }
    const std::vector<float> densities = hairDensities(now);
    for (size_t i = 0; i < dots_.size(); ++i)
        if (rest_[i] > 0) dots_[i].denser = densities[i] / rest_[i];
}

void DensityDrawing::draw(const Model& model, const Groom& groom, float pixels) {
    if (!buffer_) {
        program_ = Program::start({"density.vert.glsl"}, {"density.frag.glsl"});
        if (!program_.finish()) return;
        glGenVertexArrays(1, &array_);
        glGenBuffers(1, &buffer_);
    }
    look(model.curves(), groom);
    glBindVertexArray(array_);
    program_.use();
    program_.set("pointPixels", pixels);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(dots_.size() * sizeof(Dot)), dots_.data(), GL_STREAM_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, sizeof(Dot), nullptr);
    glDrawArrays(GL_POINTS, 0, GLsizei(dots_.size()));
}

}  // namespace view
}  // namespace ringlet

// What implicit chains (chain_math.h) do alike in a substep: the rows of scratch that a joint's elimination and a
// particle's contact leave between two sweeps, which contacts close and open, and the way back to rest.
//
// `Tile` has particles, colliders, root, scale, position, velocity, frame, restTurn and restLength, as a model's own.
// `Solver` is a model's way through its chain: eliminate(); contact(segment), the rows of the contact of the particle
// that the segment ends in; recover(segment, parentTurn, dx), the segment's scaled rotation (recoverRotation()). One that
// `lifts` has lift(segment, beginning, end): how far from the surface that particle is to stay for the sake of the segment's
// middle, m, where the segment's ends are so far from it.
#pragma once

#include "core/models/chain_terms.h"

namespace ringlet {
inline namespace RINGLET_ISA {

// A joint's rows: its gain, and behind it what the model adds.
enum ChainRow : int { RowS = 0, RowSB = 6, RowU = 15, gainRows = 18 };
// A contact's.
enum ContactRow : int { RowBefore = 0, RowAfter = 1, RowNormal = 2, RowClosed = 5, contactRows = 6 };

template <class T>
RINGLET_HD Sym3<T> loadSym(const float* row, int first) {
    const Vec3<T> a = loadRow3<T>(row, first), b = loadRow3<T>(row, first + 3);
    return {a.x, a.y, a.z, b.x, b.y, b.z};
}
template <class T>
RINGLET_HD void storeSym(float* row, int first, Sym3<T> m) {
    storeRow3(row, first, Vec3<T>{m.xx, m.yy, m.zz});
    storeRow3(row, first + 3, Vec3<T>{m.xy, m.xz, m.yz});
}
template <class T>
RINGLET_HD JointGain<T> loadGain(const float* row) {
    return {loadSym<T>(row, RowS), {loadRow3<T>(row, RowSB), loadRow3<T>(row, RowSB + 3), loadRow3<T>(row, RowSB + 6)},
            loadRow3<T>(row, RowU)};
}
template <class T>
RINGLET_HD void storeGain(float* row, const JointGain<T>& gain) {
    storeSym(row, RowS, gain.S);
    for (int i = 0; i < 3; ++i) storeRow3(row, RowSB + 3 * i, gain.SB[i]);
    storeRow3(row, RowU, gain.u);
}
template <class T>
RINGLET_HD SurfaceContact<T> loadContact(const float* row) {
    return {loadRow<T>(row, RowBefore), loadRow<T>(row, RowAfter), loadRow3<T>(row, RowNormal), loadRow<T>(row, RowClosed)};
}
template <class T>
RINGLET_HD void storeContact(float* row, const SurfaceContact<T>& contact) {
    storeRow(row, RowBefore, contact.before);
    storeRow(row, RowAfter, contact.after);
    storeRow3(row, RowNormal, contact.normal);
    storeRow(row, RowClosed, contact.closed);
}

// `last`: of a strand's segments the last with an open contact so near to the surface that it may close; -1: none. `distance`:
// of the particle next to a surface, m, or less.
template <class T>
struct NearContacts {
    T last = T(-1), distance = T(1);
    T buried = T(0);  // of buriedRoot()
};
// Less than 0 of segments up to the `last` of NearContacts.
template <class T>
RINGLET_HD T beyondLast(int segment, T last) { return T(static_cast<float>(segment) - 0.5f) - last; }

// Strands that nothing is near to do not cling. `distance`: of NearContacts.
template <class T>
RINGLET_HD void clingWhereNear(ChainSubstep<T>& s, T distance) {
    s.clings = select(distance < T(clingingWithin), s.clings, T(0));
}

// Contacts of the tile's particles, as the substep begins.
template <class T, class Tile, class Solver>
RINGLET_HD_CALL NearContacts<T> findContacts(const Tile& t, const ChainSubstep<T>& s, const Solver& solver) {
    NearContacts<T> near;
    const T fall = T(3) * lengthOf(s.steady - s.move);  // m: what gravity and joints may add to a particle's own way
    [[maybe_unused]] T beginning = T(1);
    T lower = T(0);    // by how much the surface lies lower (buriedRoot()), m
    T longest = T(0);  // way that one of the particles from the root to here would go by itself beside the head, m
    for (int segment = 0; segment < t.particles - 1; ++segment) {
        const Vec3<T> x = loadVec3<T>(t.position, segment + 1), coming = s.h * loadVec3<T>(t.velocity, segment + 1) - s.move;
        longest = maximum(longest, lengthOf(coming - cross(s.headTurn, x)));
        const T may = longest + fall, reach = T(steepest) * may;
        T most = T(0);  // that it can be lifted
        if constexpr (Solver::lifts) most = loadAt<T>(t.restLength, segment);
        SurfaceContact<T> contact = lookUp(s, *t.colliders, x, maximum(reach, most));
        if constexpr (Solver::lifts) {
            const T end = contact.before;
            contact = lifted(contact, solver.lift(segment, beginning, end));
            beginning = end;
        }
        if (segment == 0) near.buried = lower = buriedRoot(s, *t.colliders, loadVec3<T>(t.position, 0), contact.before);
        if (anyLane(lower > T(0))) {
            contact = lifted(contact, T(0) - lower);
            lower = lowerBeyond(lower, loadAt<T>(t.restLength, segment));
        }
        storeContact(solver.contact(segment), contact);
        near.last = select(both(contact.before < may, isOpen(contact)), T(static_cast<float>(segment)), near.last);
        near.distance = minimum(near.distance, contact.before);
    }
    return near;
}

// The contact in these rows, of a particle that the solution moves by dx, m: closed where it falls in, opened where it would be
// held back; one that has been opened is closed again only for more than a tenth of its way, and then for good, or contacts
// would open and close each other by turns. Of what falls in, dx becomes what the contact lets it go. `beyond`: of
// beyondLast(). 1 where it has changed.
template <class T>
RINGLET_HD T changeContact(float* row, T beyond, Vec3<T>& dx) {
    const SurfaceContact<T> contact = loadContact<T>(row);
    const T end = contact.after + dot(contact.normal, dx);
    const auto again = contact.closed > T(0);  // closed in this substep, be it open by now
    const T ignored = select(again, minimum(T(contactSlack * contactSlack), T(0.01f) * dot(dx, dx)), T(0));  // m^2
    const auto falls = both(both(beyond < T(0), isOpen(contact)), both(end < T(0), end * end > ignored));
    const auto held = both(both(again, isClosed(contact)), end > T(0));
    const T closed = select(again, T(-1), T(0) - end);
    storeRow(row, RowClosed, select(falls, closed, select(held, T(openedAgain), contact.closed)));
    dx = dx - select(falls, end, T(0)) * contact.normal;
    return select(either(falls, held), T(1), T(0));
}

// Closes the contacts that the solution lets fall in, with what gravity, tension and bends do beside
// their own speed, and opens those of them that it would hold back: in a substep contacts only push.
// Let in and pushed out afterwards, or drawn on to the surface, stiff hair would be bent by the way
// for nothing: energy that can lift and drop it for good. `last`: of findContacts. Whether any has changed.
template <class T, class Tile, class Solver>
RINGLET_HD_CALL bool changeContacts(const Tile& t, const ChainSubstep<T>& s, const Solver& solver, T last) {
    const T scale = loadRow<T>(t.scale, 0), inverseScale = T(1) / scale;
    T changed = T(0);
    Vec3<T> dx = rotate(s.after, loadRow3<T>(t.root, 0)) - loadVec3<T>(t.position, 0), turn = scale * s.headTurn;
    for (int segment = 0; segment < t.particles - 1 && anyLane(beyondLast(segment, last) < T(0)); ++segment) {
        turn = solver.recover(segment, turn, dx);
        dx = dx + cross(turn, (loadAt<T>(t.restLength, segment) * inverseScale) * axisZ(loadQuat<T>(t.frame, segment)));
        Vec3<T> let = dx;
        changed = maximum(changed, changeContact(solver.contact(segment), beyondLast(segment, last), let));
        if (!Solver::lifts) dx = let;  // an end that is lifted for its segment is let go deeper than its contact says
    }
    return anyLane(changed > T(0));
}

// Eliminates the chain, and again as long as contacts change.
template <class T, class Tile, class Solver>
RINGLET_HD void solveChain(const Tile& t, ChainSubstep<T>& s, const Solver& solver, const NearContacts<T>& near) {
    clingWhereNear(s, near.distance);
    solver.eliminate();
    for (int pass = 0; pass < mostChanges && changeContacts(t, s, solver, near.last); ++pass) solver.eliminate();
}

// Finds the contacts first; returns buriedRoot().
template <class T, class Tile, class Solver>
RINGLET_HD T solveChain(const Tile& t, ChainSubstep<T>& s, const Solver& solver) {
    NearContacts<T> near;
    if (t.colliders->any()) near = findContacts(t, s, solver);
    solveChain(t, s, solver, near);
    return near.buried;
}

// Puts the lanes of `which` back into their rest shape, at rest, the head turned by `headNow`.
template <class T, class Tile, class M>
RINGLET_HD void restChain(const Tile& t, Quatf headNow, M which) {
    const Quat<T> head = splat<T>(headNow);
    const Vec3<T> zero{T(0), T(0), T(0)};
    Vec3<T> x = rotate(head, loadRow3<T>(t.root, 0));
    Quat<T> frame = head * loadRow4<T>(t.root, 3);
    for (int p = 0; p < t.particles; ++p) {
        storeVec3(t.position, p, select(which, x, loadVec3<T>(t.position, p)));
        storeVec3(t.velocity, p, select(which, zero, loadVec3<T>(t.velocity, p)));
        if (p == t.particles - 1) break;
        frame = normalized(frame * loadQuat<T>(t.restTurn, p));
        storeQuat(t.frame, p, select(which, frame, loadQuat<T>(t.frame, p)));
        x = x + loadAt<T>(t.restLength, p) * axisZ(frame);
    }
}

}  // namespace RINGLET_ISA
}  // namespace ringlet

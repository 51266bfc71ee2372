// SPDX-License-Identifier: Apache-2.0
// What a run leaves behind, as plain data: everything a checker, a viewer or a plot needs and
// nothing they would have to trust. All lengths in metres, times in seconds, quaternions as (w, x,
// y, z).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <rigor/trace/time.hpp>

namespace rigor::trace {

using Triple = std::array<double, 3>;

/// The only format version this program reads and writes. 2 added given forces (`loads`), 3 contact
/// forces, momenta, both phases of impulses, and what a trace claims about its motion, 4 the
/// friction of impulses, 5 forces and impulses of joints, and along which of their motions
/// something acts, 6 both phases of the impulses of joints, and how fast belts run.
inline constexpr std::uint32_t kFormatVersion = 6;

/// A convex piece of a body: the convex hull of `vertices` *is* the shape. `edges` and `faces`
/// (vertex indices; faces as cycles seen from outside) are hints: a checker may use them only after
/// proving them.
struct Piece {
  std::string name;
  std::vector<Triple> vertices;  ///< in the body's frame
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::vector<std::uint32_t>> faces;

  bool operator==(const Piece&) const = default;
};

enum class BodyKind : std::uint8_t { Free, Fixed, Driven, Link };

/// A rigid body (or link of a mechanism). A fixed body has one constant segment over the whole run.
struct Body {
  std::string name;
  BodyKind kind = BodyKind::Free;
  double mass = 0.0;                ///< kg; 0 for fixed and driven bodies
  Triple com{};                     ///< centre of mass in the body's frame
  std::array<double, 9> inertia{};  ///< about the centre of mass, body axes, row by row
  std::vector<Piece> pieces;
  /// Velocity of a fixed body's surface against the body (a conveyor belt), world axes, m/s; what
  /// of it points out of a contact counts for nothing there.
  Triple belt{};

  bool operator==(const Body&) const = default;
};

/// The solid half-space { x : normal·x <= offset }; the free side is where normal points. |normal|
/// = 1 to rounding.
struct HalfSpace {
  std::string name;
  Triple normal{0.0, 0.0, 1.0};
  double offset = 0.0;
  Triple belt{};  ///< velocity of its surface, likewise

  bool operator==(const HalfSpace&) const = default;
};

enum class JointKind : std::uint8_t {
  Fixed,
  Revolute,
  Prismatic,
  Universal,
  Spherical,
  Planar,
  Free
};

/// A joint between two bodies, in the bodies' own frames; `parent` may be kWorld.
struct Joint {
  std::string name;
  JointKind kind = JointKind::Fixed;
  std::uint32_t parent = 0;
  std::uint32_t child = 0;
  Triple anchor_parent{};
  Triple anchor_child{};
  Triple axis_parent{};            ///< first axis, fixed in the parent
  Triple axis_child{};             ///< last axis, fixed in the child
  std::array<double, 2> limits{};  ///< radians or metres; lower > upper means none
  Triple reference_parent{};       ///< revolute: the angle about the axis is measured from this
  Triple reference_child{};        ///< direction of the parent to this one of the child
  /// Bit k: a spring, damper, dry friction, motor or rotor may act along motion k of the joint
  /// (turn or slide; universal: about the first, the last axis; planar: along x, y, about the
  /// normal; spherical: about x, y, z).
  std::uint8_t acting = 0;

  bool operator==(const Joint&) const = default;
};

enum class LoadAxes : std::uint8_t { World, Body };

/// A given force at a point of a free body and a moment: linear in time between knots, with a jump
/// where two times are equal; constant before the first knot and behind the last.
struct Load {
  std::uint32_t body = 0;
  LoadAxes axes = LoadAxes::World;  ///< of force and moment; those of the body turn with it
  Triple point{};                   ///< where the force acts, in the body's frame
  std::vector<double> times;        ///< of the knots, not decreasing, at least one, s
  std::vector<Triple> forces;       ///< one per knot, N
  std::vector<Triple> moments;      ///< one per knot, N m

  bool operator==(const Load&) const = default;
};

inline constexpr std::uint32_t kWorld = 0xffffffffU;  ///< "body" of half-spaces and fixed joints
inline constexpr std::uint32_t kNoSegment = 0xffffffffU;  ///< half-spaces have no segments

/// One side of a pair: piece `piece` of body `body`, or half-space number `piece` if body ==
/// kWorld.
struct PieceId {
  std::uint32_t body = kWorld;
  std::uint32_t piece = 0;

  auto operator<=>(const PieceId&) const = default;
};

/// Why a published segment ended where it did.
enum class EndReason : std::uint8_t {
  Accuracy,   ///< full length; the next length comes from the error estimate
  Touch,      ///< an inactive gap reached its level (proved)
  BandExit,   ///< an active gap left its band (proved)
  Lift,       ///< a contact's force vanished (located)
  Feature,    ///< another separating axis took over (located)
  Limit,      ///< a joint reached its limit (proved)
  Input,      ///< a force, target or path is not smooth there
  Neighbour,  ///< another island's event concerned this one
  Stop,       ///< the stop condition
  Rest,       ///< one constant segment to the end
  Stick,      ///< a slip came to its end (located)
  Slip,       ///< friction or a contact's force reached its limit (located)
  Jam,        ///< contact forces grow without bound
  // Methods that step in time: what limited the step.
  Full,         ///< nothing: the longest step
  Advancement,  ///< how soon bodies that are apart can meet
  Star,         ///< how soon a vertex can come to the separating plane of a touching pair
  Dagger,       ///< how long touching points stay on that plane
  Transient,    ///< a touching point parts or approaches: the smallest step
  Floor,        ///< a bound below the smallest step, which was taken all the same
};

/// The motion of one body on [start, end]: polynomials in s = (t - start) / length on [0, 1], as
/// Chebyshev series in x = 2 s - 1. `position` holds three rows and `quaternion` four (w, x, y, z;
/// not normalised), each of its own number of coefficients (all rows of one matrix alike).
/// Truncation only moves `end`, so start < end <= start + length.
struct Segment {
  std::uint32_t body = 0;
  std::uint32_t index = 0;  ///< 0, 1, 2, ... per body
  Time start;
  Time end;
  double length = 0.0;  ///< nominal length H, seconds, > 0
  std::array<std::vector<double>, 3> position;
  std::array<std::vector<double>, 4> quaternion;
  EndReason reason = EndReason::Accuracy;
  double error_estimate = 0.0;  ///< of the integrator, in its norm; measured, not proved
  double residual = 0.0;        ///< of the equations of its contacts at the start, relative
  /// At the start, world axes: linear momentum, and angular momentum about the centre of mass. Of
  /// bodies that forces move in a run that claims its motion (`Header::motion`); else zero.
  Triple momentum{};          ///< N s
  Triple angular_momentum{};  ///< N m s

  bool operator==(const Segment&) const = default;
};

enum class CertificateKind : std::uint8_t {
  Plane,     ///< C2: one plane separates the two pieces
  EdgeEdge,  ///< C3: the normal of two edges separates them
  Contact,   ///< C4: C2 with listed active vertices inside the band
};

enum class PlaneFrame : std::uint8_t { World, A, B };

/// Proof that pieces a and b are disjoint for all t in [begin, end], which lies inside one segment
/// of each.
///
/// Plane and Contact: the plane { x : normal·x = offset } is given in `frame`: in the coordinates
/// of body a, of body b, or in the world, where it moves: offset(t) = offset + speed (t - begin).
/// With h(x) = (normal·x - offset) / |normal|: (min of h over b's vertices) - (max of h over a's
/// vertices) > `level` metres for all t. Only the sum counts, so the vertices of a face may lie a
/// rounding error on the wrong side of the plane that was computed from them. With frame A (or B)
/// the own piece's side is a constant. If a is a half-space, frame is World and the plane is the
/// half-space's own, bit by bit, with speed 0.
///
/// Contact: in addition h (from a plane on a or in the world) or -h (from a plane on b) of each
/// vertex listed in `active`, of the piece that does not carry the plane, stays strictly within
/// (band_low, band_high) for all t.
///
/// EdgeEdge: N = R_a (a1 - a0) x R_b (b1 - b0), times `sign`, points from a to b and never
/// vanishes; sign N·(p_b0 - p_a0) > level |N|; sign N·(v - p_a0) <= slack |N| for every vertex v of
/// a and sign N·(v - p_b0) >= -slack |N| for every vertex v of b, so the pieces are more than
/// level - 2 slack apart. If band_high > 0 the edges are in contact and their distance along N
/// stays strictly within (band_low, band_high).
///
/// The proved separation (level, or level - 2 slack) must be at least half the skin, which leaves
/// room for the jumps between segments.
struct Certificate {
  PieceId a;  ///< a < b in the order of PieceId, except that a half-space is always a
  PieceId b;
  CertificateKind kind = CertificateKind::Plane;
  PlaneFrame frame = PlaneFrame::World;
  std::uint32_t segment_a = kNoSegment;
  std::uint32_t segment_b = kNoSegment;
  Time begin;
  Time end;
  Triple normal{};  ///< from a to b
  double offset = 0.0;
  double speed = 0.0;  ///< of a world plane along its normal, m/s
  double level = 0.0;
  std::array<std::uint32_t, 2> edge_a{};
  std::array<std::uint32_t, 2> edge_b{};
  std::int8_t sign = 1;
  double slack = 0.0;
  std::vector<std::uint32_t> active;
  double band_low = 0.0;
  double band_high = 0.0;

  bool operator==(const Certificate&) const = default;
};

/// What a contact does while a force acts there.
enum class ContactState : std::uint8_t {
  Frictionless,  ///< pushes along the normal
  Stick,         ///< anywhere in the friction cone, without slip
  Slip,          ///< on the cone, against the slip
  Bonded,        ///< holds any slip back (`no_slip`)
  Broken,        ///< was bonded before a `jam`: pushes along the normal
  Viscous,       ///< drags against the slip in proportion to it
  Step,          ///< mean over a step of a method that moves in steps: no state is claimed
};

/// One point of a pair at which a force acts: a vertex of b, of a, or a path of its own.
struct ForcePoint {
  ContactState state = ContactState::Frictionless;
  std::uint32_t vertex_a = kWorld;           ///< kWorld if it is no vertex of that side
  std::uint32_t vertex_b = kWorld;           ///< comes first if both are given
  std::array<std::vector<double>, 3> path;   ///< world, m; empty if it is a vertex
  std::array<std::vector<double>, 3> force;  ///< on b, world, N; the opposite acts on a

  bool operator==(const ForcePoint&) const = default;
};

/// The forces of one pair on [begin, end], which lies inside one segment of each: polynomials in
/// s = (t - begin) / length on [0, 1], as Chebyshev series in x = 2 s - 1, end <= begin + length.
/// The normal from a to b is `normal` in the coordinates of `frame`, or, if the two ends of
/// `edge_a` differ, a1 - a0 times b1 - b0 (vertices of the two pieces).
struct ContactForce {
  PieceId a;  ///< ordered as in Certificate
  PieceId b;
  std::uint32_t segment_a = kNoSegment;
  std::uint32_t segment_b = kNoSegment;
  Time begin;
  Time end;
  double length = 0.0;
  PlaneFrame frame = PlaneFrame::World;
  Triple normal{};
  std::array<std::uint32_t, 2> edge_a{};
  std::array<std::uint32_t, 2> edge_b{};
  double friction = 0.0;   ///< μ of the pair; 0 for laws without a cone
  double viscosity = 0.0;  ///< N s/m, of each viscous point
  std::vector<ForcePoint> points;

  bool operator==(const ContactForce&) const = default;
};

/// What a joint does to its child on [begin, end], which lies inside one segment of each of its
/// bodies: polynomials like those of ContactForce, in world axes. The opposite acts on the parent
/// at the same point, the child's anchor. It holds what the joint does not allow, and along its
/// motions what acts there: springs, motors, limits.
struct JointForce {
  std::uint32_t joint = 0;  ///< of several records of one joint, the first
  Time begin;
  Time end;
  double length = 0.0;
  std::uint8_t at_lower = 0;  ///< bit k: motion k is held at its lower limit
  std::uint8_t at_upper = 0;
  std::array<std::vector<double>, 3> force;   ///< N
  std::array<std::vector<double>, 3> moment;  ///< about that point, N m

  bool operator==(const JointForce&) const = default;
};

enum class EventKind : std::uint8_t {
  Touch,
  Impact,
  Lift,
  Stick,
  Slip,
  Limit,
  Feature,
  Accumulation,
  Jam,
  MultiImpact,
  Indeterminate,
  Sample,
};

/// The name used in files, on the command line, in Python and in the viewer.
const char* name(EventKind kind);
const char* name(EndReason reason);
const char* name(ContactState state);

/// One contact point of an event, in world coordinates. Its pair is its own: where bodies hang
/// together, an event also lists impulses at pairs that it is not about.
struct EventContact {
  PieceId a;
  PieceId b;
  Triple point{};
  Triple normal{};                  ///< from a to b
  Triple impulse{};                 ///< on b, N s, of both phases; zero if none
  Triple compression{};             ///< of the first phase; the rest belongs to the expansion
  double restitution = 0.0;         ///< e used: the expansion gives e times the normal compression
  double friction = 0.0;            ///< μ of the pair; 0 for laws without a cone
  std::uint32_t vertex_a = kWorld;  ///< kWorld if the feature on that side is not a vertex
  std::uint32_t vertex_b = kWorld;

  bool operator==(const EventContact&) const = default;
};

/// The impulse of a joint at an event, likewise.
struct EventJoint {
  std::uint32_t joint = 0;
  std::uint8_t at_lower = 0;
  std::uint8_t at_upper = 0;
  Triple impulse{};             ///< on the child, world, N s, of both phases
  Triple moment{};              ///< about the child's anchor, N m s
  Triple compression{};         ///< of the first phase; the rest belongs to the expansion
  Triple compression_moment{};  ///< likewise
  Triple restitution{};         ///< e used at the limits that hold motions 0, 1, 2; else 0

  bool operator==(const EventJoint&) const = default;
};

/// Something that happened at one instant in [lo, hi]. `proved` events can not have been missed;
/// located ones are first roots of an interpolant whose error is `location_error` seconds.
struct Event {
  std::uint32_t index = 0;
  EventKind kind = EventKind::Touch;
  Time lo;
  Time hi;
  Time at;  ///< when its impulses act: segments of the bodies end there, and others start
  bool proved = false;
  double location_error = 0.0;
  PieceId a;
  PieceId b;
  std::vector<EventContact> contacts;
  std::vector<EventJoint> joints;
  double energy_before = 0.0;
  double energy_after = 0.0;
  double residual = 0.0;              ///< KKT residual of the problem solved at this event
  double limit_time = 0.0;            ///< accumulation: estimated limit, seconds (absolute)
  double limit_bound = 0.0;           ///< accumulation: bound on the time cut off, seconds
  std::uint32_t contacts_before = 0;  ///< active contact points of the island before and after
  std::uint32_t contacts_after = 0;
  std::string note;  ///< one sentence for people

  bool operator==(const Event&) const = default;
};

/// A pair that is allowed to overlap and is not checked.
struct Exclusion {
  PieceId a;
  PieceId b;
  std::string reason;

  bool operator==(const Exclusion&) const = default;
};

/// What a trace claims about forces and motion.
enum class MotionClaim : std::uint8_t {
  None,     ///< nothing
  PerStep,  ///< forces are means over steps; how well they explain the motion is measured
  Full,     ///< the forces on file explain the motion at every instant
};
const char* name(MotionClaim claim);

/// What belongs to the run as a whole.
struct Header {
  std::uint32_t format_version = kFormatVersion;
  std::string program_version;
  std::string scene_name;
  std::string scene_text;  ///< the resolved scene
  std::string scene_hash;  ///< of scene_text
  std::string method;
  std::string law;
  double skin = 1e-8;  ///< δ, metres
  double tol = 0.0;    ///< integration tolerance
  Triple gravity{};
  Time start;
  bool certified = true;  ///< false for the penetrating baselines: measured, never proved
  bool steps = false;     ///< paths are straight steps: their speeds jump where no event is
  MotionClaim motion = MotionClaim::None;

  bool operator==(const Header&) const = default;
};

/// How the run ended.
struct Footer {
  Time end;
  std::string stopped;  ///< rest, time, events, segments, wall_time, no_progress, interrupted, ...
  double energy_initial = 0.0;
  double energy_final = 0.0;
  double energy_max_gain = 0.0;  ///< without the work of drives and loads
  double energy_work = 0.0;      ///< what drives and loads did
  std::uint64_t steps = 0;       ///< accepted integrator steps
  double step_min = 0.0;
  double step_max = 0.0;
  double step_mean = 0.0;
  std::uint64_t manifold_changes = 0;

  bool operator==(const Footer&) const = default;
};

/// A whole run.
struct Trace {
  Header header;
  std::vector<Body> bodies;
  std::vector<HalfSpace> half_spaces;
  std::vector<Joint> joints;
  std::vector<Exclusion> exclusions;
  std::vector<Load> loads;
  std::vector<Segment> segments;          ///< ordered by (start, body)
  std::vector<Certificate> certificates;  ///< ordered by (begin, a, b)
  std::vector<ContactForce> forces;       ///< ordered by (begin, a, b)
  std::vector<JointForce> joint_forces;   ///< ordered by (begin, joint)
  std::vector<Event> events;              ///< ordered by (lo, index)
  Footer footer;
  bool complete = false;

  bool operator==(const Trace&) const = default;
};

}  // namespace rigor::trace

// SPDX-License-Identifier: Apache-2.0
// A scene as plain data: what a scene file says, with every default made explicit. All SI, world
// axes right-handed. docs/scene-format.md describes the file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <rigor/assembly/options.hpp>
#include <rigor/dynamics/force.hpp>
#include <rigor/dynamics/joint.hpp>
#include <rigor/scene/problem.hpp>
#include <rigor/spatial/pose.hpp>
#include <rigor/spatial/twist.hpp>

namespace rigor {

/// Shapes of convex pieces, centred on the piece's own origin.
struct BoxSpec {
  Vector3 size = Vector3::Ones();  ///< full edge lengths, metres
};
/// Regular prism: `sides` corners on a circle in the x-y plane, the first on +x; height along z.
struct PrismSpec {
  int sides = 3;
  double radius = 1.0;  ///< of the circle through the corners, metres
  double height = 1.0;  ///< full, metres
};
enum class RegularSolidKind { Tetrahedron, Octahedron, Dodecahedron, Icosahedron };
struct RegularSolidSpec {
  RegularSolidKind kind = RegularSolidKind::Tetrahedron;
  double radius = 1.0;  ///< of the sphere through the vertices, metres
};
/// A polytope that looks like a ball: `vertices` points on a sphere, spread by the golden angle.
struct SphericalSpec {
  double radius = 1.0;  ///< of the sphere through the vertices, metres
  int vertices = 4;
};
/// The convex hull of points.
struct HullSpec {
  std::vector<Vector3> vertices{};  ///< in the piece's frame, metres
};
using ShapeSpec = std::variant<BoxSpec, PrismSpec, RegularSolidSpec, SphericalSpec, HullSpec>;

struct PieceSpec {
  std::string name{};
  ShapeSpec shape{};
  Pose X_BP{};                      ///< the piece in the body's frame
  std::optional<double> density{};  ///< kg/m³; only where the body's mass comes from densities
  std::string surface = "default";
  Place place{};
};

/// Mass given as a number: spread over the pieces by volume, or with explicit com and inertia.
struct MassSpec {
  double mass = 1.0;                 ///< kg
  std::optional<Vector3> com{};      ///< in the body's frame, metres
  std::optional<Matrix3> inertia{};  ///< about the com, body axes, kg m²; present iff com is
};

/// Where a driven body is at one instant; the angle is about DrivenSpec::axis, on top of the body's
/// initial rotation.
struct DrivenKnot {
  double time = 0.0;                   ///< s
  Vector3 position = Vector3::Zero();  ///< of the body's origin, world axes, metres
  double angle = 0.0;                  ///< radians
};
/// The prescribed motion of a body: through knots (smooth, at rest before the first and behind the
/// last), or with a constant velocity from its initial pose if there are none.
struct DrivenSpec {
  std::vector<DrivenKnot> knots{};
  Vector3 axis = Vector3::UnitZ();
  Twist velocity{};
};

struct BodySpec {
  std::string name{};
  bool fixed = false;
  std::optional<DrivenSpec> driven{};
  std::vector<PieceSpec> pieces{};
  std::optional<MassSpec> mass{};  ///< absent: from the pieces' densities (or there is none)
  Pose X_WB{};                     ///< initial pose
  Twist V_WB{};                    ///< initial velocity of the origin, angular velocity; world axes
  Vector3 belt = Vector3::Zero();  ///< velocity of a fixed body's surface
  Place place{};
};

/// What moves a joint: an effort of its own, or position control.
struct MotorSpec {
  std::optional<Signal> effort{};  ///< N or N m; nothing: kp (target - q) + kd (its rate - v)
  double kp = 0.0;
  double kd = 0.0;
  Signal target = constant(0.0);
  std::optional<double> limit{};  ///< the largest effort
  std::optional<double> every{};  ///< s: computed at such intervals and held; nothing: always
};

/// A joint and the state it starts in. Lists hold one number for each coordinate or velocity.
struct JointSpec {
  Joint joint{};                      ///< axes in the joint's frame J
  Pose X_PJ{};                        ///< in the parent's frame
  Vector3 anchor = Vector3::Zero();   ///< the origin of J in the link's frame; axes are parallel
  std::vector<double> coordinates{};  ///< at the start, m, rad, quaternions w, x, y, z
  std::vector<double> velocities{};   ///< at the start
  bool gives_coordinates = false;     ///< else they are 0, or follow from closed loops
  bool gives_velocities = false;
  std::vector<double> stiffness{};  ///< N/m or N m/rad
  std::vector<double> neutral{};    ///< where the spring is slack; of plain coordinates
  std::vector<double> damping{};    ///< N s/m or N m s/rad
  std::vector<double> armature{};   ///< kg or kg m²
  /// Lower and upper limit of each plain coordinate, none for those without; empty: no limits.
  std::vector<std::optional<std::array<double, 2>>> limits{};
  double limit_restitution = 0.0;    ///< of impacts at the limits
  double friction = 0.0;             ///< dry, of those; N or N m
  std::optional<MotorSpec> motor{};  ///< of those
};

struct LinkSpec {
  BodySpec body{};       ///< its matter; pose and velocity come from the joints
  std::string parent{};  ///< an earlier link or a fixed body; empty: the world
  JointSpec joint{};
};

/// A joint that closes a loop of links; it has neither state nor springs.
struct LoopSpec {
  std::string name{};
  std::string parent{};  ///< a link of the mechanism or a fixed body; empty: the world
  std::string child{};   ///< a link of the mechanism
  JointSpec joint{};     ///< anchor: in the child's frame
  Place place{};
};

/// Trees of links, and the joints that close loops between them.
struct MechanismSpec {
  std::string name{};
  std::vector<LinkSpec> links{};  ///< parents before children
  std::vector<LoopSpec> loops{};
};

/// The solid { x : normal·x <= offset }.
struct HalfSpaceSpec {
  std::string name{};
  Vector3 normal = Vector3::UnitZ();
  double offset = 0.0;
  std::string surface = "default";
  Vector3 belt = Vector3::Zero();  ///< velocity of its surface
  Place place{};
};

/// How two surfaces behave on each other.
struct PairSpec {
  double restitution = 0.0;  ///< e in [0, 1]
  double mu = 0.0;           ///< coefficient of Coulomb friction
  double viscosity = 0.0;    ///< tangential force per speed and contact point, N s/m

  auto operator<=>(const PairSpec&) const = default;
};
struct SurfacePairSpec {
  std::string a{};  ///< a <= b
  std::string b{};
  PairSpec pair{};
  Place place{};
};

/// Two bodies, or a body and a half-space, that may overlap; a < b.
struct ExclusionSpec {
  std::string a{};
  std::string b{};
  std::string reason{};
};

enum class ForceAxes { World, Body };

struct ForceKnot {
  double time = 0.0;                 ///< s
  Vector3 force = Vector3::Zero();   ///< N
  Vector3 torque = Vector3::Zero();  ///< N m
};
/// A given force and torque on a free body: linear between knots, constant before the first and
/// behind the last; or, if there are none, `constant` from `from` until `until`, else nothing.
struct ForceSpec {
  std::string body{};
  ForceAxes axes = ForceAxes::World;  ///< of force and torque; Body: they turn with it
  std::optional<Vector3> at{};        ///< in the body's frame, metres; absent: the centre of mass
  std::vector<ForceKnot> knots{};
  ForceKnot constant{};
  double from = 0.0;              ///< s
  std::optional<double> until{};  ///< s; absent: for ever
};

/// The run ends when the first of these is met.
struct StopSpec {
  double time = 0.0;  ///< seconds, > 0
  bool at_rest = true;
  std::optional<std::int64_t> events{};
  std::optional<std::int64_t> segments{};
  std::optional<double> wall_time{};  ///< seconds; makes the result depend on the machine
};

struct Scene {
  Sources sources{};  ///< the file, then included ones; for messages, not the scene's identity
  std::vector<std::string> notes{};  ///< what looks like a mistake but is allowed; for messages
  std::string name{};
  std::string description{};
  Vector3 gravity = Vector3::Zero();
  Law law = Law::Coulomb;
  Method method = Method::Oracle;
  Stepping stepping{};
  PairSpec default_pair{};
  std::vector<SurfacePairSpec> pairs{};
  std::vector<BodySpec> bodies{};
  std::vector<MechanismSpec> mechanisms{};
  std::vector<HalfSpaceSpec> half_spaces{};
  std::vector<ExclusionSpec> exclusions{};
  std::vector<ForceSpec> forces{};
  double tol = 1e-10;
  double skin = 1e-8;             ///< δ, metres
  double start_tolerance = 2e-8;  ///< metres; default 2 δ
  OnJam jam = OnJam::BondBreak;
  OnIndeterminate indeterminate = OnIndeterminate::Continue;
  NormalSplit normal_split = NormalSplit::EqualStiffness;
  StopSpec stop{};
  std::optional<std::uint64_t> seed{};  ///< of the random initial states, already drawn
};

/// The names used in files and on the command line.
const char* name(RegularSolidKind kind);
const char* name(ForceAxes axes);

/// The bodies, then the links of mechanisms.
std::vector<const BodySpec*> bodies_and_links(const Scene& scene);

/// What the surfaces `a` and `b` do on each other: their own entry, else the scene's default.
PairSpec pair_of(const Scene& scene, const std::string& a, const std::string& b);

/// Whether the scene asks for Coulomb's law and gives every pair of surfaces mu = 0.
bool has_no_friction(const Scene& scene);

}  // namespace rigor

// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>

#include <rigor/scene/synonyms.hpp>

namespace rigor {
namespace {

struct Synonym {
  std::string_view word;  ///< lower case, without '-' and '_'
  std::string_view remedy;
};

constexpr std::string_view kFriction = "friction is set by surfaces: {default: {mu: 0.5}}";
constexpr std::string_view kRestitution =
    "restitution is set by surfaces: {default: {restitution: 0.3}}";
constexpr std::string_view kBall =
    "a ball is a polytope here: shape: {spherical: {radius: 0.1, vertices: 60}}; a ball joint is "
    "joint: {spherical: {...}}";
constexpr std::string_view kRound =
    "a cylinder is a prism of many sides here: shape: {prism: {sides: 24, radius: 0.1, height: "
    "0.3}}";
constexpr std::string_view kQuaternion =
    "pose: {quat_wxyz: [1, 0, 0, 0]}, the real part first; or axis and angle";
constexpr std::string_view kAngles =
    "pose: {axis: [0, 0, 1], angle: 1.57}, in radians; or quat_wxyz";
constexpr std::string_view kPosition =
    "pose: {position: [0, 0, 1]}; where a joint begins is coordinates: [0.3]";
constexpr std::string_view kCoordinates = "where a joint begins is coordinates: [0.3]";
constexpr std::string_view kFixed = "a body that never moves has fixed: true";
constexpr std::string_view kPlane =
    "the ground is a half-space: half_spaces: [{name: ground, normal: [0, 0, 1], offset: 0}]";
constexpr std::string_view kVelocity = "velocity: {linear: [1, 0, 0], angular: [0, 0, 0]}";
constexpr std::string_view kEnd = "the end time is stop: {time: 5}";
constexpr std::string_view kStep =
    "method oracle chooses its steps by tolerances: {tol: 1e-10}; method first_order has stepping: "
    "{step: 0.01}";
constexpr std::string_view kHinge = "joint: {revolute: {axis: [0, 0, 1]}}";
constexpr std::string_view kSlide = "joint: {prismatic: {axis: [0, 0, 1]}}";
constexpr std::string_view kLimits = "of a joint: limits: [-1, 1]";
constexpr std::string_view kMotor = "of a joint: motor: {kp: 20, kd: 1, target: 0.5, limit: 4}";
constexpr std::string_view kJoints = "joints belong to mechanisms: (docs/scene-format.md)";

constexpr std::array kSynonyms{
    Synonym{"sphere", kBall},
    Synonym{"ball", kBall},
    Synonym{"cylinder", kRound},
    Synonym{"capsule", kRound},
    Synonym{"cube", "a cube is shape: {box: [0.1, 0.1, 0.1]}, full edge lengths"},
    Synonym{"cuboid", "shape: {box: [0.4, 0.3, 0.2]}, full edge lengths"},
    Synonym{"halfextents", "shape: {box: [0.4, 0.3, 0.2]}, full edge lengths, not half of them"},
    Synonym{"size", "shape: {box: [0.4, 0.3, 0.2]}, full edge lengths"},
    Synonym{"convexhull", "shape: {vertices: [[0, 0, 0], ...]}: the hull of the points is taken"},
    Synonym{"hull", "shape: {vertices: [[0, 0, 0], ...]}: the hull of the points is taken"},
    Synonym{"geom", "shape: {...}, or pieces: [...] for several convex pieces"},
    Synonym{"geometry", "shape: {...}, or pieces: [...] for several convex pieces"},
    Synonym{"collision", "shape: {...}, or pieces: [...] for several convex pieces"},
    Synonym{"friction", kFriction},
    Synonym{"frictioncoefficient", kFriction},
    Synonym{"mu1", kFriction},
    Synonym{"restitution", kRestitution},
    Synonym{"bounciness", kRestitution},
    Synonym{"elasticity", kRestitution},
    Synonym{"material", "a surface by name: surface: rubber, and surfaces: {pairs: [...]}"},
    Synonym{"box", "shape: {box: [0.1, 0.1, 0.1]}"},
    Synonym{"quaternion", kQuaternion},
    Synonym{"quat", kQuaternion},
    Synonym{"quatxyzw", kQuaternion},
    Synonym{"orientation", kQuaternion},
    Synonym{"rotation", kQuaternion},
    Synonym{"rpy", kAngles},
    Synonym{"euler", kAngles},
    Synonym{"axisangle", kAngles},
    Synonym{"pos", kPosition},
    Synonym{"xyz", kPosition},
    Synonym{"origin", kPosition},
    Synonym{"translation", kPosition},
    Synonym{"position", kPosition},
    Synonym{"static", kFixed},
    Synonym{"kinematic",
            "a body on a given path has driven: {...}; one that never moves has fixed: true"},
    Synonym{"dynamic", "bodies move unless they have fixed: true"},
    Synonym{"plane", kPlane},
    Synonym{"ground", kPlane},
    Synonym{"floor", kPlane},
    Synonym{"halfspace", kPlane},
    Synonym{"linearvelocity", kVelocity},
    Synonym{"angularvelocity", kVelocity},
    Synonym{"qvel", kVelocity},
    Synonym{"inertial", "density, or mass with com and inertia"},
    Synonym{"timestep", kStep},
    Synonym{"dt", kStep},
    Synonym{"duration", kEnd},
    Synonym{"tend", kEnd},
    Synonym{"endtime", kEnd},
    Synonym{"hinge", kHinge},
    Synonym{"continuous", kHinge},
    Synonym{"slide", kSlide},
    Synonym{"slider", kSlide},
    Synonym{"weld", "joint: {fixed: {}}"},
    Synonym{"floating", "joint: {free: {}}"},
    Synonym{"angle", kCoordinates},
    Synonym{"q", kCoordinates},
    Synonym{"pose",
            "a link is placed by the pose of its joint; a shape beside it by pieces: [{shape: ..., "
            "pose: {position: [0, 0, -0.3]}}]"},
    Synonym{"lower", kLimits},
    Synonym{"upper", kLimits},
    Synonym{"range", kLimits},
    Synonym{"actuator", kMotor},
    Synonym{"actuators", kMotor},
    Synonym{"torque", kMotor},
    Synonym{"joint", kJoints},
    Synonym{"joints", kJoints},
    Synonym{"links", kJoints},
    Synonym{"contactmargin", "the contact distance is tolerances: {skin: 1e-8}"},
    Synonym{"margin", "the contact distance is tolerances: {skin: 1e-8}"},
};

}  // namespace

std::string_view in_our_words(std::string_view word) {
  std::string plain;
  for (const char c : word) {
    if (c == '-' || c == '_' || c == ' ') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  for (const Synonym& synonym : kSynonyms) {
    if (synonym.word == plain) return synonym.remedy;
  }
  return {};
}

}  // namespace rigor

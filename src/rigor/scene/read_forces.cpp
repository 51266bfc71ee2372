// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/scene/read_context.hpp>
#include <rigor/scene/read_forces.hpp>

namespace rigor {
namespace {

constexpr NumberRule kForce{-1e12, 1e12, false, "a force of at most 1e12 N or N m"};

/// The name of a body that forces can move.
std::string read_body_name(const Cursor& at, const Scene& scene) {
  constexpr const char* kRule = "the name of a free body or a link";
  std::vector<std::string_view> known;
  for (const BodySpec& body : scene.bodies) known.emplace_back(body.name);
  for (const MechanismSpec& mechanism : scene.mechanisms)
    for (const LinkSpec& link : mechanism.links) known.emplace_back(link.body.name);
  std::string name = known_name(at, known, kRule, "see the names under bodies and mechanisms");
  for (const BodySpec& body : scene.bodies)
    if (body.name == name && (body.fixed || body.driven))
      note(at, kRule, "no force moves a fixed or driven body: remove the force");
  return name;
}

ForceKnot read_values(const Cursor& at) {
  ForceKnot knot;
  const auto force = entry(at, "force");
  const auto torque = entry(at, "torque");
  if (!force && !torque) note(at, "a force, a torque or both", "e.g. force: [0, 0, 10]");
  if (force) knot.force = vector3(*force, kForce);
  if (torque) knot.torque = vector3(*torque, kForce);
  return knot;
}

std::vector<ForceKnot> read_knots(const Cursor& at) {
  std::vector<ForceKnot> knots;
  for (const Cursor& item : items(at)) {
    if (!check_keys(item, {"time", "force", "torque"}, {"time"})) continue;
    knots.push_back(read_values(item));
    if (const auto e = entry(item, "time")) knots.back().time = number(*e, kKnotTime);
    if (knots.size() > 1 && !(knots[knots.size() - 2].time < knots.back().time))
      note(item, "times of knots increase",
           "sort them; for a jump use a second entry of forces with from and until");
  }
  if (knots.size() < 2)
    note(at, "at least two knots", "a constant force is {body, force} without knots");
  return knots;
}

void read_window(const Cursor& at, ForceSpec& force) {
  if (const auto e = entry(at, "from")) force.from = number(*e, kKnotTime);
  const auto until = entry(at, "until");
  if (!until) return;
  force.until = number(*until, kKnotTime);
  if (!(force.from < *force.until))
    note(*until, "an end after the start of the force (from)",
         "leave until out if the force never ends");
}

ForceSpec read_force(const Cursor& at, const Scene& scene) {
  ForceSpec force;
  if (!check_keys(at, {"body", "force", "torque", "at", "axes", "from", "until", "knots"},
                  {"body"}))
    return force;
  if (const auto e = entry(at, "body")) force.body = read_body_name(*e, scene);
  if (const auto e = entry(at, "axes"))
    force.axes = static_cast<ForceAxes>(choice(*e, {"world", "body"}));
  if (const auto e = entry(at, "at")) force.at = vector3(*e, kCoordinate);
  const auto knots = entry(at, "knots");
  if (!knots) {
    force.constant = read_values(at);
    read_window(at, force);
    return force;
  }
  for (const char* key : {"force", "torque", "from", "until"})
    if (const auto e = entry(at, key))
      note(*e, "either knots, or a constant force with from and until",
           "put the values into the knots, or remove the knots");
  force.knots = read_knots(*knots);
  return force;
}

}  // namespace

std::vector<ForceSpec> read_forces(const Cursor& list, const Scene& scene) {
  std::vector<ForceSpec> forces;
  const std::vector<Cursor> all = items(list);
  if (all.size() > kMostForces) {
    note(list, fmt::format("at most {} items", kMostForces), "make the scene smaller");
    return forces;
  }
  for (const Cursor& item : all) forces.push_back(read_force(item, scene));
  return forces;
}

}  // namespace rigor

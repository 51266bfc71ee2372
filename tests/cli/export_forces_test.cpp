// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include <rigor/cli/export_forces.hpp>

namespace rigor {
namespace {

std::vector<std::vector<std::string>> cells(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream fields(line + ",");
    for (std::string field; std::getline(fields, field, ',');) rows.back().push_back(field);
  }
  return rows;
}

/// A box of 2 kg at rest on the ground at two vertices, 10 N each, from 0 to 1 s.
trace::Trace resting() {
  trace::Trace trace;
  trace.header.gravity = {0, 0, -10};
  trace.half_spaces.push_back({"ground", {0, 0, 1}, 0.0});
  trace::Body body;
  body.name = "box, small";
  body.mass = 2.0;
  body.inertia = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  body.pieces.push_back({"box", {{-1, 0, -1}, {1, 0, -1}}, {}, {}});
  trace.bodies.push_back(body);
  trace::Segment segment;
  segment.end = trace.footer.end = trace::time_from(1.0);
  segment.length = 1.0;
  segment.position = {std::vector<double>{0.0}, {0.0}, {1.0}};
  segment.quaternion = {std::vector<double>{1.0}, {0.0}, {0.0}, {0.0}};
  trace.segments.push_back(segment);
  trace::ContactForce force;
  force.a = {trace::kWorld, 0};
  force.end = trace.footer.end;
  force.b = {0, 0};
  force.length = 1.0;
  force.normal = {0, 0, 1};
  force.friction = 0.5;
  for (std::uint32_t vertex : {0U, 1U}) {
    trace::ForcePoint point;
    point.state = trace::ContactState::Stick;
    point.vertex_b = vertex;
    point.force = {std::vector<double>{3.0}, {0.0}, {10.0}};
    force.points.push_back(point);
  }
  trace.forces.push_back(force);
  return trace;
}

TEST(ExportForces, OneTotalAndOneRowPerPoint) {
  const auto rows = cells(forces_csv(resting(), 2.0));
  ASSERT_EQ(rows.size(), 1U + 3 * 3);  // 0, 0.5 and 1 s
  ASSERT_EQ(rows[1].size(), 18U);      // the comma in the name makes one more here
  EXPECT_EQ(rows[1][0], "0");
  EXPECT_EQ(rows[1][1], "ground");
  EXPECT_EQ(rows[1][2] + "," + rows[1][3], "\"box, small\"");
  EXPECT_EQ(rows[1][4], "total");
  EXPECT_EQ(rows[1][11], "20");  // fz
  EXPECT_EQ(rows[1][12], "20");  // normal
  EXPECT_EQ(rows[1][13], "6");   // friction
  EXPECT_EQ(rows[1][14], "10");  // of at most
  EXPECT_EQ(rows[2][4], "point");
  EXPECT_EQ(rows[2][5], "stick");
  EXPECT_EQ(rows[2][6], "-1");
  EXPECT_EQ(rows[2][12], "10");
}

TEST(ExportForces, ImpulsesAreListedByContact) {
  trace::Trace trace = resting();
  trace::Event event;
  event.index = 3;
  event.kind = trace::EventKind::Impact;
  event.at = trace::time_from(0.25);
  trace::EventContact contact;
  contact.a = {trace::kWorld, 0};
  contact.b = {0, 0};
  contact.impulse = {0, 0, 7};
  contact.compression = {0, 0, 5};
  contact.restitution = 0.4;
  event.contacts = {contact, contact};
  trace.events.push_back(event);
  const auto rows = cells(contacts_csv(trace));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1][0], "3");
  EXPECT_EQ(rows[1][1], "impact");
  EXPECT_EQ(rows[1][2], "0.25");
  EXPECT_EQ(rows[1].back(), "0.4");
}

TEST(ExportForces, EnergyIsThatOfTheBodies) {
  const auto rows = cells(energy_csv(resting(), 1.0));
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1], (std::vector<std::string>{"0", "0", "20", "20"}));
  EXPECT_THROW(energy_csv(resting(), 1e9), std::runtime_error);
}

}  // namespace
}  // namespace rigor

// SPDX-License-Identifier: Apache-2.0
// Prints, as one JSON object, what a scene's links and mass matrix are at random states; for
// scripts/import-full. Usage: import_probe SCENE STATES
#include <cstdio>
#include <cstdlib>
#include <map>

#include <nlohmann/json.hpp>

#include <rigor/dynamics/kinematics.hpp>
#include <rigor/dynamics/mass_matrix.hpp>
#include <rigor/random.hpp>
#include <rigor/scene/build_scene.hpp>
#include <rigor/scene/read_scene.hpp>

using namespace rigor;
using Json = nlohmann::json;

namespace {

/// Random coordinates: plain ones within 1, rotations of any kind.
void draw(const Model& model, Random& random, State& state) {
  for (const Link& link : model.links) {
    const int count = coordinate_count(link.joint);
    const bool plain = has_plain_coordinates(link.joint);
    for (int k = 0; k < count - (plain ? 0 : 4); ++k)
      state.q[link.first_q + k] = random.uniform(-1.0, 1.0);
    if (plain) continue;
    const auto quaternion = random.direction<4>();
    for (int k = 0; k < 4; ++k) state.q[link.first_q + count - 4 + k] = quaternion[k];
  }
}

/// Where the scene's frame of a link is in the model's, which begins at its joint.
std::map<std::string, Vector3> anchors_of(const Scene& scene) {
  std::map<std::string, Vector3> anchors;
  for (const MechanismSpec& mechanism : scene.mechanisms)
    for (const LinkSpec& link : mechanism.links) anchors[link.body.name] = link.joint.anchor;
  return anchors;
}

Json state_facts(const Model& model, const std::map<std::string, Vector3>& anchors,
                 const State& state) {
  Kinematics kinematics(model);
  update(model, state, kinematics);
  const Eigen::MatrixXd M = mass_matrix(model, kinematics);
  const std::vector<Pose> X_WL = link_poses(model, state);
  Json facts;
  for (int i = 0; i < M.rows(); ++i) {
    const Eigen::VectorXd row = M.row(i);
    facts["mass_matrix"].push_back(std::vector<double>(row.data(), row.data() + row.size()));
  }
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const std::array<double, 4> q = wxyz(X_WL[i].rotation);
    const auto anchor = anchors.find(link.name);
    const Vector3 p = anchor == anchors.end() ? X_WL[i].translation : X_WL[i] * -anchor->second;
    facts["frames"][link.name] = {p.x(), p.y(), p.z(), q[0], q[1], q[2], q[3]};
    const double* first = state.q.data() + link.first_q;
    facts["q"][link.name] = std::vector<double>(first, first + coordinate_count(link.joint));
  }
  return facts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const Scene read = load_scene(argv[1]);
  const BuiltScene scene = build(read);
  Json facts;
  for (const Link& link : scene.model.links)
    facts["links"].push_back({{"name", link.name},
                              {"mass", link.inertia.mass},
                              {"first_v", link.first_v},
                              {"velocities", link.velocities}});
  Random random(7, 1);
  State state = scene.initial;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    draw(scene.model, random, state);
    facts["states"].push_back(state_facts(scene.model, anchors_of(read), state));
  }
  std::puts(facts.dump().c_str());
}

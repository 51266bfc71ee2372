// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <rigor/assembly/body.hpp>
#include <rigor/assembly/load.hpp>
#include <rigor/assembly/prelude.hpp>
#include <rigor/assembly/trace_joints.hpp>
#include <rigor/build_facts.hpp>

namespace rigor {
namespace {

/// The pieces of a link, or the half-space.
std::vector<trace::PieceId> pieces_of(const Model& model, const BodyId& body) {
  const std::uint32_t index = body.index;
  if (body.kind == BodyKind::HalfSpace) return {{trace::kWorld, index}};
  std::vector<trace::PieceId> pieces;
  for (std::uint32_t p = 0; p < model.links[index].pieces.size(); ++p) pieces.push_back({index, p});
  return pieces;
}

/// The listed pairs, and those that joints hold together.
std::vector<Exclusion> excluded_pairs(const Model& model) {
  std::vector<Exclusion> all = model.exclusions;
  const auto listed = [&](const Exclusion& pair) {
    return std::any_of(model.exclusions.begin(), model.exclusions.end(),
                       [&](const Exclusion& x) { return x.a == pair.a && x.b == pair.b; });
  };
  for (const Mechanism& mechanism : model.mechanisms) {
    for (int i = mechanism.first_link; i < mechanism.end_link; ++i) {
      for (int j = i + 1; j < mechanism.end_link; ++j) {
        if (model.links[i].fixed_to_world && model.links[j].fixed_to_world) continue;
        Exclusion pair{{BodyKind::Link, i}, {BodyKind::Link, j}, {}};
        const auto reason = exclusion(model, pair.a, pair.b);
        if (!reason || listed(pair)) continue;
        pair.reason = *reason;
        all.push_back(std::move(pair));
      }
    }
  }
  return all;
}

}  // namespace

trace::Trace trace_prelude(const Model& model, const State& initial,
                           const SimulationOptions& options) {
  trace::Trace out;
  out.header.program_version = build_facts::kVersion;
  out.header.method = name(options.method);
  out.header.law = name(options.law);
  out.header.skin = options.tolerances.skin;
  out.header.tol = options.tolerances.tol;
  out.header.gravity = {model.gravity.x(), model.gravity.y(), model.gravity.z()};
  out.header.start = trace::time_from(initial.time);
  out.header.certified = claims_from_start(options);
  out.header.steps = moves_in_steps(options.method);
  out.header.motion = motion_claim(options.method);
  for (std::uint32_t link = 0; link < model.links.size(); ++link)
    out.bodies.push_back(trace_body(model, link, initial));
  for (const FixedHalfSpace& half_space : model.half_spaces)
    out.half_spaces.push_back({half_space.name, triple(half_space.shape.normal),
                               half_space.shape.offset, triple(half_space.belt)});
  out.joints = trace_joints(model);
  for (const Exclusion& pair : excluded_pairs(model))
    for (const trace::PieceId& a : pieces_of(model, pair.a))
      for (const trace::PieceId& b : pieces_of(model, pair.b))
        out.exclusions.push_back({a, b, pair.reason});
  out.loads = trace_loads(model);
  return out;
}

}  // namespace rigor

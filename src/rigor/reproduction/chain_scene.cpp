// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <rigor/reproduction/chain_scene.hpp>

namespace rigor {

ChainShape authors_chain() { return {20, 5.0, 2.0, 200.0, 100.0001}; }

ChainShape stated_chain() { return {100, 1.0, 0.02, 1.0, 100.0001}; }

std::string chain_scene(const ChainShape& chain, double until) {
  const double half = 0.5 * chain.length;
  std::string text = fmt::format(
      "# The paper's chain: {} links of {} m, hung from the world, released lying along +x.\n"
      "rigor_scene: 1\nname: chain-{}x{}\ngravity: [0, 0, -9.81]\nlaw: no_slip\n"
      "stop: {{time: {}, at_rest: false}}\n"
      "half_spaces: [{{name: ground, normal: [0, 0, 1], offset: {}}}]\n"
      "parameters: {{shape: {{box: [{}, {}, {}]}}, pin: [0, 0, {}], next: {{position: [0, 0, "
      "{}]}}}}\n"
      "mechanisms:\n  - name: chain\n    links:\n",
      chain.links, chain.length, chain.links, chain.length, until, -chain.ground, chain.width,
      chain.width, chain.length, half, -half);
  for (int i = 1; i <= chain.links; ++i) {
    const std::string where =
        i == 1 ? "coordinates: -1.5707963267948966" : std::string("pose: $next");
    text += fmt::format("      - {{name: link{}, ", i);
    if (i > 1) text += fmt::format("parent: link{}, ", i - 1);
    text += fmt::format(
        "shape: $shape, mass: {}, joint: {{revolute: {{axis: [0, 1, 0], anchor: $pin, {}}}}}}}\n",
        chain.mass, where);
  }
  text += "exclusions:\n";
  for (int i = 2; i <= chain.links; ++i)
    for (int k = 1; k < i; ++k)
      text += fmt::format(
          "  - {{between: [link{}, link{}], reason: self collision is off in the paper's scene}}\n",
          k, i);
  return text;
}

}  // namespace rigor

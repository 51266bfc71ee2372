// SPDX-License-Identifier: Apache-2.0
#include <rigor/scene/read_context.hpp>

namespace rigor {

void refuse(const Cursor& at, ReadContext& context, std::string rule, std::string remedy) {
  const Cursor refused{at.node, at.key, context.refusals};
  note(refused, std::move(rule), std::move(remedy));
}

}  // namespace rigor

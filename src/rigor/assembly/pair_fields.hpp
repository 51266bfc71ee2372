// SPDX-License-Identifier: Apache-2.0
// The fields of pairs and of their axes, for checkpoints (see trace/bytes.hpp).
#pragma once

#include <rigor/assembly/pair_id.hpp>
#include <rigor/contact/axis.hpp>
#include <rigor/trace/bytes.hpp>

namespace rigor {

constexpr unsigned count_of(AxisKind) { return 3; }

template <class Visitor, trace::Is<PairId> T>
void fields(Visitor& visit, T& x) {
  visit("a", x.a);
  visit("b", x.b);
}

template <class Visitor, trace::Is<PairAxis> T>
void fields(Visitor& visit, T& x) {
  visit("kind", x.kind);
  visit("index_A", x.index_A);
  visit("index_B", x.index_B);
  visit("sign", x.sign);
}

}  // namespace rigor

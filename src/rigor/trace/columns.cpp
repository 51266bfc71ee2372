// SPDX-License-Identifier: Apache-2.0
#include <rigor/trace/columns.hpp>

namespace rigor::trace {

std::span<const std::uint8_t> ColumnReader::taken(ColumnNode& node, Scalar scalar,
                                                  std::uint32_t width, std::size_t size) {
  if (node.column == SIZE_MAX) {
    node.column = columns_.size();
    columns_.push_back(source_(node.name, scalar, width));
  }
  const Bytes& bytes = columns_[node.column].bytes;
  const std::size_t wanted = size * width;
  if (bytes.size() - node.cursor < wanted) refuse(node, "too short");
  node.cursor += wanted;
  return std::span<const std::uint8_t>(bytes).subspan(node.cursor - wanted, wanted);
}

void ColumnReader::demand_all_used(const ColumnNode& node) const {
  if (node.column != SIZE_MAX && columns_[node.column].bytes.size() != node.cursor) {
    refuse(node, "too long");
  }
  for (const ColumnNode& part : node.parts) demand_all_used(part);
}

void ColumnReader::refuse(const ColumnNode& node, const char* rule) {
  throw TraceError(Fault::Malformed, "column '" + node.name + "': " + rule);
}

}  // namespace rigor::trace

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include <rigor/trace/columns.hpp>

#include "random_trace.hpp"

namespace rigor::trace {
namespace {

TEST(Columns, NestedListsBecomeFlatArraysWithEnds) {
  Piece one{"ab", {{1, 2, 3}, {4, 5, 6}}, {{7, 8}}, {{0, 1}, {2}}};
  Body body;
  body.pieces = {one, one};
  const ColumnWriter writer(std::vector<Body>{body, Body{}});
  const auto column = [&](const std::string& name) {
    const auto found = std::find_if(writer.columns.begin(), writer.columns.end(),
                                    [&](const Column& c) { return c.name == name; });
    EXPECT_NE(found, writer.columns.end()) << name;
    return *found;
  };
  const auto numbers = [&](const std::string& name) {
    const Column c = column(name);
    std::vector<std::uint64_t> values(c.bytes.size() / 8);
    std::memcpy(values.data(), c.bytes.data(), c.bytes.size());
    return values;
  };
  EXPECT_EQ(numbers("pieces.ends"), (std::vector<std::uint64_t>{2, 2}));
  EXPECT_EQ(numbers("pieces.name.ends"), (std::vector<std::uint64_t>{2, 4}));
  EXPECT_EQ(numbers("pieces.vertices.ends"), (std::vector<std::uint64_t>{2, 4}));
  EXPECT_EQ(numbers("pieces.faces.ends"), (std::vector<std::uint64_t>{2, 4}));
  EXPECT_EQ(numbers("pieces.faces.item.ends"), (std::vector<std::uint64_t>{2, 3, 5, 6}));
  EXPECT_EQ(column("pieces.vertices").width, 3U);
  EXPECT_EQ(column("pieces.faces.item").bytes.size(), 6U * 4U);
  EXPECT_EQ(column("pieces.name").bytes, (Bytes{'a', 'b', 'a', 'b'}));
}

TEST(Columns, AnEmptyTableStillHasAllColumns) {
  const ColumnWriter none(std::vector<Event>{});
  Random random(1);
  std::vector<Event> events;
  for (std::uint32_t i = 0; i < 20; ++i) events.push_back(random_event(random, i));
  const ColumnWriter some(events);
  ASSERT_EQ(none.columns.size(), some.columns.size());
  for (std::size_t i = 0; i < none.columns.size(); ++i) {
    EXPECT_EQ(none.columns[i].name, some.columns[i].name);
    EXPECT_TRUE(none.columns[i].bytes.empty());
  }
}

TEST(Columns, EndsThatGoBackAreRefused) {
  ColumnReader reader([](const std::string& name, Scalar scalar, std::uint32_t width) {
    Column column{name, scalar, width, Bytes(8U * width * 2U)};
    if (name == "name.ends") column.bytes[0] = 3;
    if (name == "name") column.bytes.resize(3);
    return column;
  });
  EXPECT_THROW(reader.records<HalfSpace>(2), TraceError);
}

}  // namespace
}  // namespace rigor::trace

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <rigor/report/payload.hpp>
#include <rigor/trace/columns.hpp>

#include "bouncing_trace.hpp"
#include "random_trace.hpp"

namespace rigor {
namespace {

trace::Bytes inflated(const trace::Bytes& packed) {
  trace::Bytes out(1U << 24U);
  uLongf size = out.size();
  EXPECT_EQ(uncompress(out.data(), &size, packed.data(), packed.size()), Z_OK);
  out.resize(size);
  return out;
}

/// Reads the bytes as their description says, not as the writer writes.
class Payload {
 public:
  explicit Payload(const trace::Trace& trace) : bytes_(inflated(viewer_payload(trace))) {
    EXPECT_EQ(std::string(bytes_.begin(), bytes_.begin() + 8), "RIGORVEW");
    version = number(8);
    const std::uint32_t length = number(12);
    directory = nlohmann::json::parse(bytes_.begin() + 16, bytes_.begin() + 16 + length);
    data_ = 16 + length;
  }

  template <class Record>
  std::vector<Record> records(const char* table) const {
    const auto& entry = directory["tables"][table];
    trace::ColumnReader reader(
        [&](const std::string& name, trace::Scalar scalar, std::uint32_t width) {
          for (const auto& column : entry["columns"]) {
            if (column["name"] != name) continue;
            EXPECT_EQ(column["width"], width);
            return trace::Column{name, scalar, width, plain(column)};
          }
          ADD_FAILURE() << "no column " << name;
          return trace::Column{};
        });
    return reader.records<Record>(entry["rows"]);
  }

  std::uint32_t version = 0;
  nlohmann::json directory;

 private:
  std::uint32_t number(std::size_t at) const {
    std::uint32_t x = 0;
    std::memcpy(&x, bytes_.data() + at, 4);
    return x;
  }

  trace::Bytes plain(const nlohmann::json& column) const {
    const std::map<std::string, std::size_t> sizes{
        {"f64", 8}, {"u8", 1}, {"i8", 1}, {"u32", 4}, {"u64", 8}};
    const std::size_t size = sizes.at(column["scalar"]);
    const std::size_t total = column["bytes"];
    const std::size_t count = total / size;
    trace::Bytes out(total);
    for (std::size_t i = 0; i < total; ++i) {
      out[i] = bytes_.at(data_ + column["at"].get<std::size_t>() + (i % size) * count + i / size);
    }
    return out;
  }

  trace::Bytes bytes_;
  std::size_t data_ = 0;
};

TEST(Payload, HoldsTheWholeTrace) {
  Random random(11);
  for (int i = 0; i < 20; ++i) {
    const trace::Trace trace = trace::random_trace(random, 12);
    const Payload payload(trace);
    EXPECT_EQ(payload.version, trace.header.format_version);
    EXPECT_EQ(payload.directory["complete"], trace.complete);
    EXPECT_EQ(payload.records<trace::Header>("header").at(0), trace.header);
    EXPECT_EQ(payload.records<trace::Body>("bodies"), trace.bodies);
    EXPECT_EQ(payload.records<trace::HalfSpace>("half_spaces"), trace.half_spaces);
    EXPECT_EQ(payload.records<trace::Joint>("joints"), trace.joints);
    EXPECT_EQ(payload.records<trace::Exclusion>("exclusions"), trace.exclusions);
    EXPECT_EQ(payload.records<trace::Segment>("segments"), trace.segments);
    EXPECT_EQ(payload.records<trace::Certificate>("certificates"), trace.certificates);
    EXPECT_EQ(payload.records<trace::Event>("events"), trace.events);
    EXPECT_EQ(payload.records<trace::Footer>("footer").at(0), trace.footer);
  }
}

TEST(Payload, IsCompactAndTheSameEveryTime) {
  const trace::Trace trace = Bouncing().trace();
  const trace::Bytes bytes = viewer_payload(trace);
  EXPECT_EQ(bytes, viewer_payload(trace));
  EXPECT_LT(bytes.size(), 400 * trace.segments.size());
}

}  // namespace
}  // namespace rigor

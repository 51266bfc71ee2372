// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include <rigor/report/packing.hpp>
#include <rigor/report/payload.hpp>
#include <rigor/trace/columns.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

struct ScalarFacts {
  const char* name;
  std::size_t size;
};

ScalarFacts facts_of(trace::Scalar scalar) {
  switch (scalar) {
    case trace::Scalar::Float64:
      return {"f64", 8};
    case trace::Scalar::Uint8:
      return {"u8", 1};
    case trace::Scalar::Int8:
      return {"i8", 1};
    case trace::Scalar::Uint32:
      return {"u32", 4};
    case trace::Scalar::Uint64:
      break;
  }
  return {"u64", 8};
}

/// Tables one behind the other, with the directory that finds them.
class Tables {
 public:
  template <class Record>
  void add(const char* name, const std::vector<Record>& records) {
    Json columns = Json::array();
    for (const trace::Column& column : trace::ColumnWriter(records).columns) {
      const ScalarFacts facts = facts_of(column.scalar);
      columns.push_back({{"name", column.name},
                         {"scalar", facts.name},
                         {"width", column.width},
                         {"at", data.size()},
                         {"bytes", column.bytes.size()}});
      const trace::Bytes bytes = shuffled(column.bytes, facts.size);
      data.insert(data.end(), bytes.begin(), bytes.end());
    }
    directory[name] = {{"rows", records.size()}, {"columns", std::move(columns)}};
  }

  Json directory = Json::object();
  trace::Bytes data;
};

}  // namespace

trace::Bytes viewer_payload(const trace::Trace& trace) {
  Tables tables;
  tables.add("header", std::vector{trace.header});
  tables.add("bodies", trace.bodies);
  tables.add("half_spaces", trace.half_spaces);
  tables.add("joints", trace.joints);
  tables.add("exclusions", trace.exclusions);
  tables.add("loads", trace.loads);
  tables.add("segments", trace.segments);
  tables.add("certificates", trace.certificates);
  tables.add("forces", trace.forces);
  tables.add("events", trace.events);
  tables.add("footer", std::vector{trace.footer});
  const std::string directory =
      Json{{"complete", trace.complete}, {"tables", std::move(tables.directory)}}.dump();
  trace::Bytes bytes;
  for (const char c : std::string_view("RIGORVEW")) bytes.push_back(static_cast<std::uint8_t>(c));
  trace::ByteWriter writer(bytes);
  writer.write(trace.header.format_version);
  writer.write(directory);
  bytes.insert(bytes.end(), tables.data.begin(), tables.data.end());
  return deflated(bytes);
}

}  // namespace rigor

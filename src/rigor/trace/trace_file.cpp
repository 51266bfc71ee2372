// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <nlohmann/json.hpp>

#include <rigor/trace/hdf5.hpp>
#include <rigor/trace/journal.hpp>
#include <rigor/trace/trace_file.hpp>

namespace rigor::trace {
namespace {

constexpr char kFileMagic[9] = "RIGORTRC";

/// Start of the user block: what the file is, and length and checksum of what follows the block.
struct Front {
  std::uint32_t version = kFormatVersion;
  std::uint32_t checksum = 0;
  std::uint64_t length = 0;
};
constexpr std::size_t kFrontBytes = 8 + 4 + 4 + 8;

Bytes encoded(const Front& front) {
  Bytes bytes(kFileMagic, kFileMagic + 8);
  ByteWriter writer(bytes);
  writer.write(front.version);
  writer.write(front.checksum);
  writer.write(front.length);
  return bytes;
}

bool starts_with(const Bytes& bytes, const char* magic) {
  return bytes.size() >= 8 && std::memcmp(bytes.data(), magic, 8) == 0;
}

template <class Record>
void write_table(Hdf5Writer& file, const char* group, const std::vector<Record>& records) {
  file.write_table(group, ColumnWriter(records).columns, records.size());
}

Bytes image_of(const Trace& trace) {
  Hdf5Writer file;
  file.write_attribute("format_version", kFormatVersion);
  write_table(file, "header", std::vector{trace.header});
  write_table(file, "bodies", trace.bodies);
  write_table(file, "half_spaces", trace.half_spaces);
  write_table(file, "joints", trace.joints);
  write_table(file, "exclusions", trace.exclusions);
  write_table(file, "loads", trace.loads);
  write_table(file, "segments", trace.segments);
  write_table(file, "certificates", trace.certificates);
  write_table(file, "forces", trace.forces);
  write_table(file, "joint_forces", trace.joint_forces);
  write_table(file, "events", trace.events);
  write_table(file, "footer", std::vector{trace.footer});
  file.write_attribute("complete", trace.complete ? 1 : 0);
  Bytes bytes = file.image();
  const auto rest = std::span<const std::uint8_t>(bytes).subspan(kUserBlockBytes);
  const Bytes front = encoded({kFormatVersion, crc32c(rest), rest.size()});
  std::copy(front.begin(), front.end(), bytes.begin());
  return bytes;
}

template <class Record>
std::vector<Record> read_table(const Hdf5Reader& file, const std::string& group) {
  ColumnReader reader([&](const std::string& name, Scalar scalar, std::uint32_t width) {
    return file.column(group, name, scalar, width);
  });
  return reader.records<Record>(file.attribute(group, "rows"));
}

template <class Record>
Record read_one(const Hdf5Reader& file, const std::string& group) {
  auto records = read_table<Record>(file, group);
  if (records.size() != 1) throw TraceError(Fault::Malformed, group + ": must have one row");
  return std::move(records.front());
}

Trace read_tables(const std::filesystem::path& path) {
  const Hdf5Reader file(path);
  Trace trace;
  trace.header = read_one<Header>(file, "header");
  trace.bodies = read_table<Body>(file, "bodies");
  trace.half_spaces = read_table<HalfSpace>(file, "half_spaces");
  trace.joints = read_table<Joint>(file, "joints");
  trace.exclusions = read_table<Exclusion>(file, "exclusions");
  trace.loads = read_table<Load>(file, "loads");
  trace.segments = read_table<Segment>(file, "segments");
  trace.certificates = read_table<Certificate>(file, "certificates");
  trace.forces = read_table<ContactForce>(file, "forces");
  trace.joint_forces = read_table<JointForce>(file, "joint_forces");
  trace.events = read_table<Event>(file, "events");
  trace.footer = read_one<Footer>(file, "footer");
  trace.complete = file.attribute("/", "complete") == 1;
  return trace;
}

/// Everything that can be known before the HDF5 library looks at the file.
void demand_intact(const Bytes& bytes) {
  if (bytes.size() < kUserBlockBytes) throw TraceError(Fault::Truncated, "ends inside its header");
  Front front;
  ByteReader reader(std::span<const std::uint8_t>(bytes).subspan(8, kFrontBytes - 8));
  reader.read(front.version);
  reader.read(front.checksum);
  reader.read(front.length);
  if (front.version != kFormatVersion) throw wrong_version(front.version);
  const auto rest = std::span<const std::uint8_t>(bytes).subspan(kUserBlockBytes);
  if (rest.size() < front.length) throw TraceError(Fault::Truncated, "shorter than it says");
  if (rest.size() > front.length || crc32c(rest) != front.checksum) {
    throw TraceError(Fault::Damaged, "the checksum does not match");
  }
}

Trace read_file(const std::filesystem::path& path) {
  const Bytes bytes = read_bytes(path);
  if (starts_with(bytes, kJournalMagic)) return read_journal(path).trace;
  if (!starts_with(bytes, kFileMagic)) throw TraceError(Fault::NotATrace, "not a trace of a run");
  demand_intact(bytes);
  return read_tables(path);
}

/// By name; the piece only where the body has several. Damaged numbers stay numbers.
nlohmann::ordered_json json_of(const PieceId& id, const Trace& trace) {
  if (id.body == kWorld) {
    if (id.piece >= trace.half_spaces.size()) return {{"half_space", id.piece}};
    return {{"half_space", trace.half_spaces[id.piece].name}};
  }
  if (id.body >= trace.bodies.size()) return {{"body", id.body}, {"piece", id.piece}};
  const Body& body = trace.bodies[id.body];
  if (body.pieces.size() < 2) return {{"body", body.name}};
  if (id.piece >= body.pieces.size()) return {{"body", body.name}, {"piece", id.piece}};
  return {{"body", body.name}, {"piece", body.pieces[id.piece].name}};
}

nlohmann::ordered_json json_of(const EventContact& contact, const Trace& trace) {
  nlohmann::ordered_json json = {{"a", json_of(contact.a, trace)},
                                 {"b", json_of(contact.b, trace)},
                                 {"point", contact.point},
                                 {"normal", contact.normal},
                                 {"impulse", contact.impulse},
                                 {"compression", contact.compression},
                                 {"restitution", contact.restitution},
                                 {"friction", contact.friction}};
  if (contact.vertex_a != kWorld) json["vertex_a"] = contact.vertex_a;
  if (contact.vertex_b != kWorld) json["vertex_b"] = contact.vertex_b;
  return json;
}

nlohmann::ordered_json json_of(const Event& event, const Trace& trace) {
  nlohmann::ordered_json json = {{"index", event.index},
                                 {"kind", name(event.kind)},
                                 {"time", seconds(event.lo)},
                                 {"lo", {event.lo.base, event.lo.offset}},
                                 {"hi", {event.hi.base, event.hi.offset}},
                                 {"at", {event.at.base, event.at.offset}},
                                 {"proved", event.proved},
                                 {"location_error", event.location_error},
                                 {"a", json_of(event.a, trace)},
                                 {"b", json_of(event.b, trace)},
                                 {"energy_before", event.energy_before},
                                 {"energy_after", event.energy_after},
                                 {"residual", event.residual},
                                 {"contacts_before", event.contacts_before},
                                 {"contacts_after", event.contacts_after}};
  if (event.kind == EventKind::Accumulation) {
    json["limit_time"] = event.limit_time;
    json["limit_bound"] = event.limit_bound;
  }
  json["contacts"] = nlohmann::ordered_json::array();
  for (const EventContact& contact : event.contacts)
    json["contacts"].push_back(json_of(contact, trace));
  json["note"] = event.note;
  return json;
}

}  // namespace

void write_trace(const std::filesystem::path& path, const Trace& trace) {
  std::filesystem::path part = path;
  part += ".unfinished";
  std::error_code error;
  try {
    write_bytes(part, image_of(trace));
  } catch (...) {
    std::filesystem::remove(part, error);
    throw;
  }
  std::filesystem::rename(part, path, error);
  if (error) throw TraceError(Fault::Unreadable, path.string() + ": " + error.message());
}

Trace read_trace(const std::filesystem::path& path) {
  try {
    return read_file(path);
  } catch (const TraceError& error) {
    const std::string text = error.what();
    if (text.starts_with(path.string())) throw;
    throw TraceError(error.fault(), path.string() + ": " + text);
  }
}

std::string events_jsonl(const Trace& trace) {
  std::string text;
  for (const Event& event : trace.events) {
    text +=
        json_of(event, trace).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  }
  return text;
}

}  // namespace rigor::trace

// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include <nlohmann/json.hpp>

#include <rigor/report/markup.hpp>
#include <rigor/report/packing.hpp>
#include <rigor/report/payload.hpp>
#include <rigor/report/style.hpp>
#include <rigor/report/thinning.hpp>
#include <rigor/report/view_page.hpp>

namespace rigor {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(Claim claim) {
  switch (claim) {
    case Claim::Proved:
      return "proved";
    case Claim::Refused:
      return "refused";
    case Claim::Measured:
      return "measured";
    case Claim::NotChecked:
      break;
  }
  return "not_checked";
}

Json json_of(const ShownVerdict& verdict) {
  Json json = {{"claim", name_of(verdict.claim)},
               {"headline", verdict.headline},
               {"detail", verdict.detail},
               {"checker", verdict.checker},
               {"min_gap", nullptr},
               {"min_gap_time", nullptr},
               {"min_gap_pair", verdict.min_gap_pair},
               {"first_failure", nullptr},
               {"failures", verdict.failures},
               {"proved", verdict.proved},
               {"measured", verdict.measured}};
  if (verdict.min_gap) json["min_gap"] = *verdict.min_gap;
  if (verdict.min_gap_time) json["min_gap_time"] = *verdict.min_gap_time;
  if (verdict.first_failure) json["first_failure"] = *verdict.first_failure;
  return json;
}

Json json_of(const Thinning& thinning) {
  return {{"error", thinning.error},
          {"segments_before", thinning.segments_before},
          {"segments_after", thinning.segments_after},
          {"certificates_before", thinning.certificates_before},
          {"certificates_after", thinning.certificates_after}};
}

/// JSON that can not end the element it stands in.
std::string inert(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string data_of(const ViewedRun& run) {
  const auto thin = thinned_if_big(run.trace);
  const Json facts = {{"label", run.label},
                      {"verdict", json_of(run.verdict)},
                      {"thinning", thin ? json_of(thin->thinning) : Json(nullptr)}};
  std::string out = "<script type=\"application/json\" class=\"rigor-run\">";
  out += inert(facts);
  out += "</script>\n<script type=\"application/octet-stream\" class=\"rigor-trace\">";
  out += base64(viewer_payload(thin ? thin->trace : run.trace));
  return out + "</script>\n";
}

/// The text in front of the slot goes to `out`, the slot's content behind it; returns the rest.
std::string_view filled(std::string& out, std::string_view rest, std::string_view slot,
                        std::string_view content) {
  const auto at = rest.find(slot);
  if (at == std::string_view::npos) {
    throw std::runtime_error("the viewer's template has no slot " + std::string(slot));
  }
  out += rest.substr(0, at);
  out += content;
  return rest.substr(at + slot.size());
}

}  // namespace

std::string view_page(const std::vector<ViewedRun>& runs, const PageParts& parts) {
  std::string data;
  for (const ViewedRun& run : runs) data += data_of(run);
  std::string style = "<style>";
  style += page_style();
  style += "</style>";
  std::string out;
  std::string_view rest = viewer_template();
  rest = filled(out, rest, "<!--rigor:title-->",
                "<title>" + escaped(parts.title) + " · Rigor</title>");
  rest = filled(out, rest, "<!--rigor:style-->", style);
  rest = filled(out, rest, "<!--rigor:before-->", parts.before);
  rest = filled(out, rest, "<!--rigor:after-->", parts.after);
  rest = filled(out, rest, "<!--rigor:data-->", data);
  out += rest;
  return out;
}

}  // namespace rigor

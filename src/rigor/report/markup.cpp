// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <fmt/format.h>

#include <rigor/report/markup.hpp>

namespace rigor {

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default: {
        const auto code = static_cast<unsigned char>(c);
        const bool control = (code < 0x20 && c != '\n' && c != '\t') || code == 0x7f;
        if (control) {
          out += "\xef\xbf\xbd";
        } else {
          out += c;
        }
      }
    }
  }
  return out;
}

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value > 0 ? "infinite" : "minus infinite";
  std::string text = fmt::format("{:.{}g}", value + 0.0, digits);
  // e-08 is written e-8.
  const auto e = text.find('e');
  if (e == std::string::npos) return text;
  return text.substr(0, e + 1) + fmt::format("{}", std::stoi(text.substr(e + 1)));
}

double rounded_down(double value, int digits) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) - (digits - 1));
  for (double count = std::ceil(value / unit);; count -= 1.0) {
    const double shown = std::stod(number_text(count * unit, digits));
    if (shown <= value) return shown;
  }
}

std::string number_markup(double value, int digits) {
  std::string text = number_text(value, digits);
  if (!std::isfinite(value)) return text;
  const auto e = text.find('e');
  std::string power;
  if (e != std::string::npos) {
    const int exponent = std::stoi(text.substr(e + 1));
    power = fmt::format("&thinsp;×&thinsp;10<sup>{}{}</sup>", exponent < 0 ? "−" : "",
                        std::abs(exponent));
    text.resize(e);
  }
  if (text.front() == '-') text.replace(0, 1, "−");
  return text + power;
}

double visible_change(double change, double size) {
  constexpr double kRounding = 1e-14;  // a few units in the last place
  return std::abs(change) <= kRounding * size ? 0.0 : change;
}

}  // namespace rigor

// SPDX-License-Identifier: Apache-2.0
#include "report/structured/dry_run_fields.hpp"

#include "model/values/quantity.hpp"

#include <fmt/format.h>
#include <utility>

namespace report {

document::Output decimal_of_milli(std::int64_t milli) {
  if (milli % 1000 == 0) { return document::Output(milli / 1000); }
  std::string text = fmt::format("{}.{:03}", milli / 1000, milli % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  return document::Output(document::NumberText{std::move(text)});
}

std::string request_text(std::string_view resource, std::int64_t amount) {
  if (resource == "cpu") { return model::Quantity::from_milli(amount).text(); }
  const auto format = resource == "memory" ? model::QuantityFormat::BinarySI : model::QuantityFormat::DecimalSI;
  return model::Quantity::from_units(amount, format).text();
}

} // namespace report

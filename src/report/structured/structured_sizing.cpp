// SPDX-License-Identifier: Apache-2.0
// Structured output of dry-run's sizing: number of copies, largest size, fragmentation.
#include "model/report/report_words.hpp"
#include "model/values/quantity.hpp"
#include "report/structured/structured_parts.hpp"

#include <fmt/format.h>
#include <utility>

namespace report {

using document::Output;

namespace {

// A number with up to three decimals.
Output number_of_milli(std::int64_t milli) {
  if (milli % 1000 == 0) { return Output(milli / 1000); }
  std::string text = fmt::format("{}.{:03}", milli / 1000, milli % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  return Output(document::NumberText{std::move(text)});
}

Output request_of(std::string_view resource, std::int64_t amount) {
  if (resource == "cpu") { return Output(model::Quantity::from_milli(amount).text()); }
  const auto format = resource == "memory" ? model::QuantityFormat::BinarySI : model::QuantityFormat::DecimalSI;
  return Output(model::Quantity::from_units(amount, format).text());
}

Output size_of(const model::LargestReport& largest, std::int64_t size) {
  return largest.resource.empty() ? Output(size) : request_of(largest.resource, size);
}

Output largest_output(const model::LargestReport& largest) {
  Output out, source, size;
  source["kind"] = Output(largest.kind);
  source["namespace"] = Output(largest.namespace_name);
  source["name"] = Output(largest.object);
  out["source"] = std::move(source);
  out["role"] = Output(largest.role);
  set(out, "resource", largest.resource);
  size["asked"] = size_of(largest, largest.asked);
  size["greatest"] = size_of(largest, largest.greatest);
  out[largest.resource.empty() ? "replicas" : "request"] = std::move(size);
  out["exact"] = Output(largest.exact);
  if (largest.limit_reached) { out["limitReached"] = Output(true); }
  if (largest.moves_min_member) { out["movesMinMember"] = Output(true); }
  return out;
}

Output stranded_output(const model::FragmentationReport::StrandedNode& node) {
  Output out;
  out["name"] = Output(node.name);
  out["free"] = number_of_milli(node.free_milli);
  out["lacks"] = Output(node.lacks);
  if (node.is_new) { out["new"] = Output(true); }
  return out;
}

Output row_output(const model::FragmentationReport& row) {
  Output out;
  out["resource"] = Output(row.resource);
  out["pods"] = Output(row.pods);
  out["freeBefore"] = number_of_milli(row.free_before_milli);
  out["freeAfter"] = number_of_milli(row.free_after_milli);
  out["unusableBefore"] = number_of_milli(row.unusable_before_milli);
  out["unusableAfter"] = number_of_milli(row.unusable_after_milli);
  out["strandedNodes"] = array_of(row.stranded, stranded_output);
  return out;
}

} // namespace

Output copies_output(const model::CopiesReport& copies) {
  Output out;
  out["fit"] = Output(copies.fit);
  out["limit"] = Output(copies.limit);
  if (copies.at_most) { out["atMost"] = Output(*copies.at_most); }
  if (!copies.not_counted.empty()) { out["notCounted"] = strings(copies.not_counted); }
  if (copies.victims > 0) { out["victims"] = Output(copies.victims); }
  Output next;
  if (!copies.next_group.empty()) {
    set(next, "code", model::word(copies.next_group.front().code));
    set(next, "message", copies.next_group.front().message);
    out["next"] = std::move(next);
  } else if (!copies.next_pod.empty()) {
    set(next, "message", copies.next_pod.front().message);
    out["next"] = std::move(next);
  }
  return out;
}

Output largest_outputs(const std::vector<model::LargestReport>& largest) { return array_of(largest, largest_output); }

Output fragmentation_output(const std::vector<model::FragmentationReport>& rows) { return array_of(rows, row_output); }

} // namespace report

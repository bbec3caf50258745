// SPDX-License-Identifier: Apache-2.0
#include "bench/openb_report.hpp"

#include "document/yaml/writer.hpp"
#include "util/concat.hpp"

namespace openb {

namespace {

std::string_view name(Scoring scoring) { return scoring == LeastAllocated ? "LeastAllocated" : "MostAllocated"; }

// "12 (3.4 %)"
std::string share(std::int64_t part, std::int64_t whole) {
  if (whole == 0) { return std::to_string(part); }
  const std::int64_t thousandths = (part * 1000 + whole / 2) / whole;
  return util::concat(part, " (", thousandths / 10, '.', thousandths % 10, " %)");
}

std::string cluster(const Row& row) { return util::concat(name(row.fill), ", ", row.percent, " %"); }

template <typename... Cells>
std::string line(const Cells&... cells) {
  std::string text = "|";
  (util::append(text, util::concat(' ', cells, " |")), ...);
  return text + '\n';
}

document::Output missed(const Missed& counts) {
  document::Output output;
  for (const Scoring scoring : k_scorings) { output[name(scoring)] = counts[scoring]; }
  return output;
}

} // namespace

std::string_view name(Fill fill) { return fill == Fill::Packed ? "packed" : "spread"; }

std::string as_markdown(const std::vector<Row>& rows, std::uint32_t seed) {
  std::string text = util::concat("Random gangs, seed ", seed, ":\n\n");
  text += line("cluster", "gangs", "unknown", "can start", "sums say yes", "of these wrong",
               "can start, does not: LeastAllocated", "MostAllocated");
  text += "|---|---|---|---|---|---|---|---|\n";
  for (const Row& row : rows) {
    const Judged& judged = row.judged;
    text += line(cluster(row), judged.gangs, judged.unknown, judged.feasible, judged.sums_yes,
                 share(judged.sums_wrong, judged.sums_yes), share(judged.missed[LeastAllocated], judged.feasible),
                 share(judged.missed[MostAllocated], judged.feasible));
  }
  text += "\nAt the boundary, with as many members of the second shape as have a place; can start, does not:\n\n";
  text +=
      line("cluster", "gangs", "unknown", "LeastAllocated, A first", "B first", "MostAllocated, A first", "B first");
  text += "|---|---|---|---|---|---|---|\n";
  for (const Row& row : rows) {
    const AtBoundary& boundary = row.boundary;
    const auto of_all = [&](const Missed& counts, Scoring scoring) { return share(counts[scoring], boundary.gangs); };
    text += line(cluster(row), boundary.gangs, boundary.unknown, of_all(boundary.missed_a_first, LeastAllocated),
                 of_all(boundary.missed_b_first, LeastAllocated), of_all(boundary.missed_a_first, MostAllocated),
                 of_all(boundary.missed_b_first, MostAllocated));
  }
  return text;
}

std::string as_json_lines(const std::vector<Row>& rows, std::uint32_t seed) {
  std::string text;
  for (const Row& row : rows) {
    document::Output output;
    output["seed"] = seed;
    output["fill"] = name(row.fill);
    output["percent"] = row.percent;
    document::Output& random = output["random"];
    random["gangs"] = row.judged.gangs;
    random["unknown"] = row.judged.unknown;
    random["feasible"] = row.judged.feasible;
    random["sumsYes"] = row.judged.sums_yes;
    random["sumsWrong"] = row.judged.sums_wrong;
    random["missed"] = missed(row.judged.missed);
    document::Output& boundary = output["boundary"];
    boundary["gangs"] = row.boundary.gangs;
    boundary["unknown"] = row.boundary.unknown;
    boundary["missedAFirst"] = missed(row.boundary.missed_a_first);
    boundary["missedBFirst"] = missed(row.boundary.missed_b_first);
    text += document::to_json_line(output) + '\n';
  }
  return text;
}

} // namespace openb

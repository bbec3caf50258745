// SPDX-License-Identifier: Apache-2.0
// openb_gangs [--gangs N] [--json] CLUSTER: measures how often sums of free capacity, and the scheduler's greedy order,
// are wrong about gangs of two shapes. CLUSTER is a saved cluster with the nodes and pods of a trace (README.md).
//
// The program fills the GPU nodes with the pods to several degrees, in two ways. For each of these clusters it judges
// the same random gangs, and each gang again at the boundary: with as many members of the second shape as just fit. A
// contradiction between judges ends the program with status 1.
#include "bench/openb_report.hpp"
#include "bench/openb_trial.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <cstdlib>
#include <iostream>
#include <optional>
#include <string_view>

namespace {

using namespace openb;
using model::FeasibilityAnswer;

constexpr std::uint32_t k_seed = 20'231'117;

void ask(Trial& trial, const Gang& gang, Judged& judged) {
  trial.put(gang.a, gang.b);
  const bool sums = trial.sums_suffice();
  const FeasibilityAnswer truth = trial.truth();
  ++judged.gangs;
  if (truth == FeasibilityAnswer::Unknown) {
    ++judged.unknown;
    return;
  }
  const bool feasible = truth == FeasibilityAnswer::Feasible;
  judged.feasible += feasible ? 1 : 0;
  judged.sums_yes += sums ? 1 : 0;
  judged.sums_wrong += sums && !feasible ? 1 : 0;
  for (const Scoring scoring : k_scorings) {
    const bool starts = trial.starts(scoring);
    if (starts && !feasible) { throw Contradiction(trial.text() + ": it starts, and the solver says it cannot"); }
    judged.missed[scoring] += feasible && !starts ? 1 : 0;
  }
}

// The most members of the second shape that fit together with all members of the first; 0 if none fits.
std::optional<std::int32_t> most_beside(Trial& trial, const Gang& gang) {
  const auto truth = [&](std::int32_t count, Trial::Proof proof) {
    trial.put(gang.a, {gang.b.like, count});
    return trial.truth(proof);
  };
  std::int32_t yes = 0, no = trial.most_by_gpus(gang.b.like) + 1;
  while (no - yes > 1) {
    const std::int32_t middle = yes + (no - yes) / 2;
    const FeasibilityAnswer answer = truth(middle, Trial::Proof::Trusted);
    if (answer == FeasibilityAnswer::Unknown) { return std::nullopt; }
    (answer == FeasibilityAnswer::Feasible ? yes : no) = middle;
  }
  const bool more = truth(no, Trial::Proof::Checked) != FeasibilityAnswer::Infeasible;
  const bool less = yes > 0 && truth(yes, Trial::Proof::Checked) != FeasibilityAnswer::Feasible;
  return more || less ? std::nullopt : std::optional(yes);
}

void ask_at_boundary(Trial& trial, const Gang& gang, AtBoundary& boundary) {
  const std::optional<std::int32_t> most = most_beside(trial, gang);
  if (!most) {
    ++boundary.unknown;
    return;
  }
  if (*most < 1) { return; }
  ++boundary.gangs;
  const Part second = {gang.b.like, *most};
  for (const Scoring scoring : k_scorings) {
    trial.put(gang.a, second);
    boundary.missed_a_first[scoring] += trial.starts(scoring) ? 0 : 1;
    trial.put(second, gang.a);
    boundary.missed_b_first[scoring] += trial.starts(scoring) ? 0 : 1;
  }
}

struct Flags {
  std::size_t gangs = 1000;
  bool json = false;
  std::string path;
};

std::optional<Flags> parse(int count, char** arguments) {
  Flags flags;
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--json") {
      flags.json = true;
    } else if (argument == "--gangs" && i + 1 < count) {
      flags.gangs = std::strtoul(arguments[++i], nullptr, 10);
    } else if (argument.starts_with('-') || !flags.path.empty()) {
      return std::nullopt;
    } else {
      flags.path = argument;
    }
  }
  return flags.path.empty() || flags.gangs == 0 ? std::nullopt : std::optional(flags);
}

Row measure(const model::ClusterSnapshot& trace, const std::vector<Gang>& gangs, Fill fill, int percent) {
  Row row{fill, percent, {}, {}};
  Trial trial(trace, filled(trace, fill, percent));
  try {
    for (const Gang& gang : gangs) {
      ask(trial, gang, row.judged);
      ask_at_boundary(trial, gang, row.boundary);
    }
  } catch (const Contradiction& found) {
    throw Contradiction(util::concat(name(fill), " to ", percent, " %: ", found.what()));
  }
  return row;
}

} // namespace

int main(int count, char** arguments) {
  const std::optional<Flags> flags = parse(count, arguments);
  if (!flags) {
    std::cerr << "usage: openb_gangs [--gangs N] [--json] CLUSTER\n";
    return 2;
  }
  try {
    const model::ClusterSnapshot trace = read_trace(flags->path);
    const std::vector<Gang> gangs = random_gangs(trace, flags->gangs, k_seed);
    std::vector<Row> rows;
    for (const Fill fill : {Fill::Packed, Fill::Spread}) {
      for (const int percent : {80, 85, 90, 95}) { rows.push_back(measure(trace, gangs, fill, percent)); }
    }
    std::cout << (flags->json ? as_json_lines(rows, k_seed) : as_markdown(rows, k_seed));
  } catch (const Contradiction& found) {
    std::cerr << "contradiction: " << found.what() << '\n';
    return 1;
  } catch (const util::Error& error) {
    std::cerr << "error: " << error.what() << '\n';
    return 2;
  }
}

// SPDX-License-Identifier: Apache-2.0
// On random clusters, every remedy that independent code carries out lets the group start. No smaller set of evictions
// or moves does.
#include "engine/remedies/aftermath.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "engine/sketch.hpp"
#include "support/catch.hpp"
#include "support/rounds.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>

using namespace tests;
using model::Fix;
using model::FixKind;

namespace {

std::vector<Fix> fixes(const Sketch& sketch, const engine::RemedyOptions& options_of_remedies) {
  const model::ClusterSnapshot cluster = sketch.build();
  engine::Question question;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (cluster.groups[i].name == "want") { question.groups.emplace_back(i); }
  }
  question.remedies = options_of_remedies;
  return engine::answer(cluster, options(), question).groups.front().fixes;
}

std::vector<Fix> fixes(const Sketch& sketch, std::vector<FixKind> kinds = {}) {
  return fixes(sketch, engine::RemedyOptions{100, std::move(kinds)});
}

std::optional<Fix> fix(const Sketch& sketch, FixKind kind) {
  const std::vector<Fix> found = fixes(sketch, {kind});
  return found.empty() ? std::nullopt : std::optional(found.front());
}

// ---- evictions, by brute force ----

// True if quorums and the budget allow evicting all these pods together.
bool may_go(const Sketch& sketch, const std::vector<const Sketch::Pod*>& gone) {
  int web = 0;
  std::map<std::string, int> of_group;
  for (const Sketch::Pod* pod : gone) {
    web += pod->app == "web" ? 1 : 0;
    ++of_group[pod->group];
  }
  if (sketch.budget >= 0 && web > sketch.budget) { return false; }
  for (const auto& [name, count] : of_group) {
    if (name.empty()) { continue; }
    const auto running = static_cast<int>(std::ranges::count_if(
        sketch.pods, [&, group = name](const Sketch::Pod& pod) { return pod.group == group && !pod.node.empty(); }));
    const int quorum = std::ranges::find(sketch.groups, name, &Sketch::Group::name)->min_member;
    if (running >= quorum && running - count < quorum && count != running) { return false; }
  }
  return true;
}

struct Size {
  std::int32_t priority; // the highest
  std::size_t pods;
  friend auto operator<=>(const Size&, const Size&) = default;
};

// True if the engine's own check accepts the change as a remedy. Unlike a sketch, that check has a scheduler that keeps
// running.
bool holds(const Sketch& sketch, const std::function<void(engine::Scenario&, const model::ClusterSnapshot&)>& change) {
  const model::ClusterSnapshot cluster = sketch.build();
  const engine::Options how = options();
  const engine::Experiment experiment(cluster, how);
  const engine::Timeline timeline = experiment.run();
  const engine::Run run(experiment, timeline);
  const auto group = std::ranges::find(cluster.groups, "want", &model::PodGroup::name) - cluster.groups.begin();
  const auto index = static_cast<model::GroupIndex>(group);
  const engine::Aftermath aftermath(run);
  const model::GroupReport report = engine::diagnose(aftermath.run(), index, engine::Depth::Full);
  engine::BlockedGroup blocked(aftermath.run(), index, report, {run, report, timeline});
  return blocked.trials.starts_in_any_case([&](engine::Scenario& scenario) { change(scenario, cluster); });
}

// Smallest sets of evictions, by lowest priority and then fewest pods: one for evictions in one stroke, and one for
// evictions one by one in any order. The size of a remedy lies between the two.
struct Fewest {
  std::optional<Size> in_one_stroke, in_any_order;
};

bool starts_in_any_order(const Sketch& sketch, const Sketch& rest, std::vector<const Sketch::Pod*> gone) {
  std::ranges::sort(gone);
  do {
    model::Fix fix;
    fix.kind = FixKind::Evict;
    for (const Sketch::Pod* pod : gone) {
      model::Change& change = fix.changes.emplace_back();
      change.kind = "Pod";
      change.name = pod->name;
      change.node = pod->node;
    }
    const auto evict = [&](engine::Scenario& scenario, const model::ClusterSnapshot& cluster) {
      for (const Sketch::Pod* pod : gone) { scenario.end(cluster.find_pod("default", pod->name)); }
    };
    if (!rest.starts_step_by_step(fix, "want") || !holds(sketch, evict)) { return false; }
  } while (std::ranges::next_permutation(gone).found);
  return true;
}

// `rest`: the sketch at rest.
Fewest fewest_evictions(const Sketch& sketch, const Sketch& rest) {
  std::vector<const Sketch::Pod*> candidates;
  const std::int32_t own = std::ranges::find(rest.pods, "want", &Sketch::Pod::group)->priority;
  for (const Sketch::Pod& pod : rest.pods) {
    const bool may = !pod.node.empty() && !pod.terminating && pod.owner_kind != "DaemonSet" && pod.priority <= own;
    if (may && pod.group != "want") { candidates.push_back(&pod); }
  }
  Fewest fewest;
  for (unsigned set = 1; set < (1U << candidates.size()); ++set) {
    std::vector<const Sketch::Pod*> gone;
    Size size{INT32_MIN, 0};
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if ((set >> i & 1U) == 0) { continue; }
      gone.push_back(candidates[i]);
      size = {std::max(size.priority, candidates[i]->priority), size.pods + 1};
    }
    if ((fewest.in_any_order && size >= *fewest.in_any_order) || !may_go(rest, gone)) { continue; }
    Sketch after = rest;
    for (const Sketch::Pod* pod : gone) { after.remove_pod(pod->name); }
    if (!after.surely_starts("want")) { continue; }
    if (!fewest.in_one_stroke || size < *fewest.in_one_stroke) { fewest.in_one_stroke = size; }
    if (starts_in_any_order(sketch, rest, gone)) { fewest.in_any_order = size; }
  }
  return fewest;
}

// ---- moves, by brute force ----

Fix no_moves() {
  Fix fix;
  fix.kind = FixKind::Move;
  return fix;
}

// True if `left` more moves, one after another, can let the group start. `sketch` is the state after the moves `done`,
// which began at `rest`, the rest state of `first`.
bool moves_do(const Sketch& sketch, int left, const Sketch& rest, const Sketch& first, const Fix& done) {
  if (left == 0) {
    const auto move = [&](engine::Scenario& scenario, const model::ClusterSnapshot& cluster) {
      for (const model::Change& step : done.changes) {
        scenario.move(cluster.find_pod("default", step.name), cluster.find_node(step.to_node));
      }
    };
    return sketch.surely_starts("want") && rest.starts_step_by_step(done, "want") && holds(first, move);
  }
  for (const Sketch::Pod& pod : sketch.pods) {
    const bool may = !pod.node.empty() && !pod.terminating && pod.owner_kind != "DaemonSet" && pod.group != "want";
    if (!may || (pod.app == "web" && sketch.budget == 0)) { continue; }
    if (!pod.group.empty()) {
      const auto running = std::ranges::count_if(
          sketch.pods, [&](const Sketch::Pod& other) { return other.group == pod.group && !other.node.empty(); });
      if (running == std::ranges::find(sketch.groups, pod.group, &Sketch::Group::name)->min_member) { continue; }
    }
    for (const Sketch::Node& node : sketch.nodes) {
      if (node.name == pod.node || !sketch.has_room(node.name, pod)) { continue; }
      Sketch after = sketch;
      after.pod(pod.name).node = node.name;
      Fix further = done;
      model::Change& change = further.changes.emplace_back();
      change.kind = "Pod";
      change.name = pod.name;
      change.node = pod.node;
      change.to_node = node.name;
      if (moves_do(after, left - 1, rest, first, further)) { return true; }
    }
  }
  return false;
}

} // namespace

TEST_CASE("every reported remedy lets the group start") {
  std::mt19937 random(7);
  std::map<FixKind, int> seen;
  for (int round = 0; round < tests::rounds(1600); ++round) {
    const Sketch sketch = round % 2 == 0 ? random_sketch(random) : random_mixture(random);
    for (const Fix& found : fixes(sketch)) {
      INFO("round " << round << ", kind " << static_cast<int>(found.kind));
      ++seen[found.kind];
      const Sketch rest = sketch.at_rest();
      Sketch after = rest;
      after.carry_out(found, "want");
      CHECK_FALSE(rest.starts("want"));
      CHECK(after.surely_starts("want"));
      CHECK(rest.starts_step_by_step(found, "want"));
      CHECK(found.cost > 0);
    }
  }
  for (int kind = 0; kind <= static_cast<int>(FixKind::LowerMinMember); ++kind) {
    INFO("kind " << kind);
    CHECK((!tests::k_all_rounds || seen[static_cast<FixKind>(kind)] >= 5)); // otherwise the test shows nothing
  }
}

TEST_CASE("with a limit the cheapest remedies remain, however many threads search") {
  const auto kind_and_cost = [](const std::vector<Fix>& list) {
    std::vector<std::pair<FixKind, std::int64_t>> pairs;
    for (const Fix& found : list) { pairs.emplace_back(found.kind, found.cost); }
    return pairs;
  };
  std::mt19937 random(17);
  int limited = 0;
  for (int round = 0; round < tests::rounds(400); ++round) {
    const Sketch sketch = random_mixture(random);
    std::vector<Fix> all = fixes(sketch);
    std::ranges::stable_sort(all, {}, &Fix::cost); // without a limit, LowerMinMember is the last
    for (std::size_t most = 1; most < all.size(); ++most) {
      std::vector<Fix> expected(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most));
      std::stable_partition(expected.begin(), expected.end(),
                            [](const Fix& one) { return one.kind != FixKind::LowerMinMember; });
      for (const std::size_t threads : {1U, 3U}) {
        INFO("round " << round << ", at most " << most << ", threads " << threads);
        CHECK(kind_and_cost(fixes(sketch, {static_cast<std::int32_t>(most), {}, threads})) == kind_and_cost(expected));
      }
      ++limited;
    }
  }
  CHECK((!tests::k_all_rounds || limited >= 50)); // otherwise the test shows nothing
}

TEST_CASE("no smaller set of evictions lets the group start") {
  std::mt19937 random(11);
  int found_some = 0, of_several = 0;
  for (int round = 0; round < 400; ++round) {
    const Sketch sketch = random_sketch(random);
    if (sketch.starts("want")) { continue; }
    INFO("round " << round);
    const std::optional<Fix> told = fix(sketch, FixKind::Evict);
    const Sketch rest = sketch.at_rest();
    const Fewest fewest = fewest_evictions(sketch, rest);
    REQUIRE((told || !fewest.in_any_order));
    if (!told) { continue; }
    Size size{INT32_MIN, told->changes.size()};
    Sketch copy = rest;
    for (const model::Change& step : told->changes) {
      size.priority = std::max(size.priority, copy.pod(step.name).priority);
    }
    CHECK(told->minimal);
    REQUIRE(fewest.in_one_stroke);
    CHECK(size >= *fewest.in_one_stroke);
    CHECK((!fewest.in_any_order || size <= *fewest.in_any_order));
    ++found_some;
    of_several += size.pods > 1 ? 1 : 0;
  }
  CHECK(found_some >= 50);
  CHECK(of_several >= 10);
}

TEST_CASE("no shorter sequence of moves lets the group start") {
  std::mt19937 random(13);
  int found_some = 0, of_several = 0;
  for (int round = 0; round < 400; ++round) {
    const Sketch sketch = round % 2 == 0 ? random_sketch(random) : random_fragments(random);
    if (sketch.starts("want")) { continue; }
    INFO("round " << round);
    const std::optional<Fix> told = fix(sketch, FixKind::Move);
    const int less = told ? static_cast<int>(told->changes.size()) - 1 : 2;
    CHECK((!told || told->minimal));
    const Sketch rest = sketch.at_rest();
    for (int count = 1; count <= less; ++count) { CHECK_FALSE(moves_do(rest, count, rest, sketch, no_moves())); }
    if (!told) { continue; }
    ++found_some;
    of_several += told->changes.size() > 1 ? 1 : 0;
  }
  CHECK(found_some >= 30);
  CHECK(of_several >= 5);
}

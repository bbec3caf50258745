// SPDX-License-Identifier: Apache-2.0
#include "engine/remedies/remedies.hpp"

#include "engine/remedies/blocked_group.hpp"

#include <algorithm>
#include <array>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace engine {

namespace {

using model::FixKind;

// Rough cost of one changed object to people. Another order or a wait costs no work. Opening a node, or dropping a
// demand on nodes, is a decision. A moved pod starts again, an evicted pod loses its node, and a node costs money. A
// lower request or quorum gives people less than they asked for.
constexpr std::int64_t k_weight_of_a_loser = 3; // as for an evicted pod
constexpr std::array<RemedyKind, 11> k_kinds = {{
    {FixKind::Uncordon, 1, uncordon},
    {FixKind::WaitFor, 1, wait_for},
    {FixKind::ChangeOrder, 2, change_order},
    {FixKind::RemoveTaint, 2, remove_taint},
    {FixKind::RelaxConstraint, 2, relax_constraint},
    {FixKind::AvoidNodes, 3, avoid_nodes},
    {FixKind::Move, 2, move_pods},
    {FixKind::Evict, 3, evict_pods},
    {FixKind::AddNodes, 8, add_nodes},
    {FixKind::LowerRequest, 6, lower_request},
    {FixKind::LowerMinMember, 5, lower_min_member},
}};

bool is_asked(const RemedyOptions& options, FixKind kind) {
  return options.kinds.empty() || std::ranges::find(options.kinds, kind) != options.kinds.end();
}

// The searches, one for each kind that is asked for. They do not depend on each other.
class Searches {
 public:
  Searches(BlockedGroup& blocked, const RemedyOptions& options) : m_blocked(blocked), m_options(options) {
    for (std::size_t i = 0; i < k_kinds.size(); ++i) {
      if (is_asked(options, k_kinds[i].kind)) { m_kinds.push_back(i); }
    }
    std::ranges::stable_sort(m_kinds, {}, [](std::size_t i) { return k_kinds[i].weight; });
  }

  // In the order of k_kinds. May leave out kinds that RemedyOptions::most cheaper fixes precede in any case.
  std::vector<model::Fix> run() {
    std::vector<std::future<void>> helpers;
    const std::size_t threads = m_options.threads != 0 ? m_options.threads : suggested_threads();
    while (helpers.size() + 1 < std::min(threads, m_kinds.size())) {
      helpers.push_back(std::async(std::launch::async, [this] {
        const std::unique_ptr<BlockedGroup> own = m_blocked.copy(); // a copy of the cluster, too
        search(*own);
      }));
    }
    search(m_blocked);
    for (std::future<void>& helper : helpers) { helper.get(); }
    std::vector<model::Fix> fixes;
    for (std::optional<model::Fix>& fix : m_found) {
      if (fix) { fixes.push_back(std::move(*fix)); }
    }
    return fixes;
  }

 private:
  // One, if simulations are quick. Limits the memory: the simulations of a thread take some 100 bytes for each pod.
  std::size_t suggested_threads() const {
    constexpr std::int64_t k_quick = 100;               // affordable_simulations: each takes less than about 1 ms
    constexpr std::size_t k_most_simulated = 1'000'000; // pods, together
    if (m_blocked.trials.limit() > k_quick) { return 1; }
    const std::size_t more = k_most_simulated / std::max<std::size_t>(1, m_blocked.cluster().pods.size());
    return std::min(more + 1, std::size_t{std::thread::hardware_concurrency()});
  }

  void search(BlockedGroup& blocked) {
    while (const std::optional<std::size_t> kind = next()) {
      blocked.trials.begin();
      std::optional<model::Fix> fix = k_kinds[*kind].propose(blocked);
      if (!fix) { continue; }
      fix->cost = fix->things * k_kinds[*kind].weight + std::ssize(fix->losers) * k_weight_of_a_loser;
      const std::lock_guard lock(m_mutex);
      m_found[*kind] = std::move(fix);
    }
  }

  // nullopt: all kinds are done or taken.
  std::optional<std::size_t> next() {
    const std::lock_guard lock(m_mutex);
    while (m_taken < m_kinds.size()) {
      const std::size_t kind = m_kinds[m_taken++];
      if (!is_too_expensive(kind)) { return kind; }
    }
    return std::nullopt;
  }

  // True if enough fixes come before any fix of the kind, which costs at least its weight.
  bool is_too_expensive(std::size_t kind) const {
    std::int32_t before = 0;
    for (std::size_t i = 0; i < m_found.size(); ++i) {
      const std::int64_t least = k_kinds[kind].weight;
      if (m_found[i] && (m_found[i]->cost < least || (m_found[i]->cost == least && i < kind))) { ++before; }
    }
    return before >= m_options.most;
  }

  BlockedGroup& m_blocked;
  const RemedyOptions& m_options;
  std::vector<std::size_t> m_kinds; // rows of k_kinds, those of low weight first
  std::mutex m_mutex;               // for the next two
  std::size_t m_taken = 0;          // of m_kinds
  std::array<std::optional<model::Fix>, k_kinds.size()> m_found;
};

} // namespace

bool lacks_room(const model::GroupReport& report) {
  if (report.verdict != model::GroupVerdict::DoesNotFit) { return false; }
  switch (report.code) {
  case model::Code::MinResourcesShort:
  case model::Code::NoNodes:
  case model::Code::WaitingForPreemption:
  case model::Code::NoFeasibleNode:
  case model::Code::TakenByOthersAhead:
  case model::Code::GreedyMiss:
  case model::Code::Fragmented:
  case model::Code::NotEnoughRoom:
    return true;
  default:
    return false;
  }
}

std::span<const RemedyKind> remedy_kinds() { return k_kinds; }

std::vector<model::Fix> find_fixes(BlockedGroup& blocked, const RemedyOptions& options) {
  if (options.most <= 0 || blocked.members.empty()) { return {}; }
  std::vector<model::Fix> fixes = Searches(blocked, options).run();
  std::ranges::stable_sort(fixes, {}, &model::Fix::cost);
  if (std::ssize(fixes) > options.most) { fixes.resize(static_cast<std::size_t>(options.most)); }
  // A smaller quorum gives up what the group is for, whatever it weighs.
  std::stable_partition(fixes.begin(), fixes.end(),
                        [](const model::Fix& fix) { return fix.kind != FixKind::LowerMinMember; });
  return fixes;
}

} // namespace engine

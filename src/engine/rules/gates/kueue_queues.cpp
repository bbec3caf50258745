// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/gates/kueue_queues.hpp"

#include "engine/rules/gates/kueue_entrance.hpp"
#include "engine/rules/gates/kueue_preemption.hpp"
#include "engine/rules/gates/kueue_reserved.hpp"
#include "engine/rules/gates/kueue_shares.hpp"
#include "engine/rules/gates/kueue_unready.hpp"
#include "engine/rules/gates/kueue_unseen.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace engine {

namespace {

// A waiting Workload.
struct Waiting {
  std::size_t index = 0;
  const model::KueueWorkload* workload = nullptr;
  std::size_t queue = 0;      // ClusterQueue
  std::string undecided = {}; // as in KueueEntrance
};

class Queues {
 public:
  Queues(const model::ClusterSnapshot& cluster, model::Time now)
      : m_cluster(cluster), m_now(now), m_quota(cluster), m_candidates(cluster),
        m_heads(cluster.cluster_queues.size()) {
    block_admission();
  }

  std::vector<KueueDecision> run() {
    for (std::size_t at = 0; at < m_cluster.kueue_workloads.size(); ++at) { sort_in(at); }
    for (std::deque<Waiting>& queue : m_heads) {
      std::ranges::sort(queue, {}, [](const Waiting& waiting) { return place(*waiting.workload); });
    }
    while (cycle()) {}
    for (std::deque<Waiting>& queue : m_heads) { hold_up(queue); }
    leave_open_behind(m_preempting, m_fitting, m_cluster, m_quota, m_decisions);
    leave_open_beside_unseen(m_fitting, m_cluster, m_quota, m_decisions);
    leave_shares_open(m_cluster, m_decisions);
    leave_open();
    std::ranges::sort(m_decisions, {}, &KueueDecision::workload);
    return std::move(m_decisions);
  }

 private:
  // Sort key: priority, then the time of the last requeue, else of the creation. A Workload of a manifest comes after
  // all that exist, also if the newest one has the time of the question.
  static std::tuple<std::int64_t, bool, std::optional<model::Time>, std::string_view, std::string_view>
  place(const model::KueueWorkload& workload) {
    return {-std::int64_t{workload.priority}, workload.from_manifest,
            workload.requeued ? workload.requeued : workload.created, workload.namespace_name, workload.name};
  }

  model::GateReport& decide(std::size_t index, std::string_view kind, std::string_view name, bool open,
                            std::string note) {
    m_decisions.push_back(kueue_decision(index, kind, name, open, std::move(note)));
    return m_decisions.back().report;
  }

  // Puts the Workload into its queue unless something keeps it out before the check of quota.
  void sort_in(std::size_t index) {
    const model::KueueWorkload& workload = m_cluster.kueue_workloads[index];
    if (workload.finished) { return; }
    if (workload.admitted || !workload.admitted_to.empty()) {
      if (auto made = decision_about_reserved(m_cluster, index, m_now)) { m_decisions.push_back(std::move(*made)); }
      return;
    }
    KueueEntrance entrance = kueue_entrance(m_cluster, workload, m_now);
    if (entrance.queue && !m_blocked_by.empty()) {
      model::GateReport& report =
          decide(index, "ClusterQueue", m_cluster.cluster_queues[*entrance.queue].name, false, m_blocked_by);
      if (m_may_unblock) { report.undecided = m_blocked_by; }
    } else if (entrance.queue) {
      m_heads[*entrance.queue].push_back({index, &workload, *entrance.queue, std::move(entrance.undecided)});
    } else {
      decide(index, entrance.kind, entrance.name, false, std::move(entrance.refusal)).namespace_name =
          entrance.namespace_name;
    }
  }

  void block_admission() {
    m_blocks = std::ranges::any_of(m_cluster.kueue_configurations, &model::KueueConfiguration::blocks_admission);
    const std::optional<Unready> unready = find_unready(m_cluster);
    if (!unready) { return; }
    if (m_cluster.kueue_configurations.empty()) {
      if (unready->is_reported) {
        m_perhaps_blocked = util::concat(
            unready->whose,
            " are not ready, and Kueue's configuration, which may have it wait for them, is not in the input"
            " (waitForPodsReady.blockAdmission)");
      }
    } else if (m_blocks) {
      m_blocked_by = util::concat("Kueue admits nothing until ", unready->whose, " are ready (blockAdmission)");
      m_may_unblock = unready->may_come;
    }
  }

  struct Nominee {
    Waiting waiting;
    FlavorAssignment assignment;
    std::vector<std::int32_t> counts;
  };

  // Nominates all pods of the Workload, or as many as fit if its pod sets may shrink. It takes the smallest step from
  // their counts toward their minCounts. (PodSetReducer)
  Nominee nominate(const Waiting& waiting) const {
    const std::vector<model::KueuePodSet>& sets = waiting.workload->pod_sets;
    std::int64_t steps = 0;
    for (const model::KueuePodSet& set : sets) { steps += std::max(0, set.count - set.min_count.value_or(set.count)); }
    const auto at_step = [&](std::int64_t step) {
      Nominee made{waiting, {}, {}};
      for (const model::KueuePodSet& set : sets) {
        const std::int64_t most = std::max(0, set.count - set.min_count.value_or(set.count));
        made.counts.push_back(static_cast<std::int32_t>(set.count - (steps == 0 ? 0 : most * step / steps)));
      }
      made.assignment = assign_flavors(m_cluster, m_quota, waiting.queue, *waiting.workload, made.counts);
      return made;
    };
    Nominee all = at_step(0);
    if (all.assignment.fits || steps == 0 || !at_step(steps).assignment.fits) { return all; }
    std::int64_t too_many = 0, fits = steps;
    while (fits - too_many > 1) {
      const std::int64_t middle = too_many + (fits - too_many) / 2;
      (at_step(middle).assignment.fits ? fits : too_many) = middle;
    }
    return at_step(fits);
  }

  // Tries the head of each queue once. Returns true if anything changed.
  bool cycle() {
    std::vector<Nominee> nominees;
    for (const std::deque<Waiting>& queue : m_heads) {
      if (!queue.empty()) { nominees.push_back(nominate(queue.front())); }
    }
    std::ranges::sort(nominees, {}, [](const Nominee& nominee) {
      return std::tuple(nominee.assignment.borrows, place(*nominee.waiting.workload));
    });
    m_skipped.clear();
    std::optional<QuotaTree> rest; // what the heads before this one leave; absent: m_quota
    std::string keepers;
    bool changed = false;
    for (const Nominee& nominee : nominees) {
      const std::size_t queue = nominee.waiting.queue;
      if (nominee.assignment.fits) {
        // Others in this cycle may have used the quota that it needs; the next cycle tries it again.
        if (!still_fits(rest ? *rest : m_quota, queue, nominee.assignment)) {
          m_skipped[nominee.waiting.index] = keepers;
          continue;
        }
        admit(nominee);
        if (rest) { use(*rest, queue, nominee.assignment.usage); }
      } else if (m_cluster.cluster_queues[queue].strict_fifo) {
        if (may_preempt(nominee)) { note_preempting(nominee); }
        keep_quota(nominee.waiting, rest, keepers); // it stays the head: no Workload releases quota here
        continue;
      } else {
        put_aside(nominee);
      }
      m_heads[queue].pop_front();
      changed = true;
    }
    return changed;
  }

  // A head that waits for quota within its queue's nominal quota keeps that quota from others for the rest of the
  // cycle, unless its queue can reclaim all of it. Only the head of a StrictFIFO queue is tried in every cycle.
  // (reserveCapacityForUnreclaimablePreempt)
  void keep_quota(const Waiting& head, std::optional<QuotaTree>& rest, std::string& keepers) const {
    const model::ClusterQueue& queue = m_cluster.cluster_queues[head.queue];
    if (queue.reclaims_always) { return; }
    const QuotaTree& now = rest ? *rest : m_quota;
    const auto kept = kept_quota(m_cluster, now, head.queue, *head.workload);
    if (kept.empty()) { return; }
    if (!rest) { rest = m_quota; }
    use(*rest, head.queue, kept);
    keepers +=
        util::concat(keepers.empty() ? "" : "; ", "ClusterQueue ", queue.name, " (StrictFIFO) keeps its quota for ",
                     head.workload->namespace_name, '/', head.workload->name, ", which needs more than is free");
  }

  static void use(QuotaTree& quota, std::size_t queue, const std::map<FlavorResource, model::Quantity>& usage) {
    for (const auto& [what, amount] : usage) { quota.use(queue, what, amount); }
  }

  static bool still_fits(const QuotaTree& quota, std::size_t queue, const FlavorAssignment& assignment) {
    return std::ranges::all_of(assignment.usage, [&](const auto& item) {
      return item.second.is_zero() || item.second <= quota.available(queue, item.first);
    });
  }

  void admit(const Nominee& nominee) {
    const model::ClusterQueue& queue = m_cluster.cluster_queues[nominee.waiting.queue];
    use(m_quota, nominee.waiting.queue, nominee.assignment.usage);
    const std::vector<std::string_view> checks = admission_checks_of(queue, nominee.assignment);
    const bool checked = checks.empty();
    std::string note;
    std::vector<std::string> undecided = nominee.assignment.topologies;
    if (!nominee.assignment.transformed.empty()) { undecided.push_back(transformation_of(nominee)); }
    if (!m_perhaps_blocked.empty()) { undecided.push_back(m_perhaps_blocked); }
    if (!nominee.waiting.undecided.empty()) { undecided.push_back(nominee.waiting.undecided); }
    for (const auto& flavors : nominee.assignment.flavors) {
      if (std::string conflict = label_conflict(flavors); !conflict.empty()) {
        undecided.push_back(std::move(conflict));
      }
    }
    if (!m_starts_first.empty()) {
      undecided.push_back(
          util::concat("Kueue admits it only when the pods of ", m_starts_first, " are ready (blockAdmission)"));
    } else if (m_blocks && nominee.waiting.workload->pods.empty()) {
      m_starts_first = util::concat(nominee.waiting.workload->namespace_name, '/', nominee.waiting.workload->name);
    }
    if (!checked) {
      undecided.insert(undecided.begin(),
                       util::concat("its quota is free; then admission check", checks.size() == 1 ? " " : "s ",
                                    joined_names(checks), checks.size() == 1 ? " has" : " have", " to be ready"));
    }
    std::int64_t pods = 0, wanted = 0;
    for (std::size_t at = 0; at < nominee.counts.size(); ++at) {
      pods += nominee.counts[at];
      wanted += nominee.waiting.workload->pod_sets[at].count;
    }
    if (checked && pods < wanted) { note = util::concat("with ", pods, " of its ", wanted, " pods (minCount)"); }
    model::GateReport& report = decide(nominee.waiting.index, "ClusterQueue", queue.name, checked, std::move(note));
    report.amounts = nominee.assignment.amounts;
    for (const std::string& each : undecided) {
      report.undecided += util::concat(report.undecided.empty() ? "" : "; ", each);
    }
    if (!checked) { report.note = report.undecided; }
    m_decisions.back().flavors = nominee.assignment.flavors;
    m_decisions.back().counts = nominee.counts;
    m_fitting.push_back({m_decisions.size() - 1, nominee.waiting.queue, nominee.assignment.usage});
  }

  bool may_preempt(const Nominee& nominee) const {
    return !nominee.assignment.hopeless && !nominee.assignment.fits &&
           m_candidates.any(m_quota, nominee.waiting.queue, *nominee.waiting.workload);
  }

  void note_preempting(const Nominee& nominee) {
    const Waiting& head = nominee.waiting;
    if (std::ranges::find(m_preempting, head.workload, &Preempting::workload) != m_preempting.end()) { return; }
    m_preempting.push_back({head.workload, head.queue, m_decisions.size(), nominee.assignment.amounts});
  }

  void put_aside(const Nominee& nominee) {
    constexpr std::string_view k_may_preempt = "Kueue may preempt others for it, which is not simulated";
    const model::ClusterQueue& queue = m_cluster.cluster_queues[nominee.waiting.queue];
    const std::vector<model::GateAmount>& amounts = nominee.assignment.amounts;
    const bool may_help = may_preempt(nominee);
    if (may_help) { note_preempting(nominee); }
    std::vector<std::string> notes = nominee.assignment.refusals;
    if (may_help) { notes.emplace_back(k_may_preempt); }
    std::string note;
    for (const std::string& each : notes) { note += util::concat(note.empty() ? "" : "; ", each); }
    model::GateReport& report = decide(nominee.waiting.index, "ClusterQueue", queue.name, false, std::move(note));
    report.amounts = amounts;
    if (may_help) { report.undecided = k_may_preempt; }
    if (!nominee.assignment.transformed.empty()) { report.undecided = transformation_of(nominee); }
  }

  // Two flavors of one pod set that give a node label different values; empty: none. Kueue keeps the value that it
  // merges first, and it merges them in the order of a Go map. (kueue, pkg/podset: FromAssignment)
  std::string label_conflict(const std::vector<std::string_view>& flavors) const {
    std::map<std::string_view, std::pair<std::string_view, std::string_view>> seen; // by key: value, flavor
    for (const std::string_view name : flavors) {
      const auto flavor = std::ranges::find(m_cluster.resource_flavors, name, &model::ResourceFlavor::name);
      if (flavor == m_cluster.resource_flavors.end()) { continue; }
      for (const model::Label& label : flavor->node_labels) {
        const auto [found, is_new] = seen.try_emplace(label.key, label.value, name);
        if (is_new || found->second.first == label.value) { continue; }
        return util::concat("flavors ", found->second.second, " and ", name, " give node label ", label.key,
                            " different values, and Kueue takes one at random");
      }
    }
    return {};
  }

  static std::string transformation_of(const Nominee& nominee) {
    return util::concat("Kueue's configuration counts ", nominee.assignment.transformed,
                        " as other resources (transformations), which is not simulated");
  }

  // Decides about a queue at rest: its head does not fit in a StrictFIFO queue, or others keep the quota that it needs.
  // Kueue tries that head first in every cycle, so it blocks all others.
  void hold_up(std::deque<Waiting>& queue) {
    if (queue.empty()) { return; }
    const Waiting head = queue.front();
    const auto skipped = m_skipped.find(head.index);
    const bool is_skipped = skipped != m_skipped.end();
    Nominee nominee = nominate(head);
    if (is_skipped) { nominee.assignment.refusals.push_back(skipped->second); }
    put_aside(nominee);
    const std::string undecided = m_decisions.back().report.undecided;
    queue.pop_front();
    for (const Waiting& behind : queue) {
      model::GateReport& report = decide(
          behind.index, "ClusterQueue", m_cluster.cluster_queues[behind.queue].name, false,
          util::concat("Workload ", head.workload->namespace_name, '/', head.workload->name, " is earlier in the ",
                       is_skipped ? "queue, and others keep the quota that it needs"
                                  : "StrictFIFO queue and does not fit"));
      if (!undecided.empty()) { report.undecided = util::concat(report.note, "; ", undecided); }
    }
  }

  bool chooses_nodes(const std::vector<std::string_view>& flavors) const {
    return std::ranges::any_of(m_cluster.resource_flavors, [&](const model::ResourceFlavor& flavor) {
      return std::ranges::find(flavors, flavor.name) != flavors.end() && engine::chooses_nodes(flavor);
    });
  }

  // "16 gpu are more than the 8 of flavor f"
  static std::string shortage_of(const model::GateReport& report) {
    const auto row = std::ranges::find_if(report.amounts, &model::GateAmount::short_of);
    if (row == report.amounts.end()) { return {}; }
    return util::concat(row->asked.text(), ' ', row->resource, " are more than the ",
                        row->never() ? row->limit.text() : row->left.text(), row->never() ? " of" : " left in",
                        " flavor ", row->rule);
  }

  // A Workload that Kueue may not make neither holds back its pods for sure nor changes their nodes.
  void leave_open() {
    for (KueueDecision& decision : m_decisions) {
      const std::string_view perhaps = m_cluster.kueue_workloads[decision.workload].perhaps;
      model::GateReport& report = decision.report;
      const bool has_nodes = std::ranges::any_of(
          decision.flavors, [&](const std::vector<std::string_view>& flavors) { return chooses_nodes(flavors); });
      if (perhaps.empty() || (report.open && !has_nodes)) { continue; }
      const std::string why = !report.undecided.empty() ? report.undecided
                              : !report.note.empty()    ? report.note
                                                        : shortage_of(report);
      report.undecided = util::concat(perhaps, why.empty() ? "" : ": ", why);
    }
    leave_open_beside();
  }

  // Quota that such a Workload takes may be free for the others of its queue.
  void leave_open_beside() {
    std::map<std::string_view, std::string_view> takers; // by ClusterQueue
    for (const KueueDecision& decision : m_decisions) {
      const std::string_view perhaps = m_cluster.kueue_workloads[decision.workload].perhaps;
      if (!perhaps.empty() && decision.report.open) { takers.emplace(decision.report.name, perhaps); }
    }
    for (KueueDecision& decision : m_decisions) {
      model::GateReport& report = decision.report;
      const auto taker = takers.find(report.name);
      const bool is_short =
          !report.open && report.undecided.empty() && std::ranges::none_of(report.amounts, &model::GateAmount::never);
      if (taker != takers.end() && is_short) { report.undecided = taker->second; }
    }
  }

  const model::ClusterSnapshot& m_cluster;
  model::Time m_now;
  QuotaTree m_quota;
  PreemptionCandidates m_candidates;
  std::vector<std::deque<Waiting>> m_heads;     // by ClusterQueue, in queue order
  std::map<std::size_t, std::string> m_skipped; // Workloads that fitted in the last cycle; why Kueue skipped them
  std::vector<KueueDecision> m_decisions;
  std::vector<Preempting> m_preempting;
  std::vector<Fitting> m_fitting;
  bool m_blocks = false;         // blockAdmission
  std::string m_starts_first;    // a Workload that it admits first, and whose pods do not exist yet
  std::string m_blocked_by;      // why Kueue admits nothing at all; empty: it admits
  bool m_may_unblock = false;    // that may end by itself
  std::string m_perhaps_blocked; // the same if Kueue's configuration says so; empty: it does not matter
};

} // namespace

KueueDecision kueue_decision(std::size_t index, std::string_view kind, std::string_view name, bool open,
                             std::string note) {
  KueueDecision made;
  made.workload = index;
  made.report.gate = model::GateKind::Kueue;
  made.report.kind = kind;
  made.report.name = name;
  made.report.open = open;
  made.report.note = std::move(note);
  return made;
}

std::vector<KueueDecision> run_kueue_queues(const model::ClusterSnapshot& cluster, model::Time now) {
  return Queues(cluster, now).run();
}

} // namespace engine

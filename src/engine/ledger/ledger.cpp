// SPDX-License-Identifier: Apache-2.0
#include "engine/ledger/ledger.hpp"

#include "engine/index.hpp"
#include "engine/ledger/deletions.hpp"
#include "engine/remedies/losers.hpp"
#include "engine/rules/min_resources.hpp"
#include "model/cluster/gated_field.hpp"
#include "util/concat.hpp"

#include <array>
#include <iterator>
#include <set>
#include <tuple>

namespace engine {

namespace {

using model::Asked;
using model::Authority;
using model::Code;
using model::GroupVerdict;
using model::Reply;

using LedgerRow = void (*)(const LedgerInput&, const LedgerSubject&, LedgerEntries&);
constexpr std::array<LedgerRow, 7> k_ledger_rows = {quota_entries,  queue_entries,     scheduler_entries, input_entries,
                                                    volume_entries, neighbour_entries, competitor_entries};

// Adds the unplaced pods of `from`. Of pods that are equal to all authorities, adds only the first. A queue may let in
// some of them.
void add_unplaced(const LedgerInput& input, const std::vector<model::PodIndex>& from, LedgerSubject& subject) {
  std::set<std::tuple<const void*, const void*, const void*, std::string_view, bool>> seen;
  for (const model::PodIndex index : from) {
    const model::Pod& pod = input.pod(index);
    if (pod.finished() || pod.bound() || pod.terminating) { continue; }
    const bool is_held = input.run.rules.gates.keeps_out(index);
    if (seen.emplace(pod.spec, pod.labels, pod.marks, pod.namespace_name, is_held).second) {
      subject.pods.push_back(index);
    }
  }
}

// True if the cause depends on kube-scheduler's order of pods or on its pauses. Another scheduler has its own.
bool rests_on_order(Code code) {
  return code == Code::GreedyMiss || code == Code::TakenByOthersAhead || code == Code::WaitingForPreemption ||
         code == Code::GroupBackingOff;
}

// True if a part of the group got more members than it needs and another one fewer: in another order of the pods, the
// room may do for all parts.
bool rests_on_order_of_parts(const model::GroupReport& report) {
  const auto has_surplus = [](const model::SubGroupReport& part) { return part.bound_at_end > part.min_member; };
  const auto lacks = [](const model::SubGroupReport& part) {
    return part.bound_at_end < part.min_member && part.min_member <= part.total;
  };
  return std::ranges::any_of(report.sub_groups, has_surplus) && std::ranges::any_of(report.sub_groups, lacks);
}

// True if the queue tries the pod before any of the group.
bool is_ahead(const LedgerInput& input, model::PodIndex pod, model::GroupIndex group) {
  const std::vector<model::PodIndex>& order = input.run.timeline.initial_order;
  const auto first = std::ranges::find_if(
      order, [&](model::PodIndex index) { return index == pod || input.pod(index).group == group; });
  return first != order.end() && *first == pod;
}

// True if the pod waits for another scheduler than the group, and could not preempt the group if it came later.
bool is_racer(const LedgerInput& input, model::PodIndex index, model::GroupIndex group) {
  const std::vector<model::PodIndex>& members = input.cluster.groups[at(group)].members;
  if (members.empty() || !std::ranges::binary_search(input.doubtful.racing, index)) { return false; }
  const model::Pod& pod = input.pod(index);
  const model::Pod& member = input.pod(members.front());
  return queue_of(input, pod) != queue_of(input, member) && pod.spec->priority <= member.spec->priority;
}

// The first pod among those that take the capacity before the group that is doubtful, or that waits for another
// scheduler; k_none: there is none.
model::PodIndex doubtful_taker(const LedgerInput& input, model::GroupIndex group, const model::GroupReport& report) {
  const model::Evidence& evidence = report.evidence;
  const bool has_takers = !evidence.takers.empty() || !evidence.takers_behind.empty() || !evidence.holders.empty();
  if (report.code == Code::TakenByOthersAhead && !has_takers) { // Depth::Verdict
    const model::PodIndex ahead = input.doubtful.first_in_queue;
    if (ahead != model::k_none && is_ahead(input, ahead, group)) { return ahead; }
    const std::vector<model::PodIndex>& order = input.run.timeline.initial_order;
    const auto racer =
        std::ranges::find_if(order, [&](model::PodIndex index) { return is_racer(input, index, group); });
    return racer != order.end() && is_ahead(input, *racer, group) ? *racer : model::k_none;
  }
  model::PodIndex first = model::k_none;
  const auto note = [&](model::PodIndex pod) { first = first == model::k_none ? pod : std::min(first, pod); };
  for (const model::QueueRef& taker : evidence.takers) {
    const std::tuple place(taker.kind == model::QueueKind::PodGroup, std::string_view(taker.namespace_name),
                           std::string_view(taker.name));
    const auto found = input.doubtful.by_place.find(place);
    const auto racing = input.doubtful.racing_by_place.find(place);
    if (found != input.doubtful.by_place.end()) { note(found->second); }
    if (racing != input.doubtful.racing_by_place.end() && is_racer(input, racing->second, group)) {
      note(racing->second);
    }
  }
  return first;
}

Asked entry_of_taker(const LedgerInput& input, model::PodIndex taker, const std::string& of) {
  const std::string name = util::concat("pod ", model::pod_key(input.pod(taker)));
  return {Authority::Inputs, Reply::NotAsked,
          util::concat(name, " takes capacity first only if it gets its node, and it ", doubt_about_node(input, taker)),
          name, of};
}

bool has_blocked_group(const model::Report& report) {
  return std::ranges::find(report.groups, GroupVerdict::DoesNotFit, &model::GroupReport::verdict) !=
         report.groups.end();
}

Code code_of(const Asked& entry) {
  switch (entry.authority) {
  case Authority::Inputs:
  case Authority::Admission:
  case Authority::Quota:
    return Code::InputIncomplete;
  default:
    return Code::NotModelled;
  }
}

// The pods that controllers make after a what-if flag, and that are tried before the lowest of the subject's pods.
void add_successors(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const auto comes_first = [&](const model::Successors& successors) {
    return std::ranges::any_of(subject.pods, [&](model::PodIndex index) {
      const std::int32_t own = input.pod(index).spec->priority;
      return successors.priority > (subject.group == nullptr ? own : subject.group->priority.value_or(own));
    });
  };
  for (const model::Successors& successors : input.cluster.successors) {
    if (comes_first(successors)) {
      out.add(Authority::Operator, Reply::NotAsked, successors.because, successors.object);
    }
  }
}

// The assumption "no ResourceQuota" becomes the unknown "whether the cluster has any ResourceQuota".
void make_strict(model::Ledger& ledger) {
  constexpr std::string_view k_none = "no ";
  for (Asked& entry : ledger) {
    if (entry.reply != Reply::Assumed) { continue; }
    entry.reply = Reply::NotAsked;
    const std::string_view assumed = entry.because;
    const bool is_absence = assumed.starts_with(k_none);
    entry.because = util::concat("whether ", is_absence ? "the cluster has any " : "",
                                 assumed.substr(is_absence ? k_none.size() : 0), " is not known");
  }
}

void take_back(const model::Ledger& ledger, model::GroupReport& report) {
  if (first_with(ledger, Reply::Refuses) != nullptr) { // from a scheduler: the run covers gates
    report.verdict = GroupVerdict::DoesNotFit;
    report.code = Code::WrongScheduler;
    take_back_places(report);
  } else if (const Asked* const open = first_with(ledger, Reply::NotAsked)) {
    report.starts = report.verdict == GroupVerdict::Fits;
    const bool is_told = report.verdict == GroupVerdict::Unknown && report.code != Code::None;
    report.verdict = GroupVerdict::Unknown;
    if (!is_told) { report.code = code_of(*open); }
    report.stage = model::Stage::None;
    report.fixes.clear();
    // The scheduler may have written the answer that the run cannot give.
    if (report.stored && report.phase) {
      const std::string& phase = report.stored->phase;
      report.stored->stale = !phase.empty() && phase != report.phase->phase;
    } else if (report.stored) {
      report.stored->stale = false;
    }
  }
}

// True if only queues hold the group back, and each of them decides by something that is not simulated.
bool is_left_open(const model::GroupReport& report) {
  bool any = false;
  for (const model::GateReport& gate : report.gates) {
    if (!gate.open && gate.undecided.empty()) { return false; }
    any = any || !gate.open;
  }
  return any && report.code == Code::QueueGate;
}

// A gang that has its quorum runs, whatever the answer about its further members is. The question may be about one of
// these.
void add_questions_of_surplus(const LedgerInput& input, model::Report& report) {
  for (const model::PodIndex index : input.question.members) {
    const model::Pod& pod = input.pod(index);
    if (pod.bound() || pod.finished() || pod.terminating) { continue; }
    const model::PodGroup& group = input.cluster.groups[at(pod.group)];
    const auto row = std::ranges::find_if(report.groups, [&](const model::GroupReport& each) {
      return each.verdict == GroupVerdict::Satisfied && each.namespace_name == group.namespace_name &&
             each.name == group.name;
    });
    if (row == report.groups.end()) { continue; }
    std::ranges::copy_if(row->asked, std::back_inserter(report.asked),
                         [](const Asked& entry) { return entry.reply == Reply::NotAsked; });
  }
}

std::vector<bool> starts_in_worst_order(const Run& run) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  if (!has_min_resources(cluster) || !is_over_committed(run.nodes, run.bound_usage)) { return {}; }
  Options options = run.rules.options;
  options.over_committed_nodes_first = true;
  const Experiment experiment(cluster, options);
  const Timeline timeline = experiment.run();
  std::vector<bool> starts;
  for (std::size_t group = 0; group < cluster.groups.size(); ++group) {
    starts.push_back(reaches_quorum({experiment, timeline}, static_cast<model::GroupIndex>(group)));
  }
  return starts;
}

std::map<model::NodeIndex, std::vector<model::PodIndex>> static_victims(const Run& run) {
  std::map<model::NodeIndex, std::vector<model::PodIndex>> victims;
  for (const model::PodIndex victim : victims_of(run.timeline)) {
    const model::Pod& pod = run.rules.cluster.pods[at(victim)];
    const model::NodeIndex node = run.rules.cluster.node_of(victim);
    if (node != model::k_none && model::is_static(pod)) { victims[node].push_back(victim); }
  }
  return victims;
}

} // namespace

std::string name_of_pods(const model::ClusterSnapshot& cluster, const std::vector<model::PodIndex>& pods) {
  if (pods.empty()) { return {}; }
  std::string name = util::concat("pod ", model::pod_key(cluster.pods[at(pods.front())]));
  if (pods.size() > 1) { name += util::concat(" and ", pods.size() - 1, " more"); }
  return name;
}

Ledgers::Ledgers(const Run& run, const Question& question)
    : m_input{run,
              question,
              run.rules.cluster,
              SchedulersAtWork(run.rules.cluster, run.rules.options.now),
              starts_in_worst_order(run),
              claim_users_at_end(run),
              static_victims(run),
              workloads_by_name(run.rules.cluster),
              leaving_namespaces(run.rules.cluster)} {
  m_input.owner_pods = owner_pods(m_input.cluster);
  m_input.live_pods = live_pods(m_input.cluster, m_input.workloads);
  m_input.evictions = evictions_by_kueue(m_input.cluster, run.rules.options.now);
  m_input.of_unknown_priority = pods_of_unknown_priority(m_input.cluster);
  m_input.doubtful = doubtful_pods(m_input);
  m_input.shows_other_plugin = pods_that_show_other_plugins(m_input.cluster);
  m_input.rejections = doubts_by_rejections(m_input.cluster);
  m_input.has_several_processors = has_several_processors(m_input.cluster);
  m_input.depends_on_order = native_gangs_by_order(run);
}

model::Ledger Ledgers::asked_of(const LedgerSubject& subject) const {
  LedgerEntries entries(subject.name);
  if (!subject.pods.empty() || subject.group != nullptr) {
    for (const LedgerRow row : k_ledger_rows) { row(m_input, subject, entries); }
    add_successors(m_input, subject, entries);
  }
  if (m_input.question.strict) {
    // The changes of what-if flags rest on what controllers and drivers do then.
    for (const std::string& assumed : m_input.cluster.assumptions) {
      entries.add(Authority::Operator, Reply::Assumed, assumed);
    }
    make_strict(entries.ledger);
  }
  return std::move(entries.ledger);
}

// Pods that do not exist yet may wait for ever.
void Ledgers::close_idle(const model::PodGroup& group, model::GroupReport& report) const {
  if (m_input.is_new()) { return; }
  LedgerEntries of_owners(util::concat(group.namespace_name, '/', group.name));
  entries_of_idle_group(m_input, group, of_owners);
  if (of_owners.ledger.empty()) { return; }
  report.asked = std::move(of_owners.ledger);
  report.evidence.hints.clear(); // the failures of those controllers
  take_back(report.asked, report);
}

void Ledgers::close(model::GroupIndex index, model::GroupReport& report) const {
  const bool has_surplus = report.verdict == GroupVerdict::Satisfied && report.bound_at_end > report.members.bound;
  const bool is_open = report.verdict == GroupVerdict::Fits || report.verdict == GroupVerdict::DoesNotFit ||
                       report.verdict == GroupVerdict::Unknown;
  const model::PodGroup& group = m_input.cluster.groups[at(index)];
  if (report.verdict == GroupVerdict::Idle) {
    close_idle(group, report);
    return;
  }
  LedgerSubject subject{std::string(group.namespace_name) + '/' + std::string(group.name),
                        &group,
                        report.verdict == GroupVerdict::Fits,
                        {}};
  LedgerEntries of_members(subject.name);
  entries_of_members(m_input, group, of_members);
  const bool is_refused = first_with(of_members.ledger, Reply::Refuses) != nullptr;
  if (is_refused || (report.verdict == GroupVerdict::Satisfied && !of_members.ledger.empty())) {
    report.asked = std::move(of_members.ledger);
    take_back(report.asked, report);
    if (is_refused) { report.code = Code::MembersDeleted; }
    return;
  }
  if (!is_open && !has_surplus) { return; }
  add_unplaced(m_input, group.members, subject);
  report.asked = asked_of(subject);
  report.asked.insert(report.asked.begin(), of_members.ledger.begin(), of_members.ledger.end());
  if (has_surplus) { // the group runs; only the nodes of the members beyond its quorum are open
    const bool is_refused_there = first_with(report.asked, Reply::Refuses) != nullptr;
    const bool is_sure = first_with(report.asked, Reply::NotAsked) == nullptr && !is_refused_there;
    if (is_sure) {
      report.asked.clear();
    } else if (m_input.is_new() && !is_refused_there) { // the question is about these members
      take_back(report.asked, report);
    } else {
      take_back_places(report);
    }
    return;
  }
  const bool has_other_order = rests_on_order(report.code) || rests_on_order_of_parts(report);
  const bool is_quorum_idle = starts_one_by_one(m_input, group) && report.code == Code::NotEnoughMembers &&
                              std::ranges::all_of(group.members, [&](model::PodIndex member) {
                                return m_input.pod(member).finished() || has_node_in_run(m_input, member);
                              });
  const bool is_of_order = !m_input.depends_on_order.empty() && m_input.depends_on_order[at(index)];
  const bool may_be_wrong = report.verdict == GroupVerdict::DoesNotFit &&
                            (is_of_order || is_quorum_idle ||
                             (has_other_order && model::is_approximated(group.dialect) && model::is_gang(group)));
  const bool has_certain_cause = report.verdict == GroupVerdict::DoesNotFit && !may_be_wrong && !is_left_open(report);
  const model::PodIndex taker = has_certain_cause ? doubtful_taker(m_input, index, report) : model::k_none;
  if (taker != model::k_none) {
    report.asked.push_back(entry_of_taker(m_input, taker, subject.name));
  } else if (has_certain_cause) {
    return;
  }
  take_back(report.asked, report);
}

PodAnswer Ledgers::answer_about(model::PodIndex pod) const {
  const std::vector<model::PodIndex> only = {pod};
  const model::Ledger asked = asked_of({name_of_pods(m_input.cluster, only), nullptr, true, only, only});
  const std::optional<Deletion> deletion = deletion_of(m_input, pod);
  if (deletion && deletion->is_sure) { return {GroupVerdict::DoesNotFit, {}, deletion->because}; }
  if (const Asked* const refusal = first_with(asked, Reply::Refuses)) {
    return {GroupVerdict::DoesNotFit, {}, refusal->because};
  }
  if (const Asked* const open = first_with(asked, Reply::NotAsked)) {
    return {GroupVerdict::Unknown, code_of(*open), open->because};
  }
  if (deletion) { return {GroupVerdict::Unknown, Code::NotModelled, deletion->because}; }
  return {};
}

std::string Ledgers::doubt_about(const model::Fix& fix) const {
  for (const model::MemberPlace& place : fix.places) {
    const std::size_t slash = place.pod.find('/');
    const model::PodIndex pod = m_input.cluster.find_pod(place.pod.substr(0, slash), place.pod.substr(slash + 1));
    const model::NodeIndex node = m_input.cluster.find_node(place.node);
    if (pod == model::k_none || node == model::k_none) { continue; }
    if (std::string doubt = doubt_about_place(m_input, pod, node, place.is_like); !doubt.empty()) { return doubt; }
  }
  return {};
}

std::string Ledgers::doubt_about_binding(model::GroupIndex index, model::PodIndex pod) const {
  const model::PodGroup* const group = index == model::k_none ? nullptr : &m_input.cluster.groups[at(index)];
  const std::vector<model::PodIndex> only = {pod};
  LedgerEntries out({});
  if (group != nullptr) {
    entries_of_members(m_input, *group, out);
  } else if (std::optional<Deletion> deletion = deletion_of(m_input, pod)) {
    return std::move(deletion->because);
  }
  kubelet_entries(m_input, {{}, group, true, only, only}, out);
  entries_of_missing_input(m_input, out);
  const Asked* const refusal = first_with(out.ledger, Reply::Refuses);
  const Asked* const doubt = refusal != nullptr ? refusal : first_with(out.ledger, Reply::NotAsked);
  return doubt == nullptr ? std::string() : doubt->because;
}

void Ledgers::close(model::Report& report) const {
  LedgerSubject pods{{}, nullptr, false, {}};
  add_unplaced(m_input, m_input.question.pods, pods);
  pods.name = name_of_pods(m_input.cluster, m_input.question.pods);
  report.asked = m_input.is_new() ? m_input.cluster.asked : model::Ledger();
  std::ranges::move(asked_of(pods), std::back_inserter(report.asked));
  LedgerEntries of_all({});
  entries_of_all(m_input, of_all);
  if (m_input.is_new() || report.verdict == model::Verdict::No) { entries_of_unread_parts(m_input, of_all); }
  if (m_input.is_new()) {
    if (report.verdict == model::Verdict::Yes) {
      entries_of_whole_workloads(m_input, of_all);
      entries_of_groups_without_quorum(m_input, of_all);
      entries_of_joining_pods(m_input, of_all);
      entries_of_different_members(m_input, of_all);
    }
    entries_of_new_pods(m_input, of_all);
    const auto is_refused = [](const model::Ledger& ledger) { return first_with(ledger, Reply::Refuses) != nullptr; };
    if (report.verdict == model::Verdict::Yes && !is_refused(of_all.ledger) && !is_refused(report.asked)) {
      entries_of_missing_pods(m_input, of_all);
    }
  } else {
    add_questions_of_surplus(m_input, report);
    entries_of_owners(m_input, of_all);
    const bool is_refused =
        first_with(of_all.ledger, Reply::Refuses) != nullptr || first_with(report.asked, Reply::Refuses) != nullptr;
    if (report.verdict == model::Verdict::Yes && !is_refused) { entries_of_unread_pods(m_input.question, of_all); }
  }
  const bool may_rest_on_doubtful =
      m_input.is_new() && report.verdict == model::Verdict::No && !has_blocked_group(report);
  const model::PodIndex taker = may_rest_on_doubtful ? taker_of_all_doubtful(m_input) : model::k_none;
  const bool rests_on_doubtful = taker != model::k_none;
  if (rests_on_doubtful) { report.asked.push_back(entry_of_taker(m_input, taker, {})); }
  // Entries that hide every other answer come first.
  report.asked.insert(report.asked.begin(), of_all.ledger.begin(), of_all.ledger.end());
  if (m_input.question.strict) { make_strict(report.asked); }
  const auto hides = [](const Asked& entry) {
    return entry.reply == Reply::NotAsked && entry.authority == Authority::Inputs;
  };
  const auto may_drop = [](const Asked& entry) {
    return entry.reply == Reply::NotAsked && entry.object.starts_with(model::k_gate_of_counted_field);
  };
  const bool is_open = report.verdict == model::Verdict::No &&
                       (rests_on_doubtful || leaves_pods_open(report) || std::ranges::any_of(report.asked, may_drop));
  const bool is_hidden = std::ranges::any_of(of_all.ledger, hides);
  const bool is_refused = first_with(report.asked, Reply::Refuses) != nullptr;
  const bool lacks_answer =
      report.verdict == model::Verdict::Yes && first_with(report.asked, Reply::NotAsked) != nullptr;
  if (is_hidden || (!is_refused && (is_open || lacks_answer))) {
    report.verdict = model::Verdict::Unknown;
  } else if (is_refused) {
    report.verdict = model::Verdict::No;
  }
}

// True if only queues that decide by something not simulated, or volumes whose reach is not known, hold back the
// question's pods, and no group is refused.
bool Ledgers::leaves_pods_open(const model::Report& report) const {
  if (has_blocked_group(report)) { return false; }
  bool any = false;
  for (const model::PodIndex index : m_input.question.pods) {
    if (m_input.pod(index).bound() || m_input.run.timeline.pods[at(index)].outcome == model::Outcome::Bound) {
      continue;
    }
    if (waits_for_shared_volume(m_input, m_input.pod(index))) {
      any = true;
      continue;
    }
    // It comes after others that are held back.
    const bool waits = m_input.pod(index).waits_for != model::k_none;
    if (waits && m_input.run.timeline.pods[at(index)].outcome == model::Outcome::NotAttempted) { continue; }
    const Gates& gates = m_input.run.rules.gates;
    const model::GateReport* const decision = gates.decision_of_kueue(index);
    if (!gates.keeps_out(index) || decision == nullptr || decision->undecided.empty()) { return false; }
    any = true;
  }
  return any;
}

} // namespace engine

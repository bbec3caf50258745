// SPDX-License-Identifier: Apache-2.0
#include "engine/answer/answer.hpp"

#include "engine/answer/bindings.hpp"
#include "engine/answer/owners.hpp"
#include "engine/answer/prospects.hpp"
#include "engine/answer/summary.hpp"
#include "engine/explain/attempt_text.hpp"
#include "engine/explain/diagnose.hpp"
#include "engine/foresight/foresight.hpp"
#include "engine/index.hpp"
#include "engine/kube_scheduler/queue_sort.hpp"
#include "engine/ledger/ledger.hpp"
#include "engine/lint/lint.hpp"
#include "engine/picture/cluster_picture.hpp"
#include "engine/remedies/losers.hpp"
#include "engine/rules/describe_inputs.hpp"
#include "engine/rules/gates/kueue_pods.hpp"
#include "engine/rules/known_schedulers.hpp"
#include "engine/rules/policy.hpp"
#include "engine/run/simulation.hpp"
#include "engine/sizing/sizing.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace engine {

namespace {

// The queue at the start: one entry for each group or plain pod. Pods that a gate keeps out come last.
std::vector<QueuePlace> queue_places(const Run& run) {
  std::vector<QueuePlace> places;
  std::vector<bool> listed(run.rules.cluster.groups.size(), false);
  std::vector<model::PodIndex> order = run.timeline.initial_order;
  for (const auto& [pod, kept] : run.rules.gates.kept_out) { order.push_back(pod); }
  for (const model::PodIndex index : order) {
    const model::Pod& pod = run.rules.cluster.pods[at(index)];
    if (pod.group == model::k_none) {
      places.push_back(
          {{model::QueueKind::Pod, std::string(pod.namespace_name), std::string(pod.name), pod.spec->priority, {}},
           model::k_none,
           index});
    } else if (!listed[at(pod.group)]) {
      listed[at(pod.group)] = true;
      const model::PodGroup& group = run.rules.cluster.groups[at(pod.group)];
      places.push_back({{model::QueueKind::PodGroup, std::string(group.namespace_name), std::string(group.name),
                         pod.spec->priority, group.dialect},
                        pod.group,
                        index});
    }
  }
  return places;
}

std::vector<model::PodIndex> first_pods(const std::vector<QueuePlace>& places) {
  std::vector<model::PodIndex> pods;
  for (const QueuePlace& place : places) { pods.push_back(place.first); }
  return pods;
}

void list_ahead(const std::vector<QueuePlace>& places, model::GroupIndex group, model::GroupReport& report) {
  const auto place = std::find_if(places.begin(), places.end(), [&](const auto& p) { return p.group == group; });
  if (place == places.end()) { return; }
  for (auto before = places.begin(); before != place; ++before) { report.ahead.push_back(before->what); }
}

// A running pod that may be preempted is open, whatever becomes of it in the run.
bool is_bound_at_end(const model::PodReport& pod) {
  return pod.outcome == model::Outcome::Bound || pod.outcome == model::Outcome::AlreadyBound || !pod.preemptor.empty();
}

model::Verdict overall(const model::Report& report) {
  bool unknown = false;
  for (const model::GroupReport& group : report.groups) {
    if (group.verdict == model::GroupVerdict::DoesNotFit) { return model::Verdict::No; }
    unknown = unknown || group.verdict == model::GroupVerdict::Unknown;
  }
  if (!std::all_of(report.pods.begin(), report.pods.end(), is_bound_at_end)) { return model::Verdict::No; }
  return unknown ? model::Verdict::Unknown : model::Verdict::Yes;
}

// A group that has its quorum may leave members without a node. The answer names those that the user asked for.
void add_members_left_out(const Run& run, const Question& question, model::Report& report) {
  for (const model::PodIndex index : question.members) {
    const model::Pod& pod = run.rules.cluster.pods[at(index)];
    const model::PodGroup& group = run.rules.cluster.groups[at(pod.group)];
    const auto row = std::ranges::find_if(report.groups, [&](const model::GroupReport& each) {
      const bool is_its = each.namespace_name == group.namespace_name && each.name == group.name;
      return is_its && (each.verdict == model::GroupVerdict::Satisfied || each.verdict == model::GroupVerdict::Fits);
    });
    if (row == report.groups.end() || !pod.live() || pod.terminating) { continue; }
    model::PodReport left = pod_report(run, index, false);
    // The group runs whatever the answer about further members is, and the question is about one of them.
    const model::Asked* const open = pod.bound() ? nullptr : model::first_with(row->asked, model::Reply::NotAsked);
    if (open != nullptr && is_bound_at_end(left)) {
      left.taken_back = model::GroupVerdict::Unknown;
      left.because = open->because;
    }
    if (!left.preemptor.empty()) {
      left.taken_back = model::GroupVerdict::Unknown;
      left.because = util::concat("the scheduler may preempt it for pod ", left.preemptor);
    }
    if (left.taken_back || !is_bound_at_end(left)) { report.pods.push_back(std::move(left)); }
  }
}

std::vector<model::NodeScores> score_rows(const ScoreSheet& sheet, const model::ClusterSnapshot& cluster) {
  std::vector<model::NodeScores> rows;
  for (const ScoreSheet::Row& row : sheet.rows) {
    model::NodeScores scores;
    scores.node = cluster.nodes[at(row.node)].name;
    for (std::size_t i = 0; i < row.scores.size(); ++i) {
      scores.plugins.emplace_back(sheet.plugins[i], row.scores[i]);
      scores.total += row.scores[i];
    }
    rows.push_back(std::move(scores));
  }
  return rows;
}

bool shows(const Question& question, std::string_view namespace_name) {
  return !question.namespace_name || *question.namespace_name == namespace_name;
}

void list_queue(const Run& run, const std::vector<QueuePlace>& places, const QueueSort& sort, const Question& question,
                model::Report& report) {
  const Ledgers ledgers(run, question);
  std::vector<model::GroupIndex> groups;
  for (const QueuePlace& place : places) {
    if (place.group != model::k_none && shows(question, place.what.namespace_name)) { groups.push_back(place.group); }
  }
  std::vector<model::GroupReport> diagnosed = diagnose_all(run, groups, Depth::Verdict);
  std::size_t next = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!shows(question, places[i].what.namespace_name)) { continue; }
    model::QueueEntry entry;
    entry.position = static_cast<std::int64_t>(i + 1);
    entry.what = places[i].what;
    const QueueSort::Timestamp timestamp = sort.timestamp(places[i].first);
    entry.timestamp = timestamp.time;
    entry.timestamp_source = timestamp.source;
    if (places[i].group != model::k_none) {
      model::GroupReport& group = diagnosed[next++];
      if (group.verdict == model::GroupVerdict::Satisfied && group.members.pending + group.members.gated == 0) {
        continue;
      }
      ledgers.close(places[i].group, group);
      entry.verdict = group.verdict;
      entry.code = group.code;
    } else {
      const model::PodReport pod = pod_report(run, places[i].first, false);
      const bool fits = pod.outcome == model::Outcome::Bound;
      const bool has_no_nodes = knows_no_nodes(run.rules.cluster);
      entry.verdict = !fits && !has_no_nodes       ? model::GroupVerdict::DoesNotFit
                      : fits && pod.untold.empty() ? model::GroupVerdict::Fits
                                                   : model::GroupVerdict::Unknown;
      if (!pod.untold.empty()) { entry.code = model::Code::NotModelled; }
      if (!fits && has_no_nodes) { entry.code = model::Code::InputIncomplete; }
      if (entry.verdict == model::GroupVerdict::Fits) {
        const PodAnswer answer = ledgers.answer_about(places[i].first);
        entry.verdict = answer.verdict;
        entry.code = answer.code;
      }
    }
    report.queue.push_back(std::move(entry));
  }
}

// Without the nodes of the cluster, a pod that finds none may have one.
void take_back_without_nodes(const Run& run, model::Report& report) {
  if (!knows_no_nodes(run.rules.cluster)) { return; }
  for (model::PodReport& pod : report.pods) {
    if (pod.outcome != model::Outcome::Unschedulable) { continue; }
    pod.taken_back = model::GroupVerdict::Unknown;
    pod.because = "the nodes of the cluster are not in the input";
  }
}

// Marks the pods of no group that have a node in the run, and that something else refuses or may refuse.
void take_back_pods(const Ledgers& ledgers, const Question& question, model::Report& report) {
  for (std::size_t i = 0; i < question.pods.size(); ++i) {
    model::PodReport& pod = report.pods[i]; // those of the question come first, in its order
    if ((pod.outcome != model::Outcome::Bound && pod.preemptor.empty()) || !pod.untold.empty()) { continue; }
    PodAnswer answer = ledgers.answer_about(question.pods[i]);
    if (answer.verdict == model::GroupVerdict::Fits) { continue; }
    pod.taken_back = answer.verdict;
    pod.because = std::move(answer.because);
  }
}

// The report's own ledger is about the manifest, and about pods without a group.
void name_doubts_about_fixes(const Ledgers& ledgers, model::Report& report) {
  const auto clause = [](const model::Ledger& ledger) {
    const model::Asked* const open = first_with(ledger, model::Reply::NotAsked);
    return open == nullptr ? std::string() : open->because;
  };
  const auto ask_about_nodes = [&](model::GroupReport& group) {
    for (model::Fix& fix : group.fixes) { fix.not_asked = ledgers.doubt_about(fix); }
  };
  for (model::GroupReport& group : report.groups) {
    if (group.fixes.empty()) { continue; }
    group.fixes_unasked = clause(group.asked);
    if (group.fixes_unasked.empty() && group.in_manifest) { group.fixes_unasked = clause(report.asked); }
    ask_about_nodes(group);
  }
  for (model::OwnerReport& owner : report.owners) {
    owner.as_group.fixes_unasked = clause(report.asked);
    ask_about_nodes(owner.as_group);
  }
}

void list_attempts(const Run& run, const Question& question, model::Report& report) {
  const model::ClusterSnapshot& cluster = run.rules.cluster;
  const auto text = [&](std::int32_t refusal) {
    return attempt_text(run.timeline.refusals[at(refusal)], run.timeline.known, cluster.nodes.size(),
                        run.rules.version);
  };
  report.attempts.reserve(run.timeline.attempts.size());
  for (const Attempt& attempt : run.timeline.attempts) {
    const model::Pod& pod = cluster.pods[at(attempt.pod)];
    if (!shows(question, pod.namespace_name)) { continue; }
    model::AttemptReport row;
    row.pod = pod_key(pod);
    if (pod.group != model::k_none) { row.group = cluster.groups[at(pod.group)].name; }
    row.at = attempt.at;
    row.result = attempt.result;
    if (attempt.node != model::k_none) { row.node = cluster.nodes[at(attempt.node)].name; }
    if (attempt.result == model::AttemptResult::Unschedulable && attempt.refusal >= 0) {
      row.message = text(attempt.refusal);
    }
    if (attempt.result == model::AttemptResult::Waiting) {
      row.then = attempt.then_bound ? "Bound" : attempt.refusal >= 0 ? text(attempt.refusal) : std::string();
      row.then_varies = attempt.refusal >= 0 && run.timeline.refusals[at(attempt.refusal)].races;
      row.then_at = attempt.then_at;
      row.timed_out = !attempt.then_bound && attempt.refusal >= 0 &&
                      run.timeline.refusals[at(attempt.refusal)].gang == RefusalRecord::Gang::Timeout;
    }
    if (attempt.nominated != model::k_none) { row.nominated_node = cluster.nodes[at(attempt.nominated)].name; }
    for (const model::PodIndex victim : attempt.victims) { row.victims.push_back(pod_key(cluster.pods[at(victim)])); }
    if (attempt.scores) { row.scores = score_rows(*attempt.scores, cluster); }
    report.attempts.push_back(std::move(row));
  }
}

void draw(const Run& run, const Question& question, model::Report& report) {
  if (question.picture == PictureOf::Nothing) { return; }
  report.picture = cluster_picture(run, question, report);
}

// A scheduler whose configuration does not enable Coscheduling reads none of its labels. Returns a copy that ignores
// these gangs; nullopt if there are none.
std::optional<model::ClusterSnapshot> without_unserved_gangs(const model::ClusterSnapshot& cluster,
                                                             const Options& options) {
  if (options.configuration.assumed || !options.policy.empty()) { return std::nullopt; }
  const auto is_read = [&](model::PodIndex index) {
    const model::SchedulerProfile* const profile =
        options.configuration.profile_for(cluster.pods[at(index)].spec->scheduler_name);
    return profile == nullptr || profile->enabled(model::ExtensionPoint::PreFilter, "Coscheduling") ||
           profile->enabled(model::ExtensionPoint::Permit, "Coscheduling");
  };
  std::optional<model::ClusterSnapshot> copy;
  for (std::size_t group = 0; group < cluster.groups.size(); ++group) {
    const model::PodGroup& known = cluster.groups[group];
    if (!model::holds(k_by_coscheduling, known.dialect) || known.members.empty()) { continue; }
    if (std::ranges::any_of(known.members, is_read)) { continue; }
    if (!copy) { copy = model::ClusterSnapshot::copy_of(cluster); }
    copy->groups[group].ignored = true;
  }
  return copy;
}

// The job of a Workload that Kueue admits in part makes no more pods than it admits.
Question without_pods_not_made(Question question, const Gates& gates) {
  std::erase_if(question.pods, [&](model::PodIndex pod) {
    const model::GateReport* const decision = gates.decision_of_kueue(pod);
    return decision != nullptr && decision->open && gates.keeps_out(pod);
  });
  return question;
}

void lint_report(const Run& run, const Question& question, model::Report& report) {
  report.groups_checked = std::ssize(question.groups);
  LintFindings found = find_faults(run, question);
  report.findings = std::move(found.of_others);
  for (std::vector<model::Finding>& of_group : found.of_groups) {
    std::move(of_group.begin(), of_group.end(), std::back_inserter(report.findings));
  }
  std::stable_sort(report.findings.begin(), report.findings.end(), [](const auto& a, const auto& b) {
    return std::tuple(-static_cast<int>(a.level), a.rule, std::string_view(a.namespace_name),
                      std::string_view(a.name)) <
           std::tuple(-static_cast<int>(b.level), b.rule, std::string_view(b.namespace_name), std::string_view(b.name));
  });
  const bool clean = std::all_of(report.findings.begin(), report.findings.end(),
                                 [](const auto& finding) { return finding.level == model::FindingLevel::Info; });
  report.verdict = clean ? model::Verdict::Yes : model::Verdict::No;
  report.asked = denied_lists(run.rules.cluster);
  std::ranges::move(unread_subjects(run.rules.cluster, question), std::back_inserter(report.asked));
  if (!report.asked.empty()) { report.verdict = model::Verdict::Unknown; }
}

} // namespace

bool is_known_policy(std::string_view policy) {
  return policy.empty() || find_policy(policy, model::Dialect::Coscheduling) != nullptr;
}

std::vector<std::string_view> known_policies() { return policy_words(); }

model::Report answer(const model::ClusterSnapshot& picture, const Options& options, const Question& asked) {
  const std::optional<model::ClusterSnapshot> without_gangs = without_unserved_gangs(picture, options);
  const model::ClusterSnapshot& served = without_gangs ? *without_gangs : picture;
  const bool is_changed = asked.kind != model::ReportKind::BindReport && asked.kind != model::ReportKind::LintReport;
  const std::optional<model::ClusterSnapshot> with_flavors =
      is_changed ? with_flavors_of_kueue(served, options.now) : std::nullopt;
  const model::ClusterSnapshot& cluster = with_flavors ? *with_flavors : served;
  Experiment experiment(cluster, options);
  const Question question = without_pods_not_made(asked, experiment.rules.gates);
  const bool is_queue = question.kind == model::ReportKind::QueueReport;
  const bool is_bind = question.kind == model::ReportKind::BindReport;
  if (is_bind) { experiment.shut_gates(); }
  if (question.alone) {
    std::erase_if(experiment.pending,
                  [&](model::PodIndex pod) { return !is_asked(question, cluster.pods[at(pod)], pod); });
  }
  const bool all_attempts =
      (is_queue && question.attempts) || is_bind || question.picture == PictureOf::ClusterAndAttempts;
  const Timeline timeline = experiment.run({experiment.pending, all_attempts, question.scores});
  const Run run(experiment, timeline);
  const std::vector<QueuePlace> places = queue_places(run);

  model::Report report;
  report.kind = question.kind;
  report.problems = cluster.problems;
  const bool is_lint = question.kind == model::ReportKind::LintReport;
  describe_inputs(run.rules, is_bind || is_lint ? Others::None : Others::Schedule, report);
  if (is_queue) {
    const QueueSort sort(run.rules, {}, first_pods(places));
    list_queue(run, places, sort, question, report);
    report.summary = summarize(run, places, sort, report);
    list_attempts(run, question, report);
    draw(run, question, report);
    report.verdict = model::Verdict::Yes;
    return report;
  }
  if (is_lint) {
    lint_report(run, question, report);
    return report;
  }
  const Ledgers ledgers(run, question);
  Rest rest(run, question);
  LintFindings found;
  if (!is_bind) { found = find_faults(run, question); }
  report.groups = diagnose_all(run, question.groups, is_bind ? Depth::Plan : Depth::Full);
  for (std::size_t i = 0; i < question.groups.size(); ++i) {
    const model::GroupIndex group = question.groups[i];
    model::GroupReport& of_group = report.groups[i];
    if (!is_bind) { of_group.findings = std::move(found.of_groups[i]); }
    if (!is_bind) { ledgers.close(group, of_group); } // bind does not ask what another scheduler would do
    const model::GroupVerdict verdict = of_group.verdict;
    add_prospects(run, rest, group, question, of_group);
    if (verdict != model::GroupVerdict::Satisfied && verdict != model::GroupVerdict::Idle) {
      list_ahead(places, group, of_group);
    }
  }
  // By the name of the dialect, as the output shows it.
  std::stable_sort(report.groups.begin(), report.groups.end(), [](const auto& a, const auto& b) {
    return std::tuple(std::string_view(a.namespace_name), std::string_view(a.name), dialect_name(a.dialect)) <
           std::tuple(std::string_view(b.namespace_name), std::string_view(b.name), dialect_name(b.dialect));
  });
  for (const model::PodIndex pod : question.pods) { report.pods.push_back(pod_report(run, pod, false)); }
  if (!is_bind) {
    explain_pods(run, question.pods, report.pods);
    for (std::size_t i = 0; i < report.pods.size(); ++i) {
      report.pods[i].foresight = known_so_far(run, question.pods[i]);
    }
  }
  add_members_left_out(run, question, report);
  if (is_bind) { list_bindings(run, question, ledgers, report); }
  draw(run, question, report);
  if (report.picture) { add_effects(rest.run(), report); }
  if (question.picture == PictureOf::ClusterAndAttempts) { list_attempts(run, question, report); }
  report.verdict = overall(report);
  if (!is_bind) { ledgers.close(report); }
  // No simulated change decides an answer that the simulation leaves open.
  if (report.verdict == model::Verdict::No) { report.owners = owners_with_fixes(run, question); }
  name_doubts_about_fixes(ledgers, report);
  if (question.kind == model::ReportKind::Explanation) { take_back_without_nodes(run, report); }
  if (question.kind == model::ReportKind::Explanation && report.groups.size() + report.pods.size() > 1) {
    take_back_pods(ledgers, question, report);
    report.summary = summarize(run, places, QueueSort(run.rules, {}, first_pods(places)), report);
  }
  if (question.kind == model::ReportKind::DryRun) { report.losers = losers_to_manifest(run, question.expansions); }
  answer_sizing(run, question, report);
  return report;
}

} // namespace engine

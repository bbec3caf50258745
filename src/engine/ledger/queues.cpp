// SPDX-License-Identifier: Apache-2.0
// Quotas and queues above the scheduler.
#include "engine/index.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/rules/gates.hpp"
#include "engine/rules/known_schedulers.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <optional>

namespace engine {

namespace {

using model::Authority;
using model::Dialect;
using model::Reply;

std::string object_of(const model::GateReport& gate) {
  return util::concat(gate.kind, ' ', gate.namespace_name, gate.namespace_name.empty() ? "" : "/", gate.name);
}

// A gate that holds back only surplus members lets the group start.
void add_gates(const LedgerInput& input, const LedgerSubject& subject, model::GateKind kind, Authority authority,
               LedgerEntries& out) {
  const auto index = input.cluster.groups.index_of(*subject.group);
  for (const model::GateReport& gate : input.run.rules.gates.groups[index]) {
    if (gate.gate != kind) { continue; }
    const std::string object = object_of(gate);
    if (!gate.undecided.empty()) {
      out.add(authority, Reply::NotAsked, gate.undecided, object);
      continue;
    }
    out.add(authority, gate.open || subject.starts ? Reply::Allows : Reply::Refuses,
            gate.open ? util::concat(object, " lets its pods pass")
                      : util::concat(object, " holds back ", gate.held, " of its pods"),
            object);
  }
}

// A refusal by a queue of Volcano rests on the scheduler's configuration, which is in a ConfigMap.
void assume_defaults_of_volcano(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  if (!input.cluster.volcano_configurations.empty()) { return; }
  const auto index = input.cluster.groups.index_of(*subject.group);
  const auto refuses = [](const model::GateReport& gate) {
    const bool is_of_volcano =
        gate.gate == model::GateKind::VolcanoEnqueue || gate.gate == model::GateKind::VolcanoAllocate;
    return is_of_volcano && !gate.open && gate.undecided.empty();
  };
  if (std::ranges::none_of(input.run.rules.gates.groups[index], refuses)) { return; }
  out.add(Authority::Queue, Reply::Assumed, "Volcano runs its default actions and plugins");
}

bool has_gate(const LedgerInput& input, const LedgerSubject& subject) {
  const auto index = input.cluster.groups.index_of(*subject.group);
  return !input.run.rules.gates.groups[index].empty();
}

// A large sum of bytes without a suffix, in Mi: what is asked for rounds up, what is left rounds down.
std::string amount_text(const model::Quantity& amount, bool rounds_up) {
  constexpr std::size_t k_longest = 7; // digits
  std::string text = amount.text();
  const bool is_plain = text.find_first_not_of("0123456789") == std::string::npos;
  if (!is_plain || text.size() <= k_longest) { return text; }
  const std::int64_t bytes = amount.value();
  return util::concat(bytes / model::k_mebibyte + (rounds_up && bytes % model::k_mebibyte != 0 ? 1 : 0), "Mi");
}

// "Kueue does not admit its Workload to ClusterQueue cq: its 10 pods ask for 10 cpu, and flavor f has 0 of 9 left"
std::string refusal_of_kueue(const model::GateReport& gate) {
  std::string reasons;
  const auto add = [&](std::string_view reason) { reasons += util::concat(reasons.empty() ? "" : "; ", reason); };
  for (const model::GateAmount& amount : gate.amounts) {
    if (!amount.short_of()) { continue; }
    const std::string has = amount.never() ? util::concat(" never has more than ", amount_text(amount.limit, false))
                                           : util::concat(" has ", amount_text(amount.left, false), " of ",
                                                          amount_text(amount.limit, false), " left");
    add(util::concat(gate.pods == 1 ? "its pod asks for " : util::concat("its ", gate.pods, " pods ask for "),
                     amount_text(amount.asked, true), ' ', amount.resource, ", and flavor ", amount.rule, has));
  }
  if (!gate.note.empty()) { add(gate.note); }
  if (gate.kind == "Workload") { return reasons; }
  return util::concat("Kueue does not admit its Workload to ", object_of(gate), reasons.empty() ? "" : ": ", reasons);
}

// Adds the replies of gates to pods of no group.
void add_passages(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const Gates& gates = input.run.rules.gates;
  for (const model::PodIndex index : subject.pods) {
    const model::Pod& pod = input.pod(index);
    const model::GateReport* const decision = gates.decision_of_kueue(index);
    if (decision != nullptr && !decision->undecided.empty()) {
      out.add(Authority::Queue, Reply::NotAsked, decision->undecided, object_of(*decision));
      continue;
    }
    if (const auto kept = gates.kept_out.find(index); kept != gates.kept_out.end()) {
      if (kept->second.gate == model::GateKind::Kueue && decision != nullptr) {
        out.add(Authority::Queue, Reply::Refuses, refusal_of_kueue(*decision), object_of(*decision));
        continue;
      }
      const bool of_quota = kept->second.gate == model::GateKind::ResourceQuota;
      out.add(of_quota ? Authority::Quota : Authority::Queue, Reply::Refuses,
              util::concat("pod ", model::pod_key(pod), " is held back: ", kept->second.reason));
    } else if (gates.opens(index)) {
      const bool is_partial = decision != nullptr && decision->held > 0;
      out.add(Authority::Queue, Reply::Allows,
              is_partial ? util::concat("Kueue would admit its Workload ", decision->note)
                         : std::string("Kueue would admit its Workload"));
    }
  }
}

// The queue that the group names, or else one of its pods.
std::string queue_named(const LedgerInput& input, const LedgerSubject& subject) {
  if (!subject.group->queue.empty()) { return std::string(subject.group->queue); }
  for (const model::PodIndex index : subject.pods) {
    const model::Pod& pod = input.pod(index);
    const KnownScheduler* const known = find_scheduler(pod.spec->scheduler_name);
    if (known == nullptr || known->queue_mark.empty()) { continue; }
    for (const model::Labels* const labels : {pod.labels, pod.marks}) {
      if (const auto queue = model::find_label(*labels, known->queue_mark)) { return std::string(*queue); }
    }
  }
  return subject.group->dialect == Dialect::Volcano ? "default" : "";
}

// For groups whose scheduler orders and limits them by its own rules.
void ask_own_queue(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const std::string_view project = model::facts_of(subject.group->dialect).project;
  const std::string queue = queue_named(input, subject);
  if (queue.empty()) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            util::concat(project, " decides, and this program does not simulate its rules yet"));
    return;
  }
  if (subject.group->dialect == Dialect::Volcano && input.cluster.volcano_queues.empty() &&
      !input.cluster.lists_volcano_queues) {
    out.add(Authority::Queue, Reply::NotAsked,
            util::concat("Queue ", queue,
                         " is not in the input (kubectl get queues.scheduling.volcano.sh -o json prints the queues)"),
            util::concat("Queue ", queue));
    return;
  }
  const std::string_view noun = subject.group->dialect == Dialect::Koordinator ? "quota" : "queue";
  out.add(Authority::Queue, Reply::NotAsked,
          util::concat(project, "'s ", noun, ' ', queue, " decides, and this program does not simulate its rules yet"),
          util::concat(noun == "quota" ? "ElasticQuota " : "Queue ", queue));
}

} // namespace

void quota_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  if (!input.is_new()) { return; }
  if (subject.group != nullptr) { add_gates(input, subject, model::GateKind::ResourceQuota, Authority::Quota, out); }
}

void queue_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  if (subject.group == nullptr) { return add_passages(input, subject, out); }
  add_gates(input, subject, model::GateKind::Kueue, Authority::Queue, out);
  add_gates(input, subject, model::GateKind::VolcanoEnqueue, Authority::Queue, out);
  add_gates(input, subject, model::GateKind::VolcanoAllocate, Authority::Queue, out);
  add_gates(input, subject, model::GateKind::KaiQueue, Authority::Queue, out);
  assume_defaults_of_volcano(input, subject, out);
  // The simulation covers Kueue's own queues. If they have judged the group, no question remains.
  if (subject.group->dialect == Dialect::Kueue && has_gate(input, subject)) { return; }
  if (model::is_approximated(subject.group->dialect) && model::is_gang(*subject.group)) {
    ask_own_queue(input, subject, out);
  }
}

} // namespace engine

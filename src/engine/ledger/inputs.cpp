// SPDX-License-Identifier: Apache-2.0
// Checks whether the input contains the objects that filters read.
#include "engine/explain/evidence.hpp"
#include "engine/explain/group_members.hpp"
#include "engine/index.hpp"
#include "engine/ledger/deletions.hpp"
#include "engine/ledger/entries.hpp"
#include "engine/ledger/ledger.hpp"
#include "engine/rules/counted_members.hpp"
#include "engine/rules/gates.hpp"
#include "model/cluster/unset_priority.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>

namespace engine {

namespace {

using model::Authority;
using model::Reply;

// Adds "the pods of the cluster may not be listed (Forbidden)" for each of the lists that the input omits.
void add_denied(const model::ClusterSnapshot& cluster, std::initializer_list<std::string_view> lists,
                Authority authority, LedgerEntries& out) {
  for (const std::string_view list : lists) {
    const auto omitted = std::ranges::find(cluster.omitted, list, &model::OmittedList::list);
    if (omitted == cluster.omitted.end()) { continue; }
    const std::string& reason = omitted->reason;
    if (reason == model::k_not_saved) {
      out.add(authority, Reply::NotAsked, util::concat("the ", list, " of the cluster are not in the snapshot"),
              std::string(list));
      continue;
    }
    out.add(authority, Reply::NotAsked,
            util::concat("the ", list, " of the cluster ", reason == "Forbidden" ? "may" : "could", " not be listed",
                         reason.empty() ? std::string() : util::concat(" (", reason, ')')),
            std::string(list));
  }
}

std::string missing_objects(model::Dialect dialect) {
  const model::DialectFacts& facts = model::facts_of(dialect);
  return util::concat("the ", facts.kind, "s of the cluster are not in the input (kubectl get ", facts.resource,
                      " -A -o json prints them)");
}

// True if pods of the cluster wait for a group whose object the input does not have. They may start before new pods.
bool lacks_its_object(const LedgerInput& input, const model::PodGroup& group) {
  if (group.declared || !model::has_object(group.dialect)) { return false; }
  return std::ranges::any_of(group.members, [&](model::PodIndex member) {
    const model::Pod& pod = input.pod(member);
    return pod.live() && !pod.bound() && !pod.terminating && !pod.from_manifest;
  });
}

// A group of the manifest without members holds nothing back, so its pods start one by one, or under another group. The
// groups that controllers make for workloads may do without members.
void ask_for_members(const LedgerInput& input, LedgerEntries& out) {
  for (const model::GroupIndex index : input.question.groups) {
    const model::PodGroup& group = input.cluster.groups[static_cast<std::size_t>(index)];
    const auto makes_it = [&](const model::Expansion& workload) {
      return workload.namespace_name == group.namespace_name &&
             std::ranges::any_of(workload.groups, [&](const model::Expansion::Group& made) {
               return made.name == group.name && made.dialect == model::dialect_name(group.dialect);
             });
    };
    if (!group.declared || !group.from_manifest || !group.members.empty() || !model::has_object(group.dialect) ||
        std::ranges::any_of(input.question.expansions, makes_it)) {
      continue;
    }
    const std::string object =
        util::concat(model::facts_of(group.dialect).kind, ' ', group.namespace_name, '/', group.name);
    out.add(Authority::Operator, Reply::NotAsked,
            util::concat(object, " of the manifest has no members: no pod of the manifest names it"), object);
  }
}

void add_no_pods(LedgerEntries& out) {
  out.add(Authority::Inputs, Reply::NotAsked,
          "the pods of the cluster are not in the input (kubectl get pods -A -o json prints them)", "pods");
}

// "all pods of the input are in one namespace"
std::string namespaces_of_pods(const model::ClusterSnapshot& cluster) {
  constexpr std::string_view k_system = "kube-system";
  const auto is_of = [&](bool system) {
    return std::ranges::any_of(cluster.pods, [&](const model::Pod& pod) {
      return !pod.from_manifest && (pod.namespace_name == k_system) == system;
    });
  };
  if (!is_of(true)) { return "all pods of the input are in one namespace"; }
  return util::concat("all pods of the input are in ", k_system, is_of(false) ? " and one other namespace" : "",
                      ", as in a kubectl cluster-info dump without --all-namespaces");
}

// Running pods that the input certainly lacks.
void add_missing_pods(const model::ClusterSnapshot& cluster, LedgerEntries& out) {
  const std::string what = !cluster.lists_running_pods ? "no pod of the input has a node: what running pods take"
                           : !cluster.lists_pods_elsewhere
                               ? util::concat(namespaces_of_pods(cluster), ": what pods of other namespaces take")
                               : "";
  if (what.empty()) { return; }
  out.add(Authority::Inputs, Reply::NotAsked,
          util::concat(what, " is not known (kubectl get pods -A -o json prints them)"), "pods");
}

constexpr std::string_view k_free_unknown = "the free capacity is not known";

void add_unread(const std::vector<std::string>& unread, std::string_view consequence, LedgerEntries& out) {
  if (unread.empty()) { return; }
  const std::string others = unread.size() == 1 ? "" : util::concat(" and ", unread.size() - 1, " more");
  out.add(Authority::Inputs, Reply::NotAsked,
          util::concat(unread.front(), others, " could not be read, so ", consequence), unread.front());
}

// Pods with priorities that are not known may be tried before others, and may not be their victims.
void add_unknown_priorities(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const auto preempts = [&](model::PodIndex pod) { return !input.run.timeline.pods[at(pod)].victims.empty(); };
  const bool has_victims = std::ranges::any_of(pods_of(input, subject), preempts);
  const bool has_rivals = input.run.pending.size() > 1;
  for (const model::PodIndex index : input.of_unknown_priority) {
    const model::Pod& pod = input.pod(index);
    if (pod.bound() ? !has_victims : !has_rivals) { continue; }
    const std::string name = util::concat("PriorityClass ", *model::find_label(*pod.marks, model::k_unset_priority));
    out.add(Authority::Inputs, Reply::NotAsked,
            util::concat(name, " of pod ", model::pod_key(pod), " is not in the input, and that pod has no ",
                         "spec.priority: ", pod.bound() ? "whether it can be preempted" : "its position in the queue",
                         " is not known"),
            name);
    return;
  }
}

// Preemption deletes its victims by a request to the API server. (kube-scheduler preemption, prepareCandidate)
void add_deletions(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const std::vector<std::string_view>& policies = input.cluster.deletion_policies;
  for (const model::PodIndex index : pods_of(input, subject)) {
    const std::vector<model::PodIndex>& victims = input.run.timeline.pods[at(index)].victims;
    if (victims.empty()) { continue; }
    add_denied(input.cluster, {model::k_admission_policies}, Authority::Admission, out);
    for (const std::string_view policy : policies) {
      out.add(Authority::Admission, Reply::NotAsked,
              util::concat(policy, " decides whether ", name_of_pods(input.cluster, victims),
                           " may be deleted, and it is not asked"),
              std::string(policy));
    }
    return;
  }
}

// Controllers and the scheduler send requests for the claims of a pod, too (snapshot/admission/claim_requests.hpp).
void add_claim_requests(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  const std::vector<std::pair<std::string_view, std::string_view>>& policies = input.cluster.claim_policies;
  if (policies.empty()) { return; }
  for (const model::PodIndex index : pods_of(input, subject)) {
    const std::string pod = model::pod_key(input.pod(index));
    const auto is_before = [](const auto& policy, const std::string& key) { return policy.first < key; };
    auto policy = std::lower_bound(policies.begin(), policies.end(), pod, is_before);
    for (; policy != policies.end() && policy->first == pod; ++policy) {
      if (std::ranges::find(out.ledger, policy->second, &model::Asked::object) != out.ledger.end()) { continue; }
      out.add(Authority::Admission, Reply::NotAsked,
              util::concat(policy->second, " decides about the claims of pod ", pod, ", and it is not asked"),
              std::string(policy->second));
    }
  }
}

// A scheduler binds a pod by a request to the API server. (DefaultBinder, pods/binding) New pods have this entry with
// the objects of their manifest. The command bind sends the request itself.
void add_bindings(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  if (input.is_new() || input.question.kind == model::ReportKind::BindReport) { return; }
  const auto& omitted = input.cluster.omitted;
  const auto list = std::ranges::find(omitted, model::k_admission_policies, &model::OmittedList::list);
  // A snapshot that leaves policies out names those that see bindings.
  const bool is_denied = list != omitted.end() && list->reason != model::k_not_saved;
  if (is_denied && !subject.pods.empty()) {
    add_denied(input.cluster, {model::k_admission_policies}, Authority::Admission, out);
  }
  for (const auto& policy : input.cluster.binding_policies) {
    const auto is_there = [&](model::PodIndex index) { return input.pod(index).namespace_name == policy.first; };
    if (std::ranges::none_of(subject.pods, is_there)) { continue; }
    out.add(Authority::Admission, Reply::NotAsked,
            util::concat(policy.second, " decides whether pods of namespace ", policy.first,
                         " may be bound to a node, and it is not asked"),
            std::string(policy.second));
  }
  add_claim_requests(input, subject, out);
}

} // namespace

std::vector<model::PodIndex> pods_of_unknown_priority(const model::ClusterSnapshot& cluster) {
  std::vector<model::PodIndex> found;
  for (std::size_t pod = 0; pod < cluster.pods.size(); ++pod) {
    if (model::find_label(*cluster.pods[pod].marks, model::k_unset_priority)) {
      found.push_back(static_cast<model::PodIndex>(pod));
    }
  }
  return found;
}

void input_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  for (const model::PodIndex index : subject.pods) {
    const model::Pod& pod = input.pod(index);
    if (const std::string what = untold_about(input.cluster, pod); !what.empty()) {
      out.add(Authority::Inputs, Reply::NotAsked, util::concat("pod ", pod.name, " has ", what));
      break;
    }
  }
  kubelet_entries(input, subject, out);
  add_deletions(input, subject, out);
  add_bindings(input, subject, out);
  add_unread(input.cluster.unread, k_free_unknown, out);
  add_unknown_priorities(input, subject, out);
  if (subject.group == nullptr) { return; }
  if (subject.starts && !input.is_new()) { add_missing_pods(input.cluster, out); }
  const bool is_absent = model::has_object(subject.group->dialect) && !subject.group->declared;
  if (is_absent && !subject.group->unread && !input.cluster.lists_pod_groups) {
    out.add(Authority::Inputs, Reply::NotAsked, missing_objects(subject.group->dialect));
  }
  const auto group = input.cluster.groups.index_of(*subject.group);
  const bool depends_on_order = !input.starts_in_worst_order.empty() && !input.starts_in_worst_order[group];
  if (subject.starts && subject.group->min_resources && depends_on_order) {
    out.add(Authority::Scheduler, Reply::NotAsked,
            "a node is over-committed, so whether spec.minResources is met depends on the order in which the scheduler "
            "knows the nodes");
  }
  if (subject.group->members.empty()) {
    const bool is_in = subject.group->status.phase == "Inqueue";
    const auto& gates = input.run.rules.gates.groups[group];
    const auto open = std::ranges::find_if(gates, [](const model::GateReport& gate) {
      return gate.gate == model::GateKind::Kueue && gate.open && gate.undecided.empty();
    });
    out.add(
        Authority::Operator, Reply::NotAsked,
        open != gates.end()
            ? util::concat("Kueue would admit it to ", open->kind, ' ', open->name,
                           ", where its quota is free; its pods are made only then, so nodes for them are not known")
        : is_in ? std::string("its queue has let it in, but its controller has not created its pods")
                : std::string("its pods are made only once its queue has let it in"));
  }
}

model::Ledger denied_lists(const model::ClusterSnapshot& cluster) {
  LedgerEntries out({});
  add_denied(cluster, {"pods", "nodes"}, Authority::Inputs, out);
  return std::move(out.ledger);
}

model::Ledger unread_subjects(const model::ClusterSnapshot& cluster, const Question& question) {
  model::Ledger ledger;
  for (const model::GroupIndex index : question.groups) {
    const model::PodGroup& group = cluster.groups[static_cast<std::size_t>(index)];
    if (!group.unread) { continue; }
    LedgerEntries of_group(util::concat(group.namespace_name, '/', group.name));
    of_group.add(Authority::Inputs, Reply::NotAsked,
                 util::concat(model::facts_of(group.dialect).kind, ' ', group.namespace_name, '/', group.name,
                              " could not be read, so its quorum is not known"));
    std::ranges::move(of_group.ledger, std::back_inserter(ledger));
  }
  LedgerEntries of_pods({});
  add_unread(question.unread_pods, "not all members are known", of_pods);
  std::ranges::move(of_pods.ledger, std::back_inserter(ledger));
  return ledger;
}

void entries_of_missing_input(const LedgerInput& input, LedgerEntries& out) {
  add_unread(input.cluster.unread, k_free_unknown, out);
  add_missing_pods(input.cluster, out);
}

void entries_of_unread_parts(const LedgerInput& input, LedgerEntries& out) {
  add_unread(model::unread_parts(input.cluster), "the cluster is known only in part", out);
}

void entries_of_unread_pods(const Question& question, LedgerEntries& out) {
  add_unread(question.unread_pods, "which pods wait is not known", out);
}

void entries_of_all(const LedgerInput& input, LedgerEntries& out) {
  out.ledger = denied_lists(input.cluster);
  if (knows_no_nodes(input.cluster) && out.ledger.empty()) {
    out.add(Authority::Inputs, Reply::NotAsked,
            "the nodes of the cluster are not in the input (kubectl get nodes -o json prints them)", "nodes");
  }
  if (input.is_new() && !input.cluster.lists_pod_groups && out.ledger.empty()) {
    const auto competes = [&](const model::PodGroup& group) { return lacks_its_object(input, group); };
    const auto lacking = std::ranges::find_if(input.cluster.groups, competes);
    if (lacking != input.cluster.groups.end()) {
      out.add(Authority::Inputs, Reply::NotAsked, missing_objects(lacking->dialect), "podgroups");
    }
  }
  if (input.is_new() && !input.cluster.renamed_in.empty() && out.ledger.empty()) {
    out.add(Authority::Inputs, Reply::NotAsked,
            util::concat("the names in ", input.cluster.renamed_in,
                         " were replaced (snapshot --anonymize), so a namespace, label, taint, class or claim that the "
                         "manifest names counts as another one"),
            "names");
  }
  // Nodes alone are an empty cluster for a manifest. PodGroups have pods.
  const auto is_of_cluster = [](const model::PodGroup& group) { return group.declared && !group.from_manifest; };
  const bool needs_pods = !input.is_new() || std::ranges::any_of(input.cluster.groups, is_of_cluster);
  if (needs_pods && !input.cluster.lists_pods && out.ledger.empty()) { add_no_pods(out); }
}

// Nodes that an API server wrote are no empty cluster.
void entries_of_missing_pods(const LedgerInput& input, LedgerEntries& out) {
  if (std::ranges::find(out.ledger, "pods", &model::Asked::object) != out.ledger.end()) { return; }
  const auto is_of_server = [](const model::Node& node) { return !node.uid.empty(); };
  if (!input.cluster.lists_pods && std::ranges::any_of(input.cluster.nodes, is_of_server)) { return add_no_pods(out); }
  add_missing_pods(input.cluster, out);
}

void entries_of_groups_without_quorum(const LedgerInput& input, LedgerEntries& out) {
  for (const model::GroupIndex index : input.question.groups) {
    const model::PodGroup& group = input.cluster.groups[static_cast<std::size_t>(index)];
    if (group.dialect != model::Dialect::Native || group.min_member) { continue; }
    std::vector<model::PodIndex> unplaced;
    std::ranges::copy_if(group.members, std::back_inserter(unplaced), [&](model::PodIndex member) {
      const model::Outcome outcome = input.run.timeline.pods[static_cast<std::size_t>(member)].outcome;
      return !input.pod(member).finished() && outcome != model::Outcome::Bound &&
             outcome != model::Outcome::AlreadyBound;
    });
    if (unplaced.empty()) { continue; }
    out.add(Authority::Scheduler, Reply::Refuses,
            util::concat(name_of_pods(input.cluster, unplaced), unplaced.size() == 1 ? " gets" : " get",
                         " no node; the group has no minCount, so its pods are scheduled one by one"),
            util::concat("PodGroup ", group.namespace_name, '/', group.name));
  }
}

namespace {

// All members of a group that the manifest joins count as changed by it (Pod::from_manifest).
bool exists_already(const model::Pod& pod) {
  return !pod.from_manifest || !pod.uid.empty() || pod.phase != model::PodPhase::Pending;
}

// True if the members that exist and run are enough for the quorum.
bool has_quorum_already(const LedgerInput& input, const model::PodGroup& group) {
  const auto counts = [&](model::PodIndex member) {
    const model::Pod& pod = input.pod(member);
    return exists_already(pod) && pod.bound() && counts_of(input.cluster, pod).placed;
  };
  return model::is_gang(group) && std::ranges::count_if(group.members, counts) >= quorum_of(input.cluster, group);
}

} // namespace

void entries_of_joining_pods(const LedgerInput& input, LedgerEntries& out) {
  for (const model::GroupIndex index : input.question.groups) {
    const model::PodGroup& group = input.cluster.groups[static_cast<std::size_t>(index)];
    if (!has_quorum_already(input, group)) { continue; }
    std::vector<model::PodIndex> unplaced;
    std::ranges::copy_if(group.members, std::back_inserter(unplaced), [&](model::PodIndex member) {
      const model::Pod& pod = input.pod(member);
      const model::Outcome outcome = input.run.timeline.pods[static_cast<std::size_t>(member)].outcome;
      const bool comes_later = pod.waits_for != model::k_none && outcome == model::Outcome::NotAttempted;
      return !exists_already(pod) && !pod.finished() && !pod.bound() && !comes_later &&
             outcome != model::Outcome::Bound;
    });
    if (unplaced.empty()) { continue; }
    const std::string object =
        util::concat(model::facts_of(group.dialect).kind, ' ', group.namespace_name, '/', group.name);
    const model::GateReport* const gate = input.run.rules.gates.decision_of_kueue(unplaced.front());
    const bool is_open = gate != nullptr && !gate->undecided.empty();
    const std::string name = name_of_pods(input.cluster, unplaced);
    const std::string_view verb = unplaced.size() == 1 ? " gets" : " get";
    const std::string group_name = util::concat(group.namespace_name, '/', group.name);
    if (is_open) {
      out.add(Authority::Queue, Reply::NotAsked, gate->undecided, object);
    } else if (model::is_approximated(group.dialect)) {
      out.add(Authority::Scheduler, Reply::NotAsked,
              util::concat("whether ", name, verb, " a node beside the members of group ", group_name, " that run, ",
                           model::facts_of(group.dialect).project, " decides, and its rules are not simulated"),
              object);
    } else {
      out.add(Authority::Scheduler, Reply::Refuses,
              util::concat(name, verb, " no node; group ", group_name, " has its quorum already, without ",
                           unplaced.size() == 1 ? "it" : "them"),
              object);
    }
  }
}

void entries_of_different_members(const LedgerInput& input, LedgerEntries& out) {
  for (const model::GroupIndex index : input.question.groups) {
    std::vector<model::PodIndex> different = GroupMembers(input.run, index).refused_as_different();
    std::erase_if(different, [&](model::PodIndex member) { return !input.pod(member).from_manifest; });
    if (different.empty()) { continue; }
    const model::PodGroup& group = input.cluster.groups[static_cast<std::size_t>(index)];
    out.add(Authority::Scheduler, Reply::Refuses,
            util::concat("the scheduler rejects ", name_of_pods(input.cluster, different),
                         different.size() == 1 ? ": its" : ": their",
                         " min-available or priority differs from that of the first pod of group ",
                         group.namespace_name, '/', group.name));
  }
}

void entries_of_whole_workloads(const LedgerInput& input, LedgerEntries& out) {
  for (const model::Expansion& workload : input.question.expansions) {
    if (!workload.needs_all_pods) { continue; }
    std::vector<model::PodIndex> unplaced;
    std::int32_t pods = 0;
    for (const model::Expansion::Role& role : workload.roles) {
      for (const std::string& name : role.pods) {
        const model::PodIndex index = input.cluster.find_pod(workload.namespace_name, name);
        if (index == model::k_none) { continue; }
        ++pods;
        if (!has_node_in_run(input, index) && !input.pod(index).finished()) { unplaced.push_back(index); }
      }
    }
    if (unplaced.empty()) { continue; }
    const std::string object = util::concat(workload.kind, ' ', workload.namespace_name, '/', workload.name);
    out.add(Authority::Operator, Reply::Refuses,
            util::concat(object, " needs all ", pods, " of its pods at once, and ",
                         name_of_pods(input.cluster, unplaced), unplaced.size() == 1 ? " gets" : " get",
                         " no node: the others run and wait"),
            object);
  }
}

namespace {

// Pods of the manifest that exist and have a node: no scheduler is asked about them.
void add_bound_already(const LedgerInput& input, LedgerEntries& out) {
  std::vector<model::PodIndex> bound;
  for (const model::Expansion& expansion : input.question.expansions) {
    for (const model::Expansion::Role& role : expansion.roles) {
      for (const std::string& name : role.pods) {
        const model::PodIndex index = input.cluster.find_pod(expansion.namespace_name, name);
        const bool exists = index != model::k_none && !(input.pod(index).from_manifest && input.pod(index).uid.empty());
        if (!exists || !input.pod(index).bound()) { continue; }
        bound.push_back(index);
        entries_of_bound_pod(input, index, out);
      }
    }
  }
  if (bound.empty()) { return; }
  out.add(Authority::NodeName, Reply::Allows,
          util::concat(name_of_pods(input.cluster, bound), bound.size() == 1 ? " has" : " have", " a node already"));
}

// True if the quota counts by something that the input does not show of existing pods.
bool counts_what_is_not_shown(const model::ResourceQuota& quota) {
  constexpr std::array<std::string_view, 3> k_scopes = {"NotTerminating", "PriorityClass", "Terminating"};
  const auto is_hidden = [&](std::string_view scope) { return std::ranges::find(k_scopes, scope) != k_scopes.end(); };
  return std::ranges::any_of(quota.scopes, is_hidden) ||
         std::ranges::any_of(quota.scope_selector, is_hidden, &model::Requirement::key) ||
         std::ranges::any_of(quota.hard, [](const auto& row) { return row.first.starts_with("limits."); });
}

// A quota without a status: its sums are those of the pods that exist. (resourcequota, PodUsageFunc)
void ask_quotas_without_usage(const model::ClusterSnapshot& cluster, LedgerEntries& out) {
  for (const model::ResourceQuota& quota : cluster.resource_quotas) {
    if (!quota.used.empty() || !counts_what_is_not_shown(quota)) { continue; }
    const auto has = [&](bool is_new) {
      return std::ranges::any_of(cluster.pods, [&](const model::Pod& pod) {
        return pod.from_manifest == is_new && !pod.finished() && pod.namespace_name == quota.namespace_name;
      });
    };
    if (!has(true) || !has(false)) { continue; }
    const std::string object = util::concat("ResourceQuota ", quota.namespace_name, '/', quota.name);
    out.add(Authority::Quota, Reply::NotAsked,
            util::concat("what existing pods use of ", object, " is not in the input (its status.used)"), object);
  }
}

// Controllers still make pods for objects that exist; the run has only those of the input.
void assume_no_pods_to_come(const LedgerInput& input, LedgerEntries& out) {
  constexpr std::array<std::string_view, 5> k_kinds = {"DaemonSet", "Job", "ReplicaSet", "ReplicationController",
                                                       "StatefulSet"};
  const model::WorkloadObject* first = nullptr;
  std::size_t count = 0;
  for (const model::WorkloadObject* const object : input.workloads) {
    const bool makes_pods = std::ranges::find(k_kinds, object->kind) != k_kinds.end() && !object->leaving &&
                            !object->suspended && !object->has_ended && object->creation_failure.empty();
    if (!makes_pods || live_pods_of(input, *object) >= wanted_pods_of(input, *object)) { continue; }
    if (first == nullptr) { first = object; }
    ++count;
  }
  if (first == nullptr) { return; }
  const std::string name = object_text(*first);
  const std::int32_t lacking = wanted_pods_of(input, *first) - live_pods_of(input, *first);
  const bool is_one = lacking == 1 && count == 1;
  const std::string others =
      count == 1 ? std::string()
                 : util::concat(" and those of ", count - 1, count == 2 ? " other object" : " other objects");
  out.add(Authority::Operator, Reply::Assumed,
          util::concat(lacking == 1 ? "the pod that " : util::concat("the ", lacking, " pods that "), name,
                       " still lacks", others, is_one ? " comes later" : " come later"),
          name);
}

} // namespace

void entries_of_new_pods(const LedgerInput& input, LedgerEntries& out) {
  add_denied(input.cluster,
             {"namespaces", "limitranges", model::k_admission_policies,
              "validatingwebhookconfigurations.admissionregistration.k8s.io",
              "mutatingwebhookconfigurations.admissionregistration.k8s.io",
              "validatingadmissionpolicies.admissionregistration.k8s.io",
              "validatingadmissionpolicybindings.admissionregistration.k8s.io",
              "mutatingadmissionpolicies.admissionregistration.k8s.io",
              "mutatingadmissionpolicybindings.admissionregistration.k8s.io"},
             Authority::Admission, out);
  add_denied(input.cluster,
             {"resourcequotas", "elasticquotas.scheduling.x-k8s.io", "elasticquotas.scheduling.sigs.k8s.io",
              "clusterresourcequotas.quota.openshift.io", "hierarchicalresourcequotas.hnc.x-k8s.io",
              "tenants.capsule.clastix.io"},
             Authority::Quota, out);
  if (input.cluster.resource_quotas.empty() && !input.cluster.is_whole) {
    out.add(Authority::Quota, Reply::Assumed, "no ResourceQuota");
  }
  ask_quotas_without_usage(input.cluster, out);
  const std::vector<std::string_view>& known = input.cluster.known_webhooks;
  out.add(Authority::Admission, Reply::Assumed,
          util::concat("no webhook or admission policy for pods", known.empty() ? "" : " but those of ",
                       util::joined(known, " and ")));
  const auto is_old = [](const model::Pod& pod) { return !pod.from_manifest; };
  if (!input.cluster.is_whole && std::ranges::none_of(input.cluster.pods, is_old)) {
    out.add(Authority::Inputs, Reply::Assumed, "no other pods");
  }
  bool makes_pods = !input.question.pods.empty();
  for (const model::GroupIndex group : input.question.groups) {
    makes_pods = makes_pods || !input.cluster.groups[static_cast<std::size_t>(group)].members.empty();
  }
  for (const model::Pod& pod : input.cluster.pods) {
    if (!pod.from_manifest) { continue; }
    makes_pods = true;
    if (pod.bound() && pod.uid.empty()) { entries_of_named_node(input, pod, out); }
  }
  if (makes_pods) { ask_for_members(input, out); }
  entries_of_controller_manager(input, out);
  assume_no_pods_to_come(input, out);
  add_bound_already(input, out);
  if (!makes_pods && input.cluster.asked.empty()) {
    out.add(Authority::Operator, Reply::NotAsked, "the manifest makes no pods");
  }
}

} // namespace engine

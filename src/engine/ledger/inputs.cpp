// SPDX-License-Identifier: Apache-2.0
// Whether what the filters read is in the input.
#include "engine/evidence.hpp"
#include "engine/ledger/entries.hpp"
#include "util/concat.hpp"

#include <array>

namespace engine {

namespace {

using model::Authority;
using model::Reply;

// A claim of the pod, by which a reader finds the place; empty: it has none.
std::string_view first_claim(const model::PodSpec& spec) {
  if (!spec.resource_claims.empty()) {
    const std::string_view text = spec.resource_claims.front(); // "name=<claim>", "template=<template>|<entry>"
    const std::size_t begin = text.find('=') + 1;
    return text.substr(begin, text.find('|') - begin);
  }
  const auto claim = std::ranges::find_if(spec.volumes, [](const auto& volume) {
    return volume.kind == "persistentVolumeClaim" || volume.kind == "ephemeral";
  });
  if (claim == spec.volumes.end()) { return {}; }
  return claim->reference.empty() ? claim->name : claim->reference;
}

// The kubelet takes pods that name their node, if they fit; no scheduler looks at them. (kubelet, canAdmitPod)
void ask_kubelet(const LedgerInput& input, const model::Pod& pod, LedgerEntries& out) {
  const std::string object = util::concat("Node ", pod.node_name);
  const std::string begin = util::concat("pod ", model::pod_key(pod), " names its node, and ");
  if (pod.node == model::k_none) {
    out.add(Authority::NodeName, Reply::Refuses, util::concat(begin, "there is no ", object), object);
    return;
  }
  for (const model::ResourceAmount& request : pod.spec->requests) {
    const NodeTable& nodes = input.run.nodes;
    const std::int64_t allocatable = nodes.allocatable[request.resource][static_cast<std::size_t>(pod.node)];
    if (input.run.bound_usage.requested(request.resource, pod.node) <= allocatable) { continue; }
    out.add(Authority::NodeName, Reply::Refuses,
            util::concat(begin, object, " has too little ", nodes.resources->name(request.resource), " left for it"),
            object);
    return;
  }
  out.add(Authority::NodeName, Reply::Allows, util::concat(begin, object, " has room for it"), object);
}

} // namespace

void input_entries(const LedgerInput& input, const LedgerSubject& subject, LedgerEntries& out) {
  for (const model::PodIndex index : subject.pods) {
    const model::Pod& pod = input.pod(index);
    if (const std::string_view what = unmodelled_constraint(input.cluster, pod); !what.empty()) {
      const std::string_view claim = first_claim(*pod.spec);
      out.add(Authority::Inputs, Reply::NotAsked,
              util::concat("pod ", pod.name, " has ", what,
                           claim.empty() ? std::string() : util::concat(" (", claim, ')')));
      break;
    }
  }
  if (subject.group == nullptr) { return; }
  if (model::has_object(subject.group->dialect) && !subject.group->declared && !input.cluster.lists_pod_groups) {
    out.add(Authority::Inputs, Reply::NotAsked, "the PodGroups of the cluster are not in the input");
  }
  if (subject.pods.empty()) {
    out.add(Authority::Operator, Reply::NotAsked, "its pods are made only once its queue has let it in");
  }
}

void denied_lists(const LedgerInput& input, LedgerEntries& out) {
  for (const std::string_view list : {"pods", "nodes"}) {
    if (const model::OmittedList* const omitted = input.omitted(list)) {
      out.add(Authority::Inputs, Reply::NotAsked, LedgerInput::not_listed(*omitted), std::string(list));
    }
  }
}

void entries_of_all(const LedgerInput& input, LedgerEntries& out) {
  denied_lists(input, out);
  if (!input.cluster.lists_nodes && input.cluster.nodes.empty() && out.ledger.empty()) {
    out.add(Authority::Inputs, Reply::NotAsked, "the nodes of the cluster are not in the input", "nodes");
  }
}

std::string LedgerInput::not_listed(const model::OmittedList& omitted) {
  const std::string_view why = omitted.reason == "Forbidden" ? "may not be listed" : "could not be listed";
  return util::concat("the ", omitted.list, " of the cluster ", why,
                      omitted.reason.empty() ? std::string() : util::concat(" (", omitted.reason, ")"));
}

void entries_of_new_pods(const LedgerInput& input, LedgerEntries& out) {
  for (const std::string_view list : {"namespaces", "limitranges", "resourcequotas"}) {
    if (const model::OmittedList* const omitted = input.omitted(list)) {
      out.add(list == "resourcequotas" ? Authority::Quota : Authority::Admission, Reply::NotAsked,
              LedgerInput::not_listed(*omitted), std::string(list));
    }
  }
  if (input.cluster.resource_quotas.empty() && !input.cluster.is_whole) {
    out.add(Authority::Quota, Reply::Assumed, "no ResourceQuota");
  }
  out.add(Authority::Admission, Reply::Assumed, "no webhook or admission policy for pods");
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
    if (pod.bound() && pod.uid.empty()) { ask_kubelet(input, pod, out); }
  }
  if (!makes_pods && input.cluster.asked.empty()) {
    out.add(Authority::Operator, Reply::NotAsked, "the manifest makes no pods");
  }
}

} // namespace engine

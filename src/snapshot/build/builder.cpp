// SPDX-License-Identifier: Apache-2.0
// Builds a ClusterSnapshot from objects.
#include "snapshot/build/builder.hpp"

#include "snapshot/admission/admission.hpp"
#include "snapshot/admission/admission_policies.hpp"
#include "snapshot/admission/config_objects.hpp"
#include "snapshot/changes/custom_kinds.hpp"
#include "snapshot/changes/expand_manifest.hpp"
#include "snapshot/changes/kept_objects.hpp"
#include "snapshot/changes/what_if.hpp"
#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/configuration/kueue_configuration.hpp"
#include "snapshot/configuration/volcano_configuration.hpp"
#include "snapshot/expand/autoscalers.hpp"
#include "snapshot/expand/new_claims.hpp"
#include "snapshot/expand/operator_programs.hpp"
#include "snapshot/link/link.hpp"
#include "snapshot/link/settle.hpp"
#include "snapshot/objects/decode_context.hpp"
#include "snapshot/objects/decode_workload.hpp"
#include "snapshot/objects/kinds.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <utility>

namespace snapshot {

struct Builder::State {
  Collected collected;
  Manifest manifest;
  bool keeps_workloads = false;

  void expand() {
    if (manifest.expanded) { return; }
    settle(collected);
    snapshot::expand(manifest, collected);
    show_overrides();
  }

  // --set-min-member changes groups after linking. The description of the manifest shows the same quorum.
  void show_overrides() {
    for (const QuorumOverride& wanted : collected.quorum_overrides) {
      for (model::Expansion& expansion : manifest.expansions) {
        if (wanted.is_namespace_typed && expansion.namespace_name != wanted.namespace_name) { continue; }
        for (model::Expansion::Group& group : expansion.groups) {
          if (group.name == wanted.group) { group.min_member = wanted.min_member; }
        }
      }
    }
  }
};

namespace {

// Returns a name such as "Pod ml/worker-0", as far as a possibly broken object provides it.
std::string object_name(const document::Item& item) {
  const document::Value metadata = item.value["metadata"];
  const std::string_view namespace_name = metadata["namespace"].text();
  const std::string_view name = metadata["name"].text();
  if (name.empty()) { return std::string(item.kind); }
  constexpr std::size_t k_longest = 300;
  return namespace_name.empty()
             ? util::concat(item.kind, ' ', name.substr(0, k_longest))
             : util::concat(item.kind, ' ', namespace_name.substr(0, k_longest), '/', name.substr(0, k_longest));
}

void add_other(Collected& collected, const document::Item& item, const Origin& origin) {
  ++collected.cluster.passed_over;
  const std::string_view api_group = api_group_of(item.api_version);
  const document::Value metadata = item.value["metadata"];
  if (item.kind == "PodGroup" && metadata["name"].is_string()) {
    collected.foreign_groups.push_back({collected.lasting(api_group), collected.lasting(metadata["namespace"].text()),
                                        collected.lasting(metadata["name"].text())});
  }
  add_possible_owner(collected, item.value, item.api_version, item.kind, origin);
}

void note_source(Sources& sources, const document::Item& item) {
  sources.nodes = sources.nodes || (item.kind == "Node" && api_group_of(item.api_version).empty());
  if (item.kind == "Pod" && api_group_of(item.api_version).empty()) {
    sources.pods = true;
    sources.pod_lists.note(item);
  }
  if (sources.mixed) { return; }
  const bool own_kind = item.value["kind"].exists();
  sources.mixed = sources.mixed || own_kind;
  sources.typed = sources.typed || !own_kind;
}

// True if a place may be taken, or refused, because of the object. Finished pods take none.
bool takes_or_limits(const document::Item& item) {
  if (item.kind == "Pod") {
    const std::string_view phase = item.value["status"]["phase"].text();
    return phase != "Succeeded" && phase != "Failed";
  }
  return item.kind == "PodGroup" || item.kind == "PodGang" || item.kind == "ResourceQuota" || item.kind == "LimitRange";
}

[[noreturn]] void refuse_role(const ReplicasOverride& wanted, const std::vector<model::Expansion>& expansions) {
  std::vector<std::string_view> roles;
  for (const model::Expansion& expansion : expansions) {
    for (const model::Expansion::Role& role : expansion.roles) {
      if (!role.name.empty() && std::ranges::find(roles, role.name) == roles.end()) { roles.push_back(role.name); }
    }
  }
  if (std::ranges::find(roles, wanted.role) != roles.end()) {
    throw util::Error(util::concat("--replicas ", wanted.role, '=', wanted.replicas, ": the number of pods of role ",
                                   wanted.role, " is fixed or follows from another role"));
  }
  std::string known;
  for (const std::string_view role : roles) { known += util::concat(known.empty() ? "; its roles are " : ", ", role); }
  if (known.empty()) {
    known = expansions.empty() ? "; roles are those of dry-run -f" : "; its objects have no named roles";
  }
  throw util::Error(util::concat("--replicas ", wanted.role, '=', wanted.replicas, ": the manifest has no role ",
                                 wanted.role, known, util::did_you_mean(wanted.role, roles)));
}

} // namespace

Builder::Builder(KeepWorkloads keep) : m_state(std::make_unique<State>()) {
  m_state->keeps_workloads = keep == KeepWorkloads::Yes;
}
Builder::~Builder() = default;
Builder::Builder(Builder&&) noexcept = default;
Builder& Builder::operator=(Builder&&) noexcept = default;

void Builder::add(const document::Item& item) {
  Collected& collected = m_state->collected;
  if (item.kind == "Status" && item.api_version == "v1") { // saved in place of a list that the server did not give
    const std::string_view message = item.value["message"].text();
    throw util::Error(util::concat(item.place.text(), ": this is an error of the API server, not its objects",
                                   message.empty() ? "" : ": ", message));
  }
  if (item.kind.empty()) {
    // With metadata it is an object of the cluster, as in a list that a client of its own wrote.
    const bool may_be_pod = item.value["metadata"].is_object();
    add_problem({item.place.text(), object_name(item), "the object has no kind; it is left out", may_be_pod});
    return;
  }
  note_source(collected.sources, item);
  const Origin origin = collected.origin_of(item.place);
  const Kind* const kind = find_kind(api_group_of(item.api_version), item.kind);
  if (is_kept_for_others(item)) { m_state->manifest.templates.emplace_back(collected, item); }
  const bool may_change = m_state->keeps_workloads && is_updated_kind(item.api_version, item.kind) &&
                          item.value["metadata"]["ownerReferences"].size() == 0;
  if (may_change) { m_state->manifest.existing.emplace_back(collected, item); }
  if (m_state->keeps_workloads) { keep_operator_object(m_state->manifest, collected, item); }
  if (kind == nullptr) {
    add_admission_policy(collected, item);
    add_autoscaler(collected, item.kind, item.value, k_default_namespace);
    note_config_object(collected, item.api_version, item.kind, item.value, k_default_namespace,
                       ConfigObject::From::Cluster);
    note_custom_kind(collected, item.api_version, item.kind, item.value, false);
    try {
      note_kueue_configuration(collected, item, origin);
    } catch (const DecodeError& error) {
      add_problem({item.place.text(), object_name(item),
                   util::concat(error.what(), "; the configuration of Kueue is left out")});
    }
    note_volcano_configuration(collected, item, origin);
    note_default_node_selector(collected, item.api_version, item.kind, item.value);
    add_other(collected, item, origin);
    return;
  }
  try {
    kind->add(collected, item, origin);
  } catch (const DecodeError& error) {
    add_problem(
        {item.place.text(), object_name(item), util::concat(error.what(), "; the ", kind->noun, " is left out")});
    if (takes_or_limits(item)) {
      collected.cluster.unread.push_back(util::concat(object_name(item), " (", item.place.text(), ')'));
    }
    if (item.kind == "PodGroup" || item.kind == "PodGang") {
      const std::string_view name = item.value["metadata"]["name"].text();
      collected.unread_groups.push_back(
          {collected.lasting(namespace_of(item.value, k_default_namespace)), collected.lasting(name)});
    }
  }
}

void Builder::add_problem(util::Problem problem) {
  model::ClusterSnapshot& cluster = m_state->collected.cluster;
  if (problem.left_out) { cluster.unread.push_back(problem.place); } // it may have been a pod
  cluster.problems.push_back(std::move(problem));
}

void Builder::apply(const WhatIf& what_if) {
  settle(m_state->collected);
  apply_what_if(m_state->collected, m_state->manifest, what_if);
}

void Builder::add_manifest(const document::Item& item, const ManifestOptions& options) {
  add_object(m_state->manifest, m_state->collected, item, options);
}

const std::vector<model::Expansion>& Builder::expansions() const {
  m_state->expand();
  return m_state->manifest.expansions;
}

const std::vector<std::string>& Builder::refusals() const {
  m_state->expand();
  return m_state->manifest.refusals;
}

const std::vector<document::Output>& Builder::objects_made() const {
  m_state->expand();
  return m_state->manifest.objects_made;
}

std::set<std::string> Builder::missing_lists() const {
  std::set<std::string> missing;
  for (model::OmittedList& omitted : m_state->collected.omissions.in_all()) { missing.insert(std::move(omitted.list)); }
  return missing;
}

std::optional<model::Time> Builder::natural_now() const {
  const Collected& collected = m_state->collected;
  return collected.cluster.captured_at ? collected.cluster.captured_at : collected.newest.newest();
}

model::ClusterSnapshot Builder::finish() {
  m_state->expand();
  for (const ReplicasOverride& wanted : m_state->manifest.replicas) {
    if (!wanted.used) { refuse_role(wanted, m_state->manifest.expansions); }
  }
  settle(m_state->collected);
  set_priorities_of_pods(m_state->collected);
  assign_default_classes(m_state->collected);
  link(m_state->collected);
  m_state->collected.cluster.deletion_policies = policies_for_deletions(m_state->collected);
  m_state->collected.cluster.binding_policies = policies_for_bindings(m_state->collected);
  m_state->collected.cluster.claim_policies = policies_for_claims(m_state->collected);
  model::ClusterSnapshot cluster = std::move(m_state->collected.cluster);
  m_state = std::make_unique<State>();
  return cluster;
}

} // namespace snapshot

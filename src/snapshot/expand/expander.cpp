// SPDX-License-Identifier: Apache-2.0
// Code that all workload kinds share to expand a manifest.
#include "snapshot/expand/expander.hpp"

#include "snapshot/admission/admission.hpp"
#include "snapshot/admission/quota_charge.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/expand/manifest_groups.hpp"
#include "snapshot/expand/manifest_ledger.hpp"
#include "snapshot/pods/decode_marks.hpp"
#include "snapshot/pods/decode_metadata.hpp"
#include "snapshot/pods/decode_selectors.hpp"
#include "util/concat.hpp"

#include <algorithm>

namespace snapshot {

namespace {

model::Labels labels_of_template(document::Value pod_template, const Path& path) {
  const Path metadata = path["metadata"];
  return labels_of(pod_template["metadata"]["labels"], metadata["labels"]);
}

} // namespace

std::string text_of(const Source& source) {
  return util::concat(source.kind, ' ', source.namespace_name, '/', source.name);
}

Expander::Expander(Collected& collected, Manifest& manifest)
    : m_collected(collected), m_manifest(manifest), m_owners(collected.workloads), m_now(manifest.options.now) {
  if (!m_now) { m_now = collected.cluster.captured_at ? collected.cluster.captured_at : collected.newest.newest(); }
}

void Expander::begin(const KeptObject& object) {
  m_top = source_of(object);
  m_expansion = m_manifest.expansions.size();
  m_first_pod = m_pods.size();
}

Source Expander::source_of(const KeptObject& object) const {
  const Path root;
  Metadata metadata = metadata_of(object.value()["metadata"], root["metadata"], m_collected.newest);
  if (metadata.name.empty() && !metadata.generate_name.empty()) {
    metadata.name = m_collected.lasting(util::concat(metadata.generate_name, 'x')); // replaces the random suffix
  }
  check_names(metadata, Scope::Namespaced);
  const std::string_view namespace_name =
      metadata.namespace_name.empty() ? default_namespace() : metadata.namespace_name;
  return {object.api_version, object.kind, m_collected.lasting(namespace_name), metadata.name, object.origin};
}

Source Expander::child(const Source& parent, std::string_view api_version, std::string_view kind,
                       std::string_view name) {
  return {lasting(api_version), lasting(kind), parent.namespace_name, lasting(name), parent.origin};
}

std::int32_t Expander::replicas(std::string_view role, std::int32_t declared) {
  std::int32_t count = declared;
  for (ReplicasOverride& wanted : m_manifest.replicas) {
    if (wanted.role != role) { continue; }
    count = wanted.replicas;
    wanted.used = true;
  }
  return product(count, 1, Path());
}

// --min-member: gives the template's pods a group with the name of the manifest object, if they have none.
void Expander::give_group(const Source& source, PodTemplate& pod_template) {
  if (!m_manifest.options.min_member || m_top.kind == "Pod" || pod_template.has_joined()) { return; }
  document::Tree tree;
  document::build(tree, pod_template.output());
  const document::Value root = tree.root();
  const model::Labels labels = labels_of_template(root, Path());
  const model::Labels marks = marks_of(m_collected, root["metadata"], root["spec"], Path());
  std::optional<GroupPlan> group =
      group_to_give(m_collected, source.namespace_name, m_top.name, {labels, marks, pod_template.scheduler_name()});
  if (!group) { return; }
  group->min_member = *m_manifest.options.min_member;
  pod_template.join(*group);
  m_gave_group = true;
  add_group(source, *group);
}

Prepared Expander::prepare(const Source& source, PodTemplate pod_template, const Path& path) {
  give_group(source, pod_template);
  const document::Value value = readable(pod_template.output());
  Prepared prepared;
  prepared.labels = labels_of_template(value, path);
  prepared.marks = marks_of(m_collected, value["metadata"], value["spec"], path);
  prepared.declared = declared_spec_of(value["spec"], path["spec"],
                                       {.namespace_name = source.namespace_name, .merge_labels = &prepared.labels},
                                       m_collected.sharing);
  prepared.as_written = prepared.declared.containers.resources;
  note_names(source, prepared.declared.service_account, *this);
  note_invalid_template(value, path, *this);
  prepared.refusal = admit(m_collected, source.namespace_name, prepared.declared);
  for (const MissingInput& missing : prepared.declared.not_in_input) {
    note(model::Authority::Admission, model::Reply::NotAsked, util::concat(missing.what, " is not in the input"),
         missing.object);
  }
  std::vector<model::QuotaCharge>& charges = m_collected.cluster.quota_charges;
  prepared.charge = static_cast<std::int32_t>(charges.size());
  charges.push_back(quota_charge_of(m_collected, source.namespace_name, prepared.declared));
  prepared.pod_template = pod_template.output();
  return prepared;
}

void Expander::take_volcano_quorum(const Source& owner, document::Value annotations) {
  const document::Value text = annotations["scheduling.volcano.sh/group-min-member"];
  if (text.absent()) { return; }
  std::vector<OwnerQuorum>& quorums = m_collected.owner_quorums;
  std::erase_if(quorums, [&](const OwnerQuorum& other) {
    return other.kind == owner.kind && other.namespace_name == owner.namespace_name && other.name == owner.name;
  });
  quorums.push_back({owner.kind, owner.namespace_name, owner.name, count_of(text.text()).value_or(1)});
}

std::vector<model::PodIndex> Expander::pods_of(const Source& source) const {
  const OwnerName wanted{source.kind, source.namespace_name, source.name};
  std::vector<model::PodIndex> pods;
  for (std::size_t at = 0; at < m_collected.cluster.pods.size(); ++at) {
    const model::Pod& pod = m_collected.cluster.pods[at];
    if (pod.owner == nullptr || pod.namespace_name != source.namespace_name) { continue; }
    const std::vector<OwnerLink> chain = m_owners.of(pod);
    if (std::ranges::find(chain, wanted, &OwnerLink::name) != chain.end()) {
      pods.push_back(static_cast<model::PodIndex>(at));
    }
  }
  return pods;
}

std::vector<model::PodIndex> Expander::live_pods_of(const Source& source) const {
  std::vector<model::PodIndex> pods = pods_of(source);
  // A controller does not count a terminating pod, because it replaces the pod.
  std::erase_if(pods, [&](model::PodIndex index) {
    const model::Pod& pod = m_collected.cluster.pods[static_cast<std::size_t>(index)];
    return pod.finished() || pod.terminating;
  });
  return pods;
}

const Workload* Expander::existing(const Source& source) const {
  const auto found = std::ranges::find_if(m_collected.workloads, [&](const Workload& workload) {
    const model::WorkloadObject& object = workload.object;
    return object.kind == source.kind && object.namespace_name == source.namespace_name && object.name == source.name;
  });
  return found == m_collected.workloads.end() ? nullptr : &*found;
}

const model::Pod* Expander::find_pod(std::string_view namespace_name, std::string_view name) const {
  const model::PodIndex index = m_collected.cluster.find_pod(namespace_name, name);
  return index == model::k_none ? nullptr : &m_collected.cluster.pods[static_cast<std::size_t>(index)];
}

bool Expander::is_taken(std::string_view namespace_name, std::string_view name) const {
  return find_pod(namespace_name, name) != nullptr || m_made.contains({namespace_name, name});
}

const KeptObject* Expander::find_template(std::string_view kind, std::string_view namespace_name,
                                          std::string_view name) const {
  for (const KeptObject& object : m_manifest.templates) {
    const document::Value metadata = object.value()["metadata"];
    const std::string_view written = metadata["namespace"].text();
    const bool here = namespace_name.empty() || (written.empty() ? default_namespace() : written) == namespace_name;
    if (object.kind == kind && metadata["name"].text() == name && here) { return &object; }
  }
  return nullptr;
}

document::Value Expander::readable(const document::Output& value) {
  document::Tree& tree = m_trees.emplace_back();
  document::build(tree, value);
  return tree.root();
}

void Expander::assume(const std::string& sentence) {
  std::vector<std::string>& said = m_collected.cluster.assumptions;
  if (std::ranges::find(said, sentence) == said.end()) { said.push_back(sentence); }
}

void Expander::warn(const Source& source, std::string message) {
  m_collected.cluster.problems.push_back({m_collected.place_text(source.origin), text_of(source), std::move(message)});
}

void Expander::note(model::Authority authority, model::Reply reply, std::string because, std::string object) {
  model::Asked entry{authority, reply, std::move(because), std::move(object), text_of(m_top)};
  model::Ledger& ledger = m_collected.cluster.asked;
  while (m_noted_count < ledger.size()) { m_noted.insert(ledger[m_noted_count++]); } // entries of others
  if (m_noted.insert(entry).second) {
    ledger.push_back(std::move(entry));
    ++m_noted_count;
  }
}

bool Expander::has_pods_in(std::string_view namespace_name) {
  const auto known = m_has_pods.find(namespace_name);
  if (known != m_has_pods.end()) { return known->second; }
  const bool has_pods = std::ranges::any_of(
      m_collected.cluster.pods, [&](const model::Pod& pod) { return pod.namespace_name == namespace_name; });
  m_has_pods.emplace(namespace_name, has_pods);
  return has_pods;
}

bool Expander::makes_pods() const {
  if (m_expansion == m_manifest.expansions.size()) { return false; }
  const model::Expansion& made = m_manifest.expansions[m_expansion];
  return std::ranges::any_of(made.roles,
                             [](const model::Expansion::Role& role) { return role.now > 0 || !role.pods.empty(); });
}

void Expander::hand_over() {
  if (m_manifest.options.min_member && !m_gave_group) {
    const std::string flag = util::concat("--min-member ", *m_manifest.options.min_member);
    m_collected.cluster.problems.push_back({flag, "",
                                            "changes nothing, for the manifest has no workload without a group; "
                                            "--set-min-member GROUP=N changes a quorum"});
  }
  for (std::size_t at = 0; at < m_pods.size(); ++at) {
    m_collected.made_pods.push_back({m_pods[at].namespace_name, m_pods[at].name, m_charges[at]});
  }
  std::ranges::move(m_pods, std::back_inserter(m_collected.cluster.pods));
  std::ranges::copy(m_origins, std::back_inserter(m_collected.pod_origins));
  m_pods.clear();
  m_origins.clear();
  m_charges.clear();
}

} // namespace snapshot

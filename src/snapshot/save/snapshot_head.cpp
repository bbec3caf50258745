// SPDX-License-Identifier: Apache-2.0
#include "snapshot/save/snapshot_head.hpp"

#include "document/yaml/writer.hpp"
#include "snapshot/admission/admission_policies.hpp"
#include "snapshot/admission/claim_requests.hpp"
#include "snapshot/admission/companion_kinds.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/collected/omissions.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/decode_snapshot_head.hpp"
#include "snapshot/objects/kind_names.hpp"
#include "snapshot/objects/known_webhooks.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <utility>

namespace snapshot {

namespace {

// Includes microseconds if there are any: "now" may be the time of an event.
std::string exact_text(model::Time time) {
  std::string text = model::time_text(time);
  const std::int64_t rest = time.micros - time.seconds() * 1'000'000;
  if (rest == 0) { return text; }
  const std::string digits = std::to_string(rest);
  text.pop_back();
  return util::concat(text, '.', std::string(6 - digits.size(), '0'), digits, 'Z');
}

// Writes {"a":"b",…}, with members in the order of the calls, which callers sort by name.
class Members {
 public:
  void text(std::string_view name, std::string_view value) {
    if (value.empty()) { return; }
    key(name);
    document::append_json_string(m_out, value);
  }
  void raw(std::string_view name, std::string_view json) {
    key(name);
    m_out += json;
  }
  std::string object() const { return util::concat('{', m_out, '}'); }
  const std::string& members() const { return m_out; }

 private:
  void key(std::string_view name) {
    if (!m_out.empty()) { m_out += ','; }
    document::append_json_string(m_out, name);
    m_out += ':';
  }

  std::string m_out;
};

template <typename List, typename Text>
std::string json_array_of(const List& list, Text&& text) {
  std::string out = "[";
  for (const auto& element : list) {
    if (out.size() > 1) { out += ','; }
    text(out, element);
  }
  return out += ']';
}

// True if the pod may belong to a group of Volcano. (kube-batch has the same annotation.)
bool names_volcano(document::Value pod) {
  return model::is_scheduler_of(pod["spec"]["schedulerName"].text(), model::Dialect::Volcano) ||
         !pod["metadata"]["annotations"][dialect(model::Dialect::Volcano).annotation].text().empty();
}

} // namespace

void SnapshotHead::add(const document::Item& head) {
  m_heads.sources.mixed = true;
  try {
    add_snapshot_head(m_heads, head);
  } catch (const DecodeError&) {
    return; // every command ignores such a head
  }
  for (const document::Value element : head.value["redactions"].elements()) { add_redaction(element.text()); }
  for (const auto [list, version] : head.value["metadata"]["resourceVersions"].members()) {
    m_resource_versions.emplace(list, version.text());
  }
}

// Groups of the Coscheduling plugin, as link() counts them.
void SnapshotHead::note_group_of(document::Value metadata) {
  for (const std::string_view label : {"scheduling.x-k8s.io/pod-group", "pod-group.scheduling.sigs.k8s.io"}) {
    m_names_group = m_names_group || !metadata["labels"][label].text().empty();
  }
}

void SnapshotHead::note_namespace_of(document::Value metadata) {
  const std::string_view given = metadata["namespace"].text();
  const std::string_view name = given.empty() ? "default" : given;
  if (m_namespace.empty()) { m_namespace = name; }
  m_several_namespaces = m_several_namespaces || name != m_namespace;
}

void SnapshotHead::note_item(const document::Item& item) {
  const bool own_kind = item.value["kind"].exists();
  m_heads.sources.mixed = m_heads.sources.mixed || own_kind;
  m_heads.sources.typed = m_heads.sources.typed || !own_kind;
  const std::string_view group = api_group_of(item.api_version);
  if (group.empty() && item.kind == "Node") {
    m_nodes = true;
    m_server_nodes = m_server_nodes || !item.value["metadata"]["uid"].text().empty();
  }
  if (group.empty() && item.kind == "Pod") {
    m_pods = true;
    m_heads.sources.pod_lists.note(item);
    note_namespace_of(item.value["metadata"]);
    const std::string_view phase = item.value["status"]["phase"].text();
    const bool has_node = !item.value["spec"]["nodeName"].text().empty() && phase != "Succeeded" && phase != "Failed";
    m_pods_on_nodes = m_pods_on_nodes || has_node;
    if (!m_names_group) { note_group_of(item.value["metadata"]); }
    m_is_of_volcano = m_is_of_volcano || names_volcano(item.value);
    m_names_runtime_class = m_names_runtime_class || !item.value["spec"]["runtimeClassName"].text().empty();
  }
  m_config_maps = m_config_maps || (group.empty() && item.kind == "ConfigMap");
  m_secrets = m_secrets || (group.empty() && item.kind == "Secret");
  const bool is_config = group.empty() && (item.kind == "ConfigMap" || item.kind == "Secret");
  m_immutable_config = m_immutable_config || (is_config && item.value["immutable"].boolean());
  m_runtime_classes = m_runtime_classes || (item.kind == "RuntimeClass" && group == "node.k8s.io");
  if (item.kind == "PodGroup") {
    const DialectReader* const reader = dialect_of_api_group(group);
    m_groups = m_groups || reader != nullptr;
    const bool is_of_volcano = reader != nullptr && reader->dialect == model::Dialect::Volcano;
    m_is_of_volcano = m_is_of_volcano || is_of_volcano;
    m_holds_pods_back = m_holds_pods_back || is_of_volcano;
  }
  m_volcano_queues = m_volcano_queues || (item.kind == "Queue" && group == "scheduling.volcano.sh");
  m_holds_pods_back = m_holds_pods_back || (item.kind == "Workload" && group == "kueue.x-k8s.io");
}

void SnapshotHead::note_left_out(const document::Item& item) { add_admission_policy(m_heads, item); }

// Records what link() concludes from how the objects arrived (note_sources), because in a snapshot all of them are
// mixed.
void SnapshotHead::omit_what_files_lack() {
  const model::ClusterSnapshot& heads = m_heads.cluster;
  if (!heads.lists_storage) {
    omit({"persistentvolumeclaims", std::string(k_not_in_source), "whether volumes, claims and their classes exist"});
  }
  if (!heads.lists_devices) {
    omit({"resourceclaims", std::string(k_not_in_source), "whether claims for devices, and devices, exist"});
  }
  if (m_is_of_volcano && !m_volcano_queues && !heads.lists_volcano_queues) {
    omit({std::string(k_volcano_queues), std::string(k_not_in_source), "what queues of Volcano let in"});
  }
  if (m_heads.omissions.any_head()) { return; }
  omit({std::string(k_lists_without_objects), std::string(k_not_in_source), "what they hold"});
  if (m_names_runtime_class && !m_runtime_classes) {
    omit({std::string(k_runtime_classes), std::string(k_not_in_source), "whether the runtime classes of pods exist"});
  }
  const bool one_kind_each = m_heads.sources.typed && !m_heads.sources.mixed;
  if (!m_nodes) { omit({"nodes", std::string(k_not_in_source), "whether anything fits"}); }
  if (!m_pods && (one_kind_each || m_server_nodes || !m_holds_pods_back)) {
    omit({"pods", std::string(k_not_in_source), "what waits and what runs"});
  }
  const bool is_of_one_namespace = !m_several_namespaces && !m_namespace.empty() && m_namespace != "kube-system";
  const bool is_of_dump = m_pods && m_heads.sources.pod_lists.are_of_current_namespace();
  if (m_server_nodes && (is_of_one_namespace || is_of_dump)) {
    omit({std::string(k_pods_elsewhere), std::string(k_not_in_source), "what they take"});
  }
  if (m_server_nodes && m_pods && !m_pods_on_nodes) {
    omit({std::string(k_running_pods), std::string(k_not_in_source), "what they take"});
  }
  if (!m_groups && (one_kind_each || m_names_group)) {
    omit({"podgroups", std::string(k_not_in_source), "whether the groups that pods name exist"});
  }
}

// Names the requests that policies see, as far as answers depend on them: those for pods that exist; and those for
// objects of a manifest, unless the policies see new pods, too, so that every answer about a manifest is open.
void SnapshotHead::omit_policies() {
  const auto omit_list = [&](std::string list) {
    omit({std::move(list), std::string(model::k_not_saved), "which pods they refuse or change"});
  };
  const auto omit_if_seen = [&](const ObjectRequest& request) {
    if (const auto name = request_seen(m_heads, request)) { omit_list(util::concat(k_policies_for, *name)); }
  };
  for (const AdmissionPolicy& webhook : m_heads.known_webhooks) {
    if (!webhook.must_answer && webhook.known->assumed.empty()) { continue; }
    omit({name_in_snapshot(*webhook.known, webhook.service_namespace, webhook.service), std::string(model::k_not_saved),
          "whether they answer"});
  }
  for (const ObjectRequest& request : requests_for_existing_pods()) { omit_if_seen(request); }
  for (const ClaimRequest& row : claim_requests()) { omit_if_seen(row.request); }
  if (may_see_pods(m_heads)) { return omit_list(std::string(model::k_admission_policies)); }
  for (const WorkloadKind& row : workload_kinds()) {
    for (const std::string& resource : resources_seen(m_heads, row.api_group, row.kind)) {
      omit_list(util::concat(k_policies_for, resource));
    }
  }
  for (const CompanionKind& row : companion_kinds()) {
    const std::string resource = plural_of(row.kind);
    for (const std::string_view operation : {"CREATE", "UPDATE"}) {
      omit_if_seen({operation, resource, row.api_group, row.scope});
    }
  }
}

void SnapshotHead::settle(const Taken& taken, std::optional<model::Time> now, std::optional<model::Time> newest) {
  m_captured_at = now;
  for (const auto& candidate : {taken.at, m_heads.cluster.captured_at, newest}) {
    if (!m_captured_at) { m_captured_at = candidate; }
  }
  m_server_version = taken.server_version;
  if (m_server_version.empty() && !m_heads.cluster.server_version.empty()) {
    m_server_version = util::concat('v', m_heads.cluster.server_version);
  }
  for (const auto& [list, version] : taken.resource_versions) { m_resource_versions[list] = version; }
  note_omissions(m_heads.omissions, m_heads.cluster);
  for (const model::OmittedList& omitted : m_heads.omissions.in_all()) { omit(omitted); }
  for (const model::OmittedList& omitted : taken.omitted) { omit(omitted); }
  omit_policies();
  for (const auto& [list, any] : {std::pair(k_config_maps, m_config_maps), std::pair(k_secrets, m_secrets),
                                  std::pair(k_immutable_config, m_immutable_config)}) {
    if (any) { omit({std::string(list), std::string(model::k_not_saved), "whether those that containers need exist"}); }
  }
  if (!taken.complete) { omit_what_files_lack(); }
}

std::string SnapshotHead::text(const SaveOptions& options) const {
  Members versions;
  for (const auto& [list, version] : m_resource_versions) { versions.text(list, version); }
  Members metadata;
  if (m_captured_at) { metadata.text("capturedAt", exact_text(*m_captured_at)); }
  if (!m_resource_versions.empty()) { metadata.raw("resourceVersions", versions.object()); }
  metadata.text("serverVersion", m_server_version);
  metadata.text("toolVersion", options.tool_version);
  Members head;
  head.raw("metadata", metadata.object());
  const auto omitted_text = [&](std::string& out, const auto& entry) {
    Members members;
    // A server's message about a list can contain the name of the user.
    const std::string& reason = entry.second.reason;
    if (!options.anonymize || reason == k_not_in_source || reason == model::k_not_saved) {
      members.text("hides", entry.second.hides);
    }
    members.text("list", entry.second.list);
    members.text("reason", entry.second.reason);
    out += members.object();
  };
  auto omitted = m_omitted;
  if (options.anonymize) { // these entries contain names
    std::erase_if(omitted, [](const auto& entry) { return entry.first.starts_with(k_webhooks_of); });
  }
  head.raw("omitted", json_array_of(omitted, omitted_text));
  head.raw("redactions", json_array_of(m_redactions, document::append_json_string));
  return head.members();
}

std::vector<std::string> SnapshotHead::omitted_lists() const {
  std::vector<std::string> lists;
  for (const auto& [list, omitted] : m_omitted) {
    const bool is_of_source = omitted.reason != model::k_not_saved && list != k_lists_without_objects;
    if (is_of_source) { lists.push_back(list); }
  }
  return lists;
}

std::string head_text(const Taken& taken) {
  SnapshotHead head;
  head.settle(taken, std::nullopt, std::nullopt);
  return util::concat(R"({"apiVersion":")", k_snapshot_version, R"(","kind":"Snapshot","items":[],)", head.text({}),
                      '}');
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
#include "snapshot/collected/omissions.hpp"

#include <algorithm>
#include <string_view>

namespace snapshot {

namespace {

bool is_storage(std::string_view list) {
  return list.starts_with("persistentvolume") || list.starts_with("storageclasses") || list.starts_with("csi") ||
         list.starts_with("volumeattachments");
}

bool is_devices(std::string_view list) {
  return list.starts_with("resourceclaims") || list.starts_with("resourceclaimtemplates") ||
         list.starts_with("resourceslices") || list.starts_with("deviceclasses");
}

void note(const model::OmittedList& omitted, model::ClusterSnapshot& cluster) {
  const bool is_of_manifests = omitted.list.starts_with(k_policies_for) || omitted.list.starts_with(k_webhooks_of) ||
                               omitted.list == k_config_maps || omitted.list == k_secrets ||
                               omitted.list == k_immutable_config; // the dry-run asks for them where they count
  if (omitted.reason == k_not_served || is_of_manifests) { return; }
  // Files that could not contain a list cause no warning, so a snapshot of them causes none either.
  if (omitted.reason != k_not_in_source) { cluster.omitted.push_back(omitted); }
  const std::string_view list = omitted.list;
  if (list == "podgroups" || list.starts_with("podgroups.") || list.starts_with("podgangs.")) {
    cluster.lists_pod_groups = false;
  }
  if (list == "nodes") { cluster.lists_nodes = false; }
  if (list == "pods") { cluster.lists_pods = false; }
  if (list == k_pods_elsewhere) { cluster.lists_pods_elsewhere = false; }
  if (list == k_running_pods) { cluster.lists_running_pods = false; }
  if (is_storage(list)) { cluster.lists_storage = false; }
  if (is_devices(list)) { cluster.lists_devices = false; }
  if (list == k_volcano_queues) { cluster.lists_volcano_queues = false; }
  if (list == k_runtime_classes) { cluster.lists_runtime_classes = false; }
}

} // namespace

void Omissions::add_head(const std::vector<model::OmittedList>& omitted, bool is_cut) {
  ++m_heads;
  m_any_cut = m_any_cut || is_cut;
  for (const model::OmittedList& list : omitted) {
    const auto is_same = [&](const Entry& entry) { return entry.omitted.list == list.list; };
    auto entry = std::ranges::find_if(m_entries, is_same);
    if (entry == m_entries.end()) { entry = m_entries.insert(entry, Entry{list}); }
    if (list.reason == k_not_served) { entry->omitted = list; }
    if (entry->last != m_heads) { ++entry->heads; }
    entry->last = m_heads;
  }
}

std::vector<model::OmittedList> Omissions::in_all() const {
  std::vector<model::OmittedList> missing;
  for (const Entry& entry : m_entries) {
    if (entry.heads == m_heads || entry.omitted.reason == model::k_not_saved) { missing.push_back(entry.omitted); }
  }
  return missing;
}

std::optional<std::string_view> Omissions::reason_of(std::string_view list) const {
  for (const std::string_view name : {list, k_lists_without_objects}) {
    const auto lacks = [&](const Entry& entry) { return entry.heads == m_heads && entry.omitted.list == name; };
    const auto entry = std::ranges::find_if(m_entries, lacks);
    if (entry != m_entries.end()) { return entry->omitted.reason; }
  }
  return std::nullopt;
}

bool Omissions::is_given(std::string_view list, bool any) const {
  return any || (any_head() && (!reason_of(list) || is_not_served(list)));
}

bool Omissions::may_lack_lists() const { return !any_head() || reason_of(k_lists_without_objects).has_value(); }

bool Omissions::is_not_served(std::string_view list) const { return reason_of(list) == k_not_served; }

bool Omissions::is_denied(std::string_view list) const {
  const std::optional<std::string_view> reason = reason_of(list);
  return reason && *reason != k_not_served && *reason != k_not_in_source;
}

bool Omissions::is_left_out(std::string_view list) const {
  return std::ranges::any_of(m_entries, [&](const Entry& entry) {
    return entry.omitted.list == list && entry.omitted.reason == model::k_not_saved;
  });
}

void note_omissions(const Omissions& omissions, model::ClusterSnapshot& cluster) {
  if (!omissions.any_head()) { return; }
  cluster.is_whole = !omissions.may_lack_lists();
  cluster.lists_storage = cluster.lists_devices = true;
  cluster.lists_volcano_queues = cluster.lists_runtime_classes = true;
  for (const model::OmittedList& omitted : omissions.in_all()) { note(omitted, cluster); }
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// The lists that are missing according to the heads of one or more snapshots. If one snapshot contains a list, it is
// not missing, whatever the others lack and in any order.
#pragma once

#include "model/cluster/cluster_snapshot.hpp"
#include "model/cluster/omitted_list.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace snapshot {

// The two harmless reasons: no such objects exist; files could not have contained them.
inline constexpr std::string_view k_not_served = "NotServed";
inline constexpr std::string_view k_not_in_source = "NotInSource";

// The lists that files lack if all of their pods are in one namespace, and if none of their pods has a node.
inline constexpr std::string_view k_pods_elsewhere = "pods of other namespaces";
inline constexpr std::string_view k_running_pods = "running pods";

// Stands for each list of which the input holds no object: files may lack it.
inline constexpr std::string_view k_lists_without_objects = "lists without objects";

// The list of webhooks and admission policies that see requests for a resource: to create it
// ("pytorchjobs.kubeflow.org"), or to update it ("updates of persistentvolumeclaims"). Its reason is
// model::k_not_saved.
inline constexpr std::string_view k_policies_for = "webhooks and admission policies for ";
inline constexpr std::string_view k_updates_of = "updates of ";
// A webhook whose rules are known (objects/known_webhooks.hpp).
inline constexpr std::string_view k_webhooks_of = "webhooks of ";

inline constexpr std::string_view k_config_maps = "configmaps";
inline constexpr std::string_view k_secrets = "secrets";
inline constexpr std::string_view k_immutable_config = "immutable configmaps and secrets";
inline constexpr std::string_view k_volcano_queues = "queues.scheduling.volcano.sh";
inline constexpr std::string_view k_runtime_classes = "runtimeclasses.node.k8s.io";

class Omissions {
 public:
  // `is_cut`: objects lack fields that their source had. Those of a live cluster do not.
  void add_head(const std::vector<model::OmittedList>& omitted, bool is_cut);

  // The lists that every head lacks, in order of first mention, and those that no snapshot holds. If one head says that
  // the server does not serve a list, so does the result, because that is an answer.
  std::vector<model::OmittedList> in_all() const;
  bool any_head() const { return m_heads > 0; }
  bool any_cut() const { return m_any_cut; }
  bool may_lack_lists() const; // lists without objects may be missing

  // These concern one list. `any`: the input contains some of its objects.
  bool is_given(std::string_view list, bool any) const; // true: an object that is not in the list does not exist
  bool is_not_served(std::string_view list) const;
  bool is_denied(std::string_view list) const;   // the list exists but is unreadable
  bool is_left_out(std::string_view list) const; // the source of a snapshot had it, and the snapshot does not

 private:
  struct Entry {
    model::OmittedList omitted;
    int heads = 0; // that lack it
    int last = 0;  // number of the last of these heads
  };

  // The reason why every head lacks the list; nullopt if one of them has it, or if there is no head.
  std::optional<std::string_view> reason_of(std::string_view list) const;

  std::vector<Entry> m_entries;
  int m_heads = 0;
  bool m_any_cut = false;
};

// Records in `cluster` which lists are missing.
void note_omissions(const Omissions& omissions, model::ClusterSnapshot& cluster);

} // namespace snapshot

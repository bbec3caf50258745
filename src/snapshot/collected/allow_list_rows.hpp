// SPDX-License-Identifier: Apache-2.0
// The rows of allow_list.hpp that several kinds share, and the tables of kinds, by subject.
#pragma once

#include "snapshot/collected/allow_list.hpp"

#include <span>
#include <string_view>

namespace snapshot::allowed {

using enum Content;

// clang-format off
inline constexpr Allowed k_allowed_name[] = {{"metadata.name", Name}};
inline constexpr Allowed k_namespaced[] = {{"metadata.namespace", Namespace}};

// Times that count for "now", in all kinds except Event.
inline constexpr Allowed k_times[] = {{"metadata.creationTimestamp", Seen}, {"metadata.managedFields[].time", Seen}};

// Fields that some kinds need in addition.
inline constexpr Allowed k_labels[] = {{"metadata.labels{Key}", LabelValue}};
inline constexpr Allowed k_created[] = {{"metadata.creationTimestamp", Time}};
inline constexpr Allowed k_identity[] = {{"metadata.uid", Uid}, {"metadata.deletionTimestamp", Plain}};
inline constexpr Allowed k_owner[] = {
    {"metadata.ownerReferences[].apiVersion", Plain},
    {"metadata.ownerReferences[].kind", Plain},
    {"metadata.ownerReferences[].name", Name},
    {"metadata.ownerReferences[].controller", Plain},
};
inline constexpr Allowed k_leaving[] = {{"metadata.deletionTimestamp", Plain}};
// Of objects that may own pods.
inline constexpr Allowed k_possible_owner[] = {{"", Branch, k_owner}, {"", Branch, k_identity}};
// Decides what kubectl apply takes back.
inline constexpr Allowed k_applied[] = {
    {"metadata.annotations.'kubectl.kubernetes.io/last-applied-configuration'", LastApplied}};
// Shows which pod a claim belongs to.
inline constexpr Allowed k_owner_uid[] = {
    {"metadata.ownerReferences[].uid", Uid},
    {"metadata.ownerReferences[].controller", Plain},
};

inline constexpr Allowed k_requirement[] = {{"key", Key}, {"operator", Operator}, {"values[]", LabelValue}};
inline constexpr Allowed k_label_selector[] = {
    {"matchLabels{Key}", LabelValue},
    {"matchExpressions[]", Branch, k_requirement},
};
inline constexpr Allowed k_node_term[] = {
    {"matchExpressions[]", Branch, k_requirement},
    {"matchFields[]", Branch, k_requirement},
};
inline constexpr Allowed k_node_selector[] = {{"nodeSelectorTerms[]", Branch, k_node_term}};
inline constexpr Allowed k_taint[] = {{"key", Key}, {"value", LabelValue}, {"effect", Plain}};
inline constexpr Allowed k_toleration[] = {
    {"key", Key}, {"operator", Plain}, {"value", LabelValue}, {"effect", Plain}, {"tolerationSeconds", Plain}};

inline constexpr Allowed k_requests[] = {{"requests{Qualified}", Plain}};
inline constexpr Allowed k_resources[] = {{"requests{Qualified}", Plain}, {"limits{Qualified}", Plain}};
inline constexpr Allowed k_condition[] = {
    {"type", Plain},
    {"status", Plain},
    {"reason", Plain},
    {"message", Message},
    {"lastTransitionTime", Time},
};
// clang-format on

struct KindRows {
  std::string_view api_group, kind;
  bool namespaced;
  Allowed::Rows rows;
};

std::span<const KindRows> core_kinds();     // allow_list_core.cpp
Allowed::Rows start_event();                // the same file
std::span<const KindRows> storage_kinds();  // allow_list_storage.cpp
std::span<const KindRows> group_kinds();    // allow_list_groups.cpp
std::span<const KindRows> queue_kinds();    // allow_list_queues.cpp
std::span<const KindRows> workload_kinds(); // allow_list_workloads.cpp

} // namespace snapshot::allowed

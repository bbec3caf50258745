// SPDX-License-Identifier: Apache-2.0
// The fields of the shared structs, listed once. each_field(object, visit) calls visit for every string and number,
// also inside lists, and for the length of each list. Hashing and copying strings are two such visits.
//
// A forgotten field would keep pointing into a document that no longer exists. So a structured binding unpacks each
// struct, and does not compile after a field is added.
#pragma once

#include "model/cluster/node.hpp"
#include "model/cluster/pod.hpp"

#include <optional>
#include <string_view>
#include <type_traits>
#include <vector>

namespace snapshot {

template <typename T, typename Like>
concept Is = std::is_same_v<std::remove_cvref_t<T>, Like>;

template <typename T>
struct IsVector : std::false_type {};
template <typename T>
struct IsVector<std::vector<T>> : std::true_type {};

template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <typename T>
concept Scalar =
    Is<T, std::string_view> || std::is_arithmetic_v<std::remove_cvref_t<T>> || std::is_enum_v<std::remove_cvref_t<T>>;

template <Scalar T, typename Visit>
void each_field(T& value, Visit& visit) {
  visit(value);
}

template <typename T, typename Visit>
requires IsVector<std::remove_cvref_t<T>>::value || IsOptional<std::remove_cvref_t<T>>::value void
each_field(T& many, Visit& visit) {
  if constexpr (IsVector<std::remove_cvref_t<T>>::value) {
    const std::size_t length = many.size();
    visit(length);
    for (auto& element : many) { each_field(element, visit); }
  } else {
    const bool present = many.has_value();
    visit(present);
    if (present) { each_field(*many, visit); }
  }
}

template <typename Visit, typename... Fields>
void each_of(Visit& visit, Fields&... fields) {
  (each_field(fields, visit), ...);
}

void each_field(Is<model::Label> auto& label, auto& visit) {
  auto& [key, value] = label;
  each_of(visit, key, value);
}

void each_field(Is<model::ResourceAmount> auto& row, auto& visit) {
  auto& [resource, amount] = row;
  each_of(visit, resource, amount);
}

void each_field(Is<model::NodeImage> auto& image, auto& visit) {
  auto& [name, bytes] = image;
  each_of(visit, name, bytes);
}

void each_field(Is<model::Owner> auto& owner, auto& visit) {
  auto& [api_version, kind, name, controller, uid] = owner;
  each_of(visit, api_version, kind, name, controller, uid);
}

void each_field(Is<model::Requirement> auto& requirement, auto& visit) {
  auto& [key, op, values] = requirement;
  each_of(visit, key, op, values);
}

void each_field(Is<model::Toleration> auto& toleration, auto& visit) {
  auto& [key, value, exists, effect, is_for_no_time] = toleration;
  each_of(visit, key, value, exists, effect, is_for_no_time);
}

void each_field(Is<model::NodeSelectorTerm> auto& term, auto& visit) {
  auto& [expressions, fields] = term;
  each_of(visit, expressions, fields);
}

void each_field(Is<model::PreferredNodeTerm> auto& preferred, auto& visit) {
  auto& [weight, term] = preferred;
  each_of(visit, weight, term);
}

void each_field(Is<model::PodAffinityTerm> auto& term, auto& visit) {
  auto& [selector, namespaces, namespace_selector, topology_key, weight] = term;
  each_of(visit, selector, namespaces, namespace_selector, topology_key, weight);
}

void each_field(Is<model::TopologySpreadConstraint> auto& spread, auto& visit) {
  auto& [max_skew, topology_key, do_not_schedule, selector, min_domains, honor_affinity, honor_taints, label_keys] =
      spread;
  each_of(visit, max_skew, topology_key, do_not_schedule, selector, min_domains, honor_affinity, honor_taints,
          label_keys);
}

void each_field(Is<model::HostPort> auto& host_port, auto& visit) {
  auto& [ip, protocol, port] = host_port;
  each_of(visit, ip, protocol, port);
}

void each_field(Is<model::Volume> auto& volume, auto& visit) {
  auto& [kind, name, reference, read_only] = volume;
  each_of(visit, kind, name, reference, read_only);
}

void each_field(Is<model::PodSpec> auto& spec, auto& visit) {
  auto& [scheduler_name, priority, never_preempts, requests, scoring_cpu, scoring_memory, own_scoring_cpu,
         own_scoring_memory, best_effort, node_selector, required_node_terms, preferred_node_terms, required_affinity,
         preferred_affinity, required_anti_affinity, preferred_anti_affinity, tolerations, spread, host_ports, volumes,
         resource_claims, images, container_count, scheduling_gates, host_network, required_features, os, runtime_class,
         user_namespace, has_strict_groups, has_sidecar, has_pod_resources] = spec;
  each_of(visit, scheduler_name, priority, never_preempts, requests, scoring_cpu, scoring_memory, own_scoring_cpu,
          own_scoring_memory, best_effort, node_selector, required_node_terms, preferred_node_terms, required_affinity,
          preferred_affinity, required_anti_affinity, preferred_anti_affinity, tolerations, spread, host_ports, volumes,
          resource_claims, images, container_count, scheduling_gates, host_network, required_features, os,
          runtime_class, user_namespace, has_strict_groups, has_sidecar, has_pod_resources);
}

} // namespace snapshot

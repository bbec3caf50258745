// SPDX-License-Identifier: Apache-2.0
#include "engine/verify/roll_call.hpp"

#include "engine/index.hpp"

#include <algorithm>

namespace engine::verification {

namespace {

// Reason why the pod is not one of the members to place. Call only for such pods.
std::string state_of(const Members& members, model::PodIndex index) {
  if (index == model::k_none) {
    return util::concat("no pod of this name is in namespace ", members.group.namespace_name);
  }
  const model::Pod& pod = members.nodes.pod(index);
  if (std::ranges::find(members.group.members, index) == members.group.members.end()) {
    return util::concat("this pod is not a member of ", members.group.name);
  }
  if (pod.finished()) { return "this pod has finished"; }
  if (pod.bound()) { return util::concat("this pod is bound to ", pod.node_name); }
  return "this pod is terminating";
}

} // namespace

Doubt RollCall::name(const std::string& pod, const std::string& field, std::size_t& place) {
  const model::PodIndex index = m_members.rules.cluster.find_pod(m_members.group.namespace_name, pod);
  const auto found = std::ranges::find(m_members.pods, index);
  if (found == m_members.pods.end()) { return Fault{field, pod, state_of(m_members, index)}; }
  place = static_cast<std::size_t>(found - m_members.pods.begin());
  if (m_named[place]) { return Fault{field, pod, "this pod is named before"}; }
  m_named[place] = true;
  return std::nullopt;
}

Doubt RollCall::list(const std::vector<std::string>& names, const std::string& field, ClassCounts& counts) {
  if (names.empty()) { return Fault{field, "nothing", "a list of members is not empty"}; }
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::size_t place = 0;
    if (Doubt doubt = name(names[i], element(field, i), place)) { return doubt; }
    ++counts[m_members.class_of[place]];
  }
  return std::nullopt;
}

Doubt RollCall::complete(const std::string& field) const {
  const auto left_out = std::ranges::find(m_named, false);
  if (left_out == m_named.end()) { return std::nullopt; }
  const auto place = static_cast<std::size_t>(left_out - m_named.begin());
  const auto named = static_cast<std::size_t>(std::ranges::count(m_named, true));
  return Fault{field, util::concat(named, named == 1 ? " member" : " members"),
               util::concat(m_members.nodes.pod(m_members.pods[place]).name, " is left out")};
}

} // namespace engine::verification

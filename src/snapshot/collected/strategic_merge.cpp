// SPDX-License-Identifier: Apache-2.0
#include "snapshot/collected/strategic_merge.hpp"

#include "document/reading/editing.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

namespace snapshot {

namespace {

using document::Output;

// Lists that merge, with the key of their elements.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> k_merge_keys = {{
    {"containers", "name"},
    {"env", "name"},
    {"ephemeralContainers", "name"},
    {"imagePullSecrets", "name"},
    {"initContainers", "name"},
    {"ports", "containerPort"},
    {"resourceClaims", "name"},
    {"schedulingGates", "name"},
    {"topologySpreadConstraints", "topologyKey"},
    {"volumeDevices", "devicePath"},
    {"volumeMounts", "mountPath"},
    {"volumes", "name"},
}};

void merge_list(Output::Array& base, document::Value patch, std::string_view key) {
  for (const document::Value element : patch.elements()) {
    const std::string_view name = element[key].text();
    const auto same = std::ranges::find_if(base, [&](const Output& other) {
      const Output* const value = document::find(other, key);
      return value != nullptr && document::text_of(value) == name && !name.empty();
    });
    if (same == base.end()) {
      base.push_back(document::editable(element));
    } else {
      strategic_merge(*same, element);
    }
  }
}

} // namespace

std::string_view merge_key_of(std::string_view list) {
  const auto row = std::ranges::find(k_merge_keys, list, &std::pair<std::string_view, std::string_view>::first);
  return row == k_merge_keys.end() ? std::string_view() : row->second;
}

void strategic_merge(Output& base, document::Value patch) {
  if (!patch.is_object() || !std::holds_alternative<Output::Object>(base.data())) {
    if (!patch.absent()) { base = document::editable(patch); }
    return;
  }
  for (const auto [key, member] : patch.members()) {
    auto& members = std::get<Output::Object>(base.data());
    const auto old = members.find(key);
    const std::string_view merge_key = merge_key_of(key);
    if (member.absent()) {
      if (old != members.end()) { members.erase(old); }
    } else if (old == members.end()) {
      base[key] = document::editable(member);
    } else if (auto* const list = std::get_if<Output::Array>(&old->second.data());
               list != nullptr && member.is_array() && !merge_key.empty()) {
      merge_list(*list, member, merge_key);
    } else {
      strategic_merge(old->second, member);
    }
  }
}

} // namespace snapshot

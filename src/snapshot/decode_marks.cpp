// SPDX-License-Identifier: Apache-2.0
#include "snapshot/decode_marks.hpp"

#include "snapshot/dialects.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace snapshot {

namespace {

// spec.workloadRef of 1.35, which 1.36 replaced by spec.schedulingGroup.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> k_workload_ref_fields = {{
    {"name", k_workload_ref_name},
    {"podGroup", k_workload_ref_group},
    {"podGroupReplicaKey", k_workload_ref_key},
}};

} // namespace

model::Labels marks_of(document::Value metadata, document::Value spec, const Path& path) {
  model::Labels marks;
  const Path annotations_path = path["metadata"];
  each_member(metadata["annotations"], annotations_path["annotations"],
              [&](std::string_view key, document::Value value, const Path& at) {
                if (is_dialect_annotation(key)) { marks.push_back({key, text_of(value, at)}); }
              });
  const Path spec_path = path["spec"];
  if (const document::Value group = spec["schedulingGroup"]; !group.absent()) {
    const Path at = spec_path["schedulingGroup"];
    const std::string_view name = text_of(object_of(group, at)["podGroupName"], at["podGroupName"]);
    if (!name.empty()) { marks.push_back({k_scheduling_group, name}); }
  }
  if (const document::Value reference = spec["workloadRef"]; !reference.absent()) {
    const Path at = spec_path["workloadRef"];
    for (const auto& [field, key] : k_workload_ref_fields) {
      const std::string_view text = text_of(object_of(reference, at)[field], at[field]);
      if (!text.empty()) { marks.push_back({key, text}); }
    }
  }
  std::ranges::sort(marks, {}, &model::Label::key);
  return marks;
}

} // namespace snapshot

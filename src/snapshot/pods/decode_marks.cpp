// SPDX-License-Identifier: Apache-2.0
#include "snapshot/pods/decode_marks.hpp"

#include "model/cluster/pod.hpp"
#include "snapshot/collected/name_list.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "snapshot/dialects/task_groups.hpp"

#include <algorithm>
#include <array>
#include <string>
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

std::string_view mark_text(Collected& collected, std::string_view key, std::string_view text) {
  const auto as_it_is = [](std::string_view name) { return std::string(name); };
  if (key == "gang.scheduling.koordinator.sh/groups") { return collected.lasting(name_list_text(text, as_it_is)); }
  if (key == "yunikorn.apache.org/task-groups") { return collected.lasting(task_groups_text(text, as_it_is)); }
  return text;
}

model::Labels written_marks_of(document::Value metadata, document::Value spec, const Path& path) {
  model::Labels marks;
  const Path annotations_path = path["metadata"];
  each_member(metadata["annotations"], annotations_path["annotations"],
              [&](std::string_view key, document::Value value, const Path& at) {
                if (is_dialect_annotation(key)) { marks.push_back({key, text_of(value, at)}); }
                if (key == model::k_mirror_annotation) { marks.push_back({model::k_mirror_annotation, {}}); }
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

void settle_marks(Collected& collected, model::Labels& marks) {
  for (model::Label& mark : marks) { mark.value = mark_text(collected, mark.key, mark.value); }
}

model::Labels marks_of(Collected& collected, document::Value metadata, document::Value spec, const Path& path) {
  model::Labels marks = written_marks_of(metadata, spec, path);
  settle_marks(collected, marks);
  return marks;
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
#include "snapshot/objects/decode_sub_groups.hpp"

#include "snapshot/collected/lasting.hpp"
#include "snapshot/pods/decode_selectors.hpp"

namespace snapshot {

namespace {

// Volcano: {task: count}; a count of 0 requires nothing.
void read_min_task_member(document::Value value, const Path& path, Collected& collected, model::PodGroup& group) {
  each_member(value, path, [&](std::string_view task, document::Value member, const Path& at) {
    const std::int32_t count = int32_of(member, at);
    if (count > 0) { group.sub_groups.push_back({collected.lasting(task), {}, count}); }
  });
}

// Volcano: sub-groups by labels, whose members follow from the pods.
void read_policies(document::Value value, const Path& path, Collected& collected, model::PodGroup& group) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    const document::Value policy = object_of(element, at);
    model::LabelledParts labelled;
    if (auto selector = label_selector_of(policy["labelSelector"], at["labelSelector"])) {
      labelled.selector = lasting(collected, std::move(*selector));
    }
    for (const std::string_view label : texts_of(policy["matchLabelKeys"], at["matchLabelKeys"])) {
      labelled.keys.push_back(collected.lasting(label));
    }
    if (!policy["subGroupSize"].absent()) { labelled.size = int32_of(policy["subGroupSize"], at["subGroupSize"]); }
    model::SubGroup& whole = group.sub_groups.emplace_back();
    whole.name = collected.lasting(text_of(policy["name"], at["name"]));
    whole.min_sub_groups = int32_of(policy["minSubGroups"], at["minSubGroups"]);
    whole.labelled = std::move(labelled);
  });
}

// KAI: a tree, in which each sub-group names its parent.
void read_tree(document::Value value, const Path& path, Collected& collected, model::PodGroup& group) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    const document::Value part = object_of(element, at);
    model::SubGroup& added = group.sub_groups.emplace_back();
    added.name = collected.lasting(text_of(part["name"], at["name"]));
    added.parent = collected.lasting(text_of(part["parent"], at["parent"]));
    added.min_member = int32_of(part["minMember"], at["minMember"]);
    if (!part["minSubGroup"].absent()) { added.min_sub_groups = int32_of(part["minSubGroup"], at["minSubGroup"]); }
  });
}

// Grove: a list of sub-groups, each with a quorum.
void read_pod_gang(document::Value value, const Path& path, Collected& collected, model::PodGroup& group) {
  each_element(value, path, [&](document::Value element, const Path& at) {
    const document::Value part = object_of(element, at);
    group.sub_groups.push_back(
        {collected.lasting(text_of(part["name"], at["name"])), {}, int32_of(part["minReplicas"], at["minReplicas"])});
  });
}

} // namespace

void read_sub_groups(std::string_view key, document::Value value, const Path& path, Collected& collected,
                     model::PodGroup& group) {
  using model::Dialect;
  if (group.dialect == Dialect::Volcano && key == "minTaskMember") {
    read_min_task_member(value, path, collected, group);
  } else if (group.dialect == Dialect::Volcano && key == "subGroupPolicy") {
    read_policies(value, path, collected, group);
  } else if (group.dialect == Dialect::Kai && key == "subGroups") {
    read_tree(value, path, collected, group);
  } else if (group.dialect == Dialect::Kai && key == "minSubGroup") {
    group.min_sub_groups = int32_of(value, path);
  } else if (group.dialect == Dialect::Grove && key == "podgroups") {
    read_pod_gang(value, path, collected, group);
  }
}

} // namespace snapshot

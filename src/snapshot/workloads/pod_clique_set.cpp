// SPDX-License-Identifier: Apache-2.0
// Grove's PodCliqueSet, grove.io/v1alpha1: `replicas` copies of a set of cliques, each a role of equal pods. In each
// copy, the cliques outside scaling groups and the first replicas of its scaling groups form the base gang. Further
// replicas of a scaling group are gangs of their own. Their pods keep a scheduling gate until the base gang is
// scheduled. (grove, operator/internal/controller/podcliqueset)
#include "snapshot/expand/workloads.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <vector>

namespace snapshot {

namespace {

struct Clique {
  std::string_view name;
  std::int32_t replicas = 1, min_available = 1;
  document::Output pod_template;
  std::int64_t place = 0; // in the list
};

struct ScalingGroup {
  std::string_view name;
  std::vector<std::string_view> cliques;
  std::int32_t replicas = 1, min_available = 1;
};

// One gang of one copy: its name and its cliques.
struct Gang {
  std::string name;
  std::vector<std::pair<const Clique*, std::string>> cliques; // each with the name of its PodClique
};

Clique clique_of(document::Value value, const Path& path, std::int64_t place, Expander& expander) {
  Clique clique;
  const Path spec_path = path["spec"];
  const document::Value spec = object_of(object_of(value, path)["spec"], spec_path);
  clique.name = text_of(value["name"], path["name"]);
  clique.replicas = expander.replicas(clique.name, pod_count(spec["replicas"], spec_path["replicas"], 1));
  clique.min_available =
      std::min(pod_count(spec["minAvailable"], spec_path["minAvailable"], clique.replicas), clique.replicas);
  if (value["labels"].is_object()) { clique.pod_template["metadata"]["labels"] = document::editable(value["labels"]); }
  if (value["annotations"].is_object()) {
    clique.pod_template["metadata"]["annotations"] = document::editable(value["annotations"]);
  }
  clique.pod_template["spec"] = document::editable(object_of(spec["podSpec"], spec_path["podSpec"]));
  clique.place = place;
  return clique;
}

ScalingGroup scaling_group_of(document::Value value, const Path& path) {
  ScalingGroup group;
  group.name = text_of(object_of(value, path)["name"], path["name"]);
  group.replicas = pod_count(value["replicas"], path["replicas"], 1);
  group.min_available = std::min(pod_count(value["minAvailable"], path["minAvailable"], 1), group.replicas);
  const Path names = path["cliqueNames"];
  each_element(value["cliqueNames"], names,
               [&](document::Value name, const Path& at) { group.cliques.push_back(text_of(name, at)); });
  return group;
}

struct Set {
  std::vector<Clique> cliques;
  std::vector<ScalingGroup> groups;
};

void add_replica(Gang& gang, const Set& set, const ScalingGroup& group, const std::string& copy, std::int32_t index) {
  for (const std::string_view name : group.cliques) {
    const auto clique = std::ranges::find(set.cliques, name, &Clique::name);
    if (clique == set.cliques.end()) { continue; }
    gang.cliques.emplace_back(&*clique, util::concat(copy, '-', group.name, '-', index, '-', name));
  }
}

// The gangs of one copy; the base gang is first.
std::vector<Gang> gangs_of(const Set& set, const std::string& copy) {
  std::vector<Gang> gangs(1);
  gangs.front().name = copy;
  for (const Clique& clique : set.cliques) {
    const bool scales = std::ranges::any_of(set.groups, [&](const ScalingGroup& group) {
      return std::ranges::find(group.cliques, clique.name) != group.cliques.end();
    });
    if (!scales) { gangs.front().cliques.emplace_back(&clique, util::concat(copy, '-', clique.name)); }
  }
  for (const ScalingGroup& group : set.groups) {
    for (std::int32_t index = 0; index < group.replicas; ++index) {
      if (index < group.min_available) {
        add_replica(gangs.front(), set, group, copy, index);
        continue;
      }
      Gang& scaled = gangs.emplace_back();
      scaled.name = util::concat(copy, '-', group.name, '-', index - group.min_available);
      add_replica(scaled, set, group, copy, index);
    }
  }
  return gangs;
}

// Creates the gang's pods and returns their names. For a scaled gang, `after` contains the pods of the base gang.
std::vector<std::string> expand_gang(const Source& source, const Gang& gang, const std::vector<std::string>& after,
                                     const Path& cliques_path, Expander& expander) {
  GroupPlan group{.dialect = model::Dialect::Grove, .name = gang.name};
  for (const auto& [clique, name] : gang.cliques) {
    group.min_member += clique->min_available;
    group.parts.emplace_back(name, clique->min_available);
  }
  expander.add_group(source, group);
  std::vector<std::string> names;
  for (const auto& [clique, name] : gang.cliques) {
    const Path clique_path = cliques_path.at(clique->place);
    const Path spec = clique_path["spec"];
    const Source owner = expander.child(source, source.api_version, "PodClique", name);
    PodTemplate pod_template(expander.readable(clique->pod_template), spec);
    pod_template.set_label("app.kubernetes.io/part-of", source.name);
    pod_template.set_label("grove.io/podclique", name);
    pod_template.join(group);
    RolePlan role = expander.counted_role(owner, clique->name, name, clique->replicas);
    if (!after.empty() && !role.missing.empty()) {
      role.now = static_cast<std::int32_t>(role.existing.size());
      role.after = after;
      role.waits_for = "the base gang to be placed";
    }
    for (const PodPlan& pod : role.missing) { names.push_back(pod.name); }
    expander.add_role(owner, expander.prepare(owner, std::move(pod_template), spec), role);
  }
  return names;
}

} // namespace

void expand_pod_clique_set(const KeptObject& object, Expander& expander) {
  const Source source = expander.source_of(object);
  const Path root;
  const Path path = root["spec"];
  const Path template_path = path["template"];
  const Path cliques_path = template_path["cliques"];
  const Path groups_path = template_path["podCliqueScalingGroups"];
  const document::Value spec = object_of(object.value()["spec"], path);
  const document::Value inner = object_of(spec["template"], template_path);
  Set set;
  each_element(inner["cliques"], cliques_path, [&](document::Value value, const Path& at) {
    set.cliques.push_back(clique_of(value, at, std::ssize(set.cliques), expander));
  });
  each_element(inner["podCliqueScalingGroups"], groups_path,
               [&](document::Value value, const Path& at) { set.groups.push_back(scaling_group_of(value, at)); });
  if (set.cliques.empty()) { throw DecodeError(cliques_path, "is missing or empty"); }
  const std::int32_t copies = expander.replicas(source.name, pod_count(spec["replicas"], path["replicas"], 1));
  for (const Clique& clique : set.cliques) { product(copies, clique.replicas, path); }
  for (const ScalingGroup& group : set.groups) { product(copies, group.replicas, path); }
  for (std::int32_t copy = 0; copy < copies; ++copy) {
    std::vector<std::string> base;
    for (const Gang& gang : gangs_of(set, util::concat(source.name, '-', copy))) {
      std::vector<std::string> names = expand_gang(source, gang, base, cliques_path, expander);
      if (base.empty()) { base = std::move(names); }
    }
  }
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// RoleBasedGroup, workloads.x-k8s.io/v1alpha2 and v1alpha1: roles of `replicas` instances, each a pod, a leader with
// workers, or components. A role waits for the roles that it depends on. With gang scheduling, one group has all pods;
// its quorum counts an instance of components as one pod. (rbgs v0.8, helper.go, GetGroupSize and GetResolvedTemplate;
// pkg/scheduler; pkg/dependency)
#include "snapshot/collected/strategic_merge.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/workloads/made_names.hpp"

#include "util/concat.hpp"
#include "util/integers.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace snapshot {

namespace {

#define RBG "rbg.workloads.x-k8s.io/"

// Equal pods of each instance of a role.
struct Component {
  std::string name; // empty: the only one
  std::int32_t size = 1;
  document::Output pod_template;
};

struct Role {
  std::string_view name;
  std::int32_t replicas = 1;
  std::vector<std::string_view> after; // roles
  bool in_order = false;               // creates an instance when the previous one is ready
  std::string_view workload; // the kind of apps that makes its pods, by itself or below; empty: RoleInstanceSet
  std::vector<Component> components;
  std::int32_t counted = 0; // pods in the group's quorum
};

// The first role that needs itself, directly or by others; empty if there is none. (pkg/dependency, dependencyOrder)
std::string_view role_in_cycle(const std::vector<Role>& roles) {
  std::map<std::string_view, std::int64_t> open; // of each role: how many roles before it are not ordered yet
  std::map<std::string_view, std::vector<std::string_view>> earlier, later;
  for (const Role& role : roles) {
    open.try_emplace(role.name, std::ssize(role.after));
    earlier.try_emplace(role.name, role.after);
    for (const std::string_view other : role.after) { later[other].push_back(role.name); }
  }
  std::vector<std::string_view> next;
  for (const auto& [role, count] : open) {
    if (count == 0) { next.push_back(role); }
  }
  while (!next.empty()) {
    const std::string_view role = next.back();
    next.pop_back();
    for (const std::string_view other : later[role]) {
      if (--open[other] == 0) { next.push_back(other); }
    }
  }
  const auto is_left = [&](std::string_view role) { return open[role] > 0; };
  const auto left = std::ranges::find_if(roles, is_left, &Role::name);
  if (left == roles.end()) { return {}; }
  std::set<std::string_view> seen; // each role that is left needs one that is left
  std::string_view role = left->name;
  while (seen.insert(role).second) { role = *std::ranges::find_if(earlier[role], is_left); }
  return role;
}

class Group {
 public:
  Group(const KeptObject& object, Expander& expander)
      : m_object(object), m_source(expander.source_of(object)), m_expander(expander),
        m_annotations(object.value()["metadata"]["annotations"]) {}

  void expand() {
    const Path root;
    const Path path = root["spec"];
    const Path roles_path = path["roles"];
    m_spec = object_of(m_object.value()["spec"], path);
    each_element(m_spec["roles"], roles_path,
                 [&](document::Value value, const Path& at) { m_roles.push_back(role_of(value, at)); });
    if (m_roles.empty()) { throw DecodeError(roles_path, "is missing or empty"); }
    note_order();
    add_group();
    std::int64_t place = 0;
    for (const Role& role : m_roles) {
      const Path at = roles_path.at(place++);
      expand_role(role, at);
    }
  }

 private:
  // The operator orders the roles by what they need, and makes nothing if there is no order. (SortRoles)
  void note_order() {
    const auto refuse = [&](const std::string& because) {
      m_expander.note(model::Authority::Operator, model::Reply::Refuses,
                      util::concat(text_of(m_source), ": its operator makes nothing, because ", because),
                      text_of(m_source));
    };
    std::set<std::string_view> names;
    for (const Role& role : m_roles) { names.insert(role.name); }
    for (const Role& role : m_roles) {
      for (const std::string_view other : role.after) {
        if (names.contains(other)) { continue; }
        return refuse(util::concat("role ", role.name, " depends on role ", other, ", which it does not have"));
      }
    }
    if (const std::string_view role = role_in_cycle(m_roles); !role.empty()) {
      refuse(util::concat("role ", role, " depends on itself, by its dependencies"));
    }
  }

  // The template of a role or pattern: its own, or a named one with a patch. (GetResolvedTemplate)
  document::Output template_of(document::Value holder, const Path& path) {
    document::Value written = holder["template"];
    const document::Value reference = holder["templateRef"];
    if (!reference.absent()) {
      const std::string_view name = reference["name"].text();
      written = {};
      for (const document::Value each : m_spec["roleTemplates"].elements()) {
        if (each["name"].text() == name) { written = each["template"]; }
      }
      if (written.absent()) {
        throw DecodeError(path, util::concat("there is no role template ", name, " in spec.roleTemplates"));
      }
    }
    if (written.absent()) { throw DecodeError(path, "has no template"); }
    document::Output out = document::editable(written);
    strategic_merge(out, reference["patch"]);
    strategic_merge(out, holder["templatePatch"]); // v1alpha1
    return out;
  }

  // `pattern` has the sizes, `holder` the template. Only in v1alpha1 these are two objects.
  void add_leader_and_workers(Role& role, document::Value pattern, document::Value holder, const Path& path) {
    const std::int32_t size = std::max(pod_count(pattern["size"], path["size"], 1), 1);
    Component& leader = role.components.emplace_back();
    leader = {"leader", 1, template_of(holder, path)};
    Component worker{"worker", size - 1, leader.pod_template};
    for (const std::string_view key : {"leaderTemplatePatch", "patchLeaderTemplate"}) {
      strategic_merge(leader.pod_template, pattern[key]);
    }
    for (const std::string_view key : {"workerTemplatePatch", "patchWorkerTemplate"}) {
      strategic_merge(worker.pod_template, pattern[key]);
    }
    if (size > 1) { role.components.push_back(std::move(worker)); }
    role.counted = product(size, role.replicas, path);
  }

  void add_components(Role& role, document::Value list, const Path& path) {
    each_element(list, path, [&](document::Value value, const Path& at) {
      const std::int32_t size = pod_count(value["size"], at["size"], 1);
      role.components.push_back({std::string(value["name"].text()), size, template_of(value, at)});
    });
  }

  // The kind of apps below the workload of a role. An annotation names the workload, in v1alpha1 a field whose default
  // is StatefulSet; the other default is RoleInstanceSet, which makes the pods itself. (GetWorkloadType, the
  // CustomResourceDefinition)
  std::string_view workload_of(document::Value role) const {
    constexpr std::string_view k_apps = "apps/v1/";
    std::string_view type = role["annotations"][RBG "role-workload-type"].text();
    if (m_source.api_version.ends_with("/v1alpha1")) {
      const std::string_view version = role["workload"]["apiVersion"].text(), kind = role["workload"]["kind"].text();
      type = m_expander.lasting(util::concat(version.empty() ? "apps/v1" : version, '/',
                                             kind.empty() ? std::string_view("StatefulSet") : kind));
    }
    if (type == "leaderworkerset.x-k8s.io/v1/LeaderWorkerSet") { return "StatefulSet"; } // two for each
    return type.starts_with(k_apps) ? type.substr(k_apps.size()) : std::string_view();
  }

  Role role_of(document::Value value, const Path& path) {
    Role role;
    role.name = text_of(object_of(value, path)["name"], path["name"]);
    role.replicas = m_expander.replicas(role.name, pod_count(value["replicas"], path["replicas"], 1));
    role.counted = role.replicas; // also of components
    for (const document::Value name : value["dependencies"].elements()) { role.after.push_back(name.text()); }
    role.in_order = value["podManagementPolicy"].text() == "OrderedReady";
    role.workload = workload_of(value);
    const document::Value custom = value["customComponentsPattern"];
    if (!value["leaderWorkerPattern"].absent()) {
      add_leader_and_workers(role, value["leaderWorkerPattern"], value["leaderWorkerPattern"],
                             path["leaderWorkerPattern"]);
    } else if (!value["leaderWorkerSet"].absent()) {
      add_leader_and_workers(role, value["leaderWorkerSet"], value, path);
    } else if (!custom.absent() || !value["components"].absent()) {
      add_components(role, custom.absent() ? value["components"] : custom["components"], path["components"]);
    } else {
      const document::Value standalone = value["standalonePattern"];
      role.components.push_back({{}, 1, template_of(standalone.absent() ? value : standalone, path)});
    }
    for (const document::Value runtime : value["engineRuntimes"].elements()) {
      const std::string profile = util::concat("ClusterEngineRuntimeProfile ", runtime["profileName"].text());
      m_expander.note(model::Authority::Operator, model::Reply::NotAsked,
                      util::concat(profile, " adds containers, and it is not in the input"), profile);
    }
    return role;
  }

  bool wants_gang() const {
    return m_annotations[RBG "group-gang-scheduling"].text() == "true" || !m_spec["podGroupPolicy"].absent();
  }

  bool is_for_volcano() const {
    const document::Value policy = m_spec["podGroupPolicy"]; // v1alpha1
    if (!policy.absent()) { return !policy["volcanoScheduling"].absent(); }
    const std::string_view option = m_expander.option("rbg.scheduler-name");
    if (option != "auto") { return option == "volcano"; }
    return std::ranges::any_of(m_roles, [](const Role& role) {
      return std::ranges::any_of(role.components, [](const Component& component) {
        const document::Output* const spec = document::find(component.pod_template, "spec");
        return spec != nullptr && document::text_of(document::find(*spec, "schedulerName")) == "volcano";
      });
    });
  }

  void add_group() {
    if (!wants_gang()) { return; }
    const document::Value policy = m_spec["podGroupPolicy"];
    GroupPlan group;
    group.name = m_source.name;
    for (const Role& role : m_roles) { group.min_member += role.counted; }
    if (is_for_volcano()) {
      const document::Value volcano = policy["volcanoScheduling"];
      group.dialect = model::Dialect::Volcano;
      group.queue = volcano["queue"].text();
      group.priority_class = volcano["priorityClassName"].text();
      if (policy.absent()) {
        group.queue = m_annotations[RBG "group-gang-scheduling-volcano-queue"].text();
        group.priority_class = m_annotations[RBG "group-gang-scheduling-volcano-priority"].text();
      }
    } else {
      constexpr std::int32_t k_default_timeout = 60;
      const auto given = util::parse_int64(policy.absent() ? m_annotations[RBG "group-gang-scheduling-timeout"].text()
                                                           : policy["kubeScheduling"]["scheduleTimeoutSeconds"].text());
      group.schedule_timeout_seconds = given ? static_cast<std::int32_t>(*given) : k_default_timeout;
    }
    group.condition = util::concat("the RoleBasedGroup controller runs with --scheduler-name=",
                                   is_for_volcano() ? "volcano" : "scheduler-plugins");
    m_group = group;
    m_expander.add_group(m_source, group);
  }

  void expand_role(const Role& role, const Path& path) {
    const std::string name = util::concat(m_source.name, '-', role.name);
    const Source set = m_expander.child(m_source, "workloads.x-k8s.io/v1alpha2", "RoleInstanceSet", name);
    std::vector<std::string> after;
    std::string waits_for;
    for (const std::string_view other : role.after) {
      after.insert(after.end(), m_made[other].begin(), m_made[other].end());
      waits_for += util::concat(waits_for.empty() ? "role " : " and ", other, " to be ready");
    }
    for (const Component& component : role.components) {
      const document::Value written = m_expander.readable(component.pod_template);
      if (!role.workload.empty()) {
        note_made_template(written, path["template"], m_expander.child(m_source, "apps/v1", role.workload, name),
                           m_expander);
      }
      PodTemplate pod_template(written, path);
      pod_template.set_label(RBG "group-name", m_source.name);
      pod_template.set_label(RBG "role-name", role.name);
      if (!component.name.empty()) { pod_template.set_label(RBG "component-name", component.name); }
      if (m_group) { pod_template.join(*m_group); }
      const std::string_view topology = m_annotations[RBG "group-exclusive-topology"].text();
      if (!topology.empty() && pod_template.annotation(RBG "role-disable-exclusive").empty()) {
        pod_template.set_label(RBG "group-unique-hash", m_source.name);
        pod_template.make_exclusive(RBG "group-unique-hash", m_source.name, topology, PodTemplate::Namespaces::Own);
      }
      const std::string role_name =
          component.name.empty() ? std::string(role.name) : util::concat(role.name, '-', component.name);
      RolePlan plan = m_expander.named_role(set, role_name, pods_of(role, component, name));
      if (role.workload == "StatefulSet" && !plan.missing.empty()) {
        const Source made = m_expander.child(m_source, "apps/v1", "StatefulSet", name);
        note_names_of_stateful_set(made, role.replicas - 1, !plan.existing.empty(), m_expander);
      }
      if (!waits_for.empty() && !plan.missing.empty()) {
        plan.now = static_cast<std::int32_t>(plan.existing.size());
        plan.after = after;
        plan.waits_for = waits_for;
      } else if (role.in_order && role.replicas > 1) {
        plan.now = std::min(plan.now, component.size);
        plan.waits_for = "the instance before it to be ready";
      }
      for (const PodPlan& pod : plan.missing) { m_made[role.name].push_back(pod.name); }
      const Prepared prepared = m_expander.prepare(set, std::move(pod_template), path);
      m_expander.add_role(set, prepared, plan);
    }
  }

  // NAME-role-<instance>, with components NAME-role-<instance>-component-<index>.
  static std::vector<PodPlan> pods_of(const Role& role, const Component& component, const std::string& name) {
    const auto pod_name = [&](std::int32_t instance, std::int32_t index) {
      return component.name.empty() ? util::concat(name, '-', instance)
                                    : util::concat(name, '-', instance, '-', component.name, '-', index);
    };
    std::vector<PodPlan> pods;
    for (std::int32_t instance = 0; instance < role.replicas; ++instance) {
      for (std::int32_t index = 0; index < component.size; ++index) {
        pods.push_back({.name = pod_name(instance, index),
                        .waits_for = role.in_order && instance > 0 ? pod_name(instance - 1, 0) : std::string()});
      }
    }
    return pods;
  }

  const KeptObject& m_object;
  Source m_source;
  Expander& m_expander;
  document::Value m_annotations, m_spec;
  std::vector<Role> m_roles;
  std::optional<GroupPlan> m_group;
  std::map<std::string_view, std::vector<std::string>> m_made; // pods by role
};

} // namespace

void expand_role_based_group(const KeptObject& object, Expander& expander) { Group(object, expander).expand(); }

} // namespace snapshot

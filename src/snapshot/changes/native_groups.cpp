// SPDX-License-Identifier: Apache-2.0
// Admission of PodGroups of scheduling.k8s.io. (1.36, plugin/pkg/admission/podgroup, PodGroupWorkloadExists, on by
// default: only creation is judged; plugin/pkg/admission/priority, admitPodGroup)
#include "snapshot/changes/native_groups.hpp"

#include "snapshot/collected/api_group.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace snapshot {

namespace {

constexpr std::string_view k_native_workload_list = "workloads.scheduling.k8s.io";

bool is_of_kubernetes(const KeptObject& object, std::string_view kind) {
  return object.kind == kind && api_group_of(object.api_version) == "scheduling.k8s.io";
}

// The template from which a PodGroup was made.
struct TemplateReference {
  std::string_view workload, name;
  bool is_newer = false; // of 1.37
};

TemplateReference template_reference_of(document::Value spec) {
  const document::Value newer = spec["workloadRef"];
  if (!newer.absent()) { return {newer["workloadName"].text(), newer["templateName"].text(), true}; }
  const document::Value older = spec["podGroupTemplateRef"]["workload"];
  return {older["workloadName"].text(), older["podGroupTemplateName"].text(), false};
}

bool has_template_named(document::Value spec, std::string_view name) {
  for (const document::Value element : spec["podGroupTemplates"].elements()) {
    if (element["name"].text() == name) { return true; }
  }
  return false;
}

class NativeGroups {
 public:
  NativeGroups(const Manifest& manifest, Collected& collected) : m_manifest(manifest), m_collected(collected) {}

  void note() {
    for (std::size_t at = 0; at < m_manifest.objects.size(); ++at) {
      const KeptObject& object = m_manifest.objects[at];
      if (!is_of_kubernetes(object, "PodGroup") || is_update(object)) { continue; }
      m_text = util::concat("PodGroup ", space_of(object), '/', object.value()["metadata"]["name"].text());
      const TemplateReference wanted = template_reference_of(object.value()["spec"]);
      if (!wanted.workload.empty()) { note_workload(object, at, wanted); }
      note_class(object);
    }
  }

 private:
  std::string_view space_of(const KeptObject& object) const {
    return namespace_of(object.value(), m_manifest.options.default_namespace);
  }

  bool is_update(const KeptObject& object) const {
    const std::string_view space = space_of(object), name = object.value()["metadata"]["name"].text();
    return std::ranges::any_of(m_collected.cluster.groups, [&](const model::PodGroup& group) {
      return group.dialect == model::Dialect::Native && group.namespace_name == space && group.name == name;
    });
  }

  void add(model::Reply reply, std::string because, std::string deciding) {
    m_collected.cluster.asked.push_back(
        {model::Authority::Admission, reply, std::move(because), std::move(deciding), m_text});
  }

  void refuse(const std::string& why, const std::string& deciding) {
    add(model::Reply::Refuses, util::concat("the API server refuses ", m_text, ": ", why), deciding);
  }

  // Place in the manifest of a Workload of this name.
  std::optional<std::size_t> place_of(std::string_view space, std::string_view name) const {
    for (std::size_t at = 0; at < m_manifest.objects.size(); ++at) {
      const KeptObject& object = m_manifest.objects[at];
      if (!is_of_kubernetes(object, "Workload") || object.value()["metadata"]["name"].text() != name) { continue; }
      if (space_of(object) == space) { return at; }
    }
    return std::nullopt;
  }

  const NativeWorkload* existing(std::string_view space, std::string_view name) const {
    const auto found = std::ranges::find_if(m_collected.native_workloads, [&](const NativeWorkload& workload) {
      return workload.namespace_name == space && workload.name == name;
    });
    return found == m_collected.native_workloads.end() ? nullptr : &*found;
  }

  void note_workload(const KeptObject& object, std::size_t at, const TemplateReference& wanted) {
    const std::string_view space = space_of(object);
    const std::optional<std::size_t> declared = place_of(space, wanted.workload);
    const NativeWorkload* const old = existing(space, wanted.workload);
    const std::string deciding = util::concat("Workload ", space, '/', wanted.workload);
    if (!declared && old == nullptr) { return note_absent(wanted, deciding); }
    if (old != nullptr && old->terminating) {
      return refuse(util::concat("Workload \"", wanted.workload, "\" is being deleted"), deciding);
    }
    if (old == nullptr && *declared > at) {
      return add(model::Reply::Refuses,
                 util::concat(m_text, " names ", deciding, ", which comes later in the manifest; kubectl applies in ",
                              "order"),
                 deciding);
    }
    if (declared) {
      const document::Value spec = m_manifest.objects[*declared].value()["spec"];
      if (has_template_named(spec, wanted.name)) { return; }
      return note_no_template(wanted, spec["compositePodGroupTemplates"].size() > 0, deciding);
    }
    if (std::ranges::find(old->templates, wanted.name) != old->templates.end()) { return; }
    note_no_template(wanted, old->has_composites || old->templates.empty(), deciding);
  }

  void note_absent(const TemplateReference& wanted, const std::string& deciding) {
    const bool any = !m_collected.native_workloads.empty();
    if (m_collected.omissions.is_given(k_native_workload_list, any)) {
      return refuse(util::concat("Workload \"", wanted.workload, "\" not found"), deciding);
    }
    add(model::Reply::NotAsked, util::concat("Workload ", wanted.workload, " of ", m_text, " is not in the input"),
        deciding);
  }

  // `may_be_there`: among templates that we do not read. Sources of 1.37 are not known, so its refusal is not certain.
  void note_no_template(const TemplateReference& wanted, bool may_be_there, const std::string& deciding) {
    if (!may_be_there && !wanted.is_newer) {
      return refuse(
          util::concat("PodGroupTemplate \"", wanted.name, "\" not found in Workload \"", wanted.workload, '"'),
          deciding);
    }
    add(model::Reply::NotAsked,
        util::concat("the input does not show the template ", wanted.name, " of ", m_text, " in ", deciding), deciding);
  }

  // In 1.36 the gate WorkloadAwarePreemption, off by default, decides whether the field exists. (podgroup strategy,
  // dropDisabledPriorityClassNameField) The ledger asks the class of newer groups: ask_native_priority().
  void note_class(const KeptObject& object) {
    const std::string_view name = object.value()["spec"]["priorityClassName"].text();
    if (name.empty() || object.api_version != "scheduling.k8s.io/v1alpha2") { return; }
    const auto& classes = m_collected.cluster.priority_classes;
    const auto declares_it = [&](const KeptObject& other) {
      return is_of_kubernetes(other, "PriorityClass") && other.value()["metadata"]["name"].text() == name;
    };
    const bool is_there = name.starts_with("system-") ||
                          std::ranges::find(classes, name, &model::PriorityClass::name) != classes.end() ||
                          std::ranges::any_of(m_manifest.objects, declares_it);
    if (is_there) { return; }
    add(model::Reply::Assumed,
        util::concat("feature gate WorkloadAwarePreemption is off, so the API server drops priorityClassName ", name,
                     " of ", m_text, " and does not ask whether it exists"),
        util::concat("PriorityClass ", name));
  }

  const Manifest& m_manifest;
  Collected& m_collected;
  std::string m_text; // "PodGroup ml/g": the group that is judged
};

} // namespace

void note_native_groups(const Manifest& manifest, Collected& collected) { NativeGroups(manifest, collected).note(); }

} // namespace snapshot

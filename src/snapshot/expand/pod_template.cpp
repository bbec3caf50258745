// SPDX-License-Identifier: Apache-2.0
// A pod template with the changes that a controller makes.
#include "snapshot/expand/pod_template.hpp"

#include "snapshot/dialects/dialects.hpp"

#include <utility>
#include <variant>

namespace snapshot {

namespace {

std::string_view text_at(const document::Output& object, std::string_view section, std::string_view map,
                         std::string_view key) {
  const document::Output* at = document::find(object, section);
  if (at != nullptr) { at = document::find(*at, map); }
  return at == nullptr ? std::string_view() : document::text_of(document::find(*at, key));
}

} // namespace

PodTemplate::PodTemplate(document::Value value, const Path& path) {
  const Path spec = path["spec"];
  const Path metadata_path = path["metadata"];
  const document::Value metadata = object_of(object_of(value, path)["metadata"], metadata_path);
  object_of(metadata["labels"], metadata_path["labels"]);
  object_of(metadata["annotations"], metadata_path["annotations"]);
  if (!object_of(value["spec"], spec).exists() || value["spec"].absent()) { throw DecodeError(spec, "is missing"); }
  array_of(value["spec"]["containers"], spec["containers"]);
  array_of(value["spec"]["initContainers"], spec["initContainers"]);
  if (!metadata.absent()) { m_template["metadata"] = document::editable(metadata); }
  m_template["spec"] = document::editable(value["spec"]);
}

void PodTemplate::set_label(std::string_view key, std::string_view value) {
  m_template["metadata"]["labels"][key] = value;
}

void PodTemplate::set_annotation(std::string_view key, std::string_view value) {
  m_template["metadata"]["annotations"][key] = value;
}

std::string_view PodTemplate::annotation(std::string_view key) const {
  return text_at(m_template, "metadata", "annotations", key);
}

std::string_view PodTemplate::scheduler_name() const {
  return document::text_of(document::find(*document::find(m_template, "spec"), "schedulerName"));
}

void PodTemplate::set_scheduler_name(std::string_view name) { spec()["schedulerName"] = name; }

void PodTemplate::join(const GroupPlan& group) {
  m_joined = true;
  if (group.dialect == model::Dialect::Native) {
    spec()["schedulingGroup"]["podGroupName"] = group.name;
    return;
  }
  const DialectReader& reader = dialect(group.dialect);
  if (!reader.label.empty()) { return set_label(reader.label, group.name); }
  set_annotation(reader.annotation, group.name);
}

void PodTemplate::make_exclusive(std::string_view label, std::string_view value, std::string_view topology,
                                 Namespaces namespaces) {
  const auto add = [&](std::string_view kind, document::Output::Array expressions) {
    document::Output term;
    term["labelSelector"]["matchExpressions"] = document::Output(std::move(expressions));
    term["topologyKey"] = topology;
    if (namespaces == Namespaces::All) { term["namespaceSelector"] = document::Output(); }
    document::Output& list = spec()["affinity"][kind]["requiredDuringSchedulingIgnoredDuringExecution"];
    if (!std::holds_alternative<document::Output::Array>(list.data())) { list = document::Output::array(); }
    list.push(std::move(term));
  };
  const auto expression = [&](std::string_view op, bool has_value) {
    document::Output out;
    out["key"] = label;
    out["operator"] = op;
    if (has_value) { out["values"] = document::Output(document::Output::Array{value}); }
    return out;
  };
  add("podAffinity", {expression("In", true)});
  add("podAntiAffinity", {expression("Exists", false), expression("NotIn", true)});
}

document::Output& PodTemplate::containers() {
  if (document::find(spec(), "containers") == nullptr) { spec()["containers"] = document::Output::array(); }
  return spec()["containers"];
}

void PodTemplate::inject(std::string_view list, std::string_view name, const Amounts& requests, const Amounts& limits) {
  document::Output container;
  container["name"] = name;
  if (!requests.empty()) { container["resources"]["requests"] = object_of(requests); }
  if (!limits.empty()) { container["resources"]["limits"] = object_of(limits); }
  if (document::find(spec(), list) == nullptr) { spec()[list] = document::Output::array(); }
  spec()[list].push(std::move(container));
}

document::Output object_of(const PodTemplate::Amounts& amounts) {
  document::Output object;
  for (const auto& [resource, quantity] : amounts) { object[resource] = quantity; }
  return object;
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
#include "snapshot/admission/validate_pod.hpp"

#include "model/values/name_errors.hpp"
#include "model/values/names.hpp"
#include "model/values/resources.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace snapshot {

namespace {

using Errors = std::vector<std::string>;

std::string required(const Path& path, std::string_view detail = {}) {
  return util::concat(path.text(), ": Required value", detail.empty() ? "" : ": ", detail);
}

std::string invalid(const Path& path, std::string_view value, std::string_view detail) {
  return util::concat(path.text(), ": Invalid value: \"", value, "\": ", detail);
}

std::string duplicate(const Path& path, std::string_view value) {
  return util::concat(path.text(), ": Duplicate value: \"", value, '"');
}

bool is_native(std::string_view resource) { // helper.IsNativeResource
  return resource.find('/') == std::string_view::npos || resource.find("kubernetes.io/") != std::string_view::npos;
}

bool is_hugepages(std::string_view resource) { return resource.starts_with("hugepages-"); }

bool may_be_overcommitted(std::string_view resource) { // helper.IsOvercommitAllowed
  return is_native(resource) && !is_hugepages(resource);
}

bool is_standard(std::string_view resource) { // helper.IsStandardContainerResourceName
  return resource == "cpu" || resource == "memory" || resource == "ephemeral-storage" || is_hugepages(resource);
}

// (validateContainerResourceName, ValidateResourceQuantityValue)
void check_amount(std::string_view resource, const model::Quantity& amount, const Path& path, Errors& errors) {
  if (resource.find('/') == std::string_view::npos) {
    if (!is_standard(resource)) {
      errors.push_back(invalid(path, resource, "must be a standard resource for containers"));
    }
  } else if (model::is_extended_resource_name(resource) && amount.milli_value() % 1000 != 0) {
    errors.push_back(invalid(path, amount.text(), "must be an integer"));
  }
}

// (ValidateContainerResourceRequirements)
void check_resources(document::Value resources, const Path& path, Errors& errors) {
  const document::Value limits = resources["limits"];
  each_member(limits, path["limits"], [&](std::string_view resource, document::Value value, const Path& here) {
    check_amount(resource, quantity_of(value, here), here, errors);
  });
  const Path requests = path["requests"];
  bool needs_limit = false;
  each_member(resources["requests"], requests, [&](std::string_view resource, document::Value value, const Path& here) {
    const model::Quantity amount = quantity_of(value, here);
    check_amount(resource, amount, here, errors);
    const document::Value bound = limits[resource];
    if (bound.absent()) {
      needs_limit = needs_limit || !may_be_overcommitted(resource);
      return;
    }
    const model::Quantity limit = quantity_of(bound, path["limits"][resource]);
    if (amount != limit && !may_be_overcommitted(resource)) {
      errors.push_back(
          invalid(requests, amount.text(), util::concat("must be equal to ", resource, " limit of ", limit.text())));
    } else if (amount > limit) {
      errors.push_back(invalid(requests, amount.text(),
                               util::concat("must be less than or equal to ", resource, " limit of ", limit.text())));
    }
  });
  if (needs_limit) { errors.push_back(required(path["limits"], "Limit must be set for non overcommitable resources")); }
}

void check_container(document::Value container, const Path& path, TemplateOf of, std::set<std::string_view>& names,
                     const std::set<std::string_view>& volumes, Errors& errors) {
  check_resources(container["resources"], path["resources"], errors);
  if (of == TemplateOf::Operator) { return; }
  const std::string_view name = container["name"].text();
  if (name.empty()) {
    errors.push_back(required(path["name"]));
  } else if (!names.insert(name).second) {
    errors.push_back(duplicate(path["name"], name));
  }
  if (container["image"].text().empty()) { errors.push_back(required(path["image"])); }
  if (of == TemplateOf::ApiWithClaims) { return; }
  each_element(container["volumeMounts"], path["volumeMounts"], [&](document::Value mount, const Path& here) {
    const std::string_view volume = mount["name"].text();
    if (!volume.empty() && !volumes.contains(volume)) {
      errors.push_back(util::concat(here["name"].text(), ": Not found: \"", volume, '"'));
    }
  });
}

// (ValidateTolerations)
void check_tolerations(document::Value tolerations, const Path& path, Errors& errors) {
  each_element(tolerations, path, [&](document::Value toleration, const Path& here) {
    const std::string_view op = toleration["operator"].text(), value = toleration["value"].text();
    if (toleration["key"].text().empty() && op != "Exists") {
      errors.push_back(
          invalid(here["operator"], op,
                  "operator must be Exists when `key` is empty, which means \"match all values and all keys\""));
    }
    if (op == "Exists" && !value.empty()) {
      errors.push_back(invalid(here["operator"], value, "value must be empty when `operator` is 'Exists'"));
    }
  });
}

void check_labels(document::Value labels, const Path& path, Errors& errors) {
  each_member(labels, path, [&](std::string_view, document::Value value, const Path&) {
    if (!value.is_string()) { return; }
    if (const std::string error = model::label_value_error(value.text()); !error.empty()) {
      errors.push_back(invalid(path, value.text(), error));
    }
  });
}

} // namespace

std::vector<std::string> invalid_fields_of_pod(document::Value pod, const Path& path, TemplateOf of) {
  Errors errors;
  const Path path_of_metadata = path["metadata"], path_of_spec = path["spec"];
  const document::Value spec = pod["spec"];
  check_labels(pod["metadata"]["labels"], path_of_metadata["labels"], errors);
  check_tolerations(spec["tolerations"], path_of_spec["tolerations"], errors);
  std::set<std::string_view> volumes, names;
  for (const document::Value volume : spec["volumes"].elements()) { volumes.insert(volume["name"].text()); }
  for (const char* list : {"initContainers", "containers"}) {
    each_element(spec[list], path_of_spec[list], [&](document::Value container, const Path& here) {
      check_container(container, here, of, names, volumes, errors);
    });
  }
  const auto containers = spec["containers"].elements();
  if (of != TemplateOf::Operator && !(containers.begin() != containers.end())) {
    errors.push_back(required(path_of_spec["containers"]));
  }
  return errors;
}

std::vector<std::string> invalid_fields_of_job(document::Value spec, const Path& path) {
  Errors errors;
  const bool is_indexed = spec["completionMode"].text() == "Indexed";
  const auto is_set = [&](std::string_view field) { return !spec[field].absent(); };
  if (is_indexed && !is_set("completions")) {
    errors.push_back(required(path["completions"], "when completion mode is Indexed"));
  }
  if (!is_indexed && is_set("backoffLimitPerIndex")) {
    errors.push_back(util::concat(path["backoffLimitPerIndex"].text(), ": Invalid value: ",
                                  int64_of(spec["backoffLimitPerIndex"], path["backoffLimitPerIndex"]),
                                  ": requires indexed completion mode"));
  }
  const Path of_template = path["template"], of_pod = of_template["spec"], of_policy = of_pod["restartPolicy"];
  const std::string_view policy = spec["template"]["spec"]["restartPolicy"].text();
  if (policy.empty() || policy == "Always") {
    errors.push_back(required(of_policy, "valid values: \"OnFailure\", \"Never\""));
  } else if (policy != "OnFailure" && policy != "Never") {
    errors.push_back(util::concat(of_policy.text(), ": Unsupported value: \"", policy,
                                  "\": supported values: \"Never\", \"OnFailure\""));
  }
  return errors;
}

} // namespace snapshot

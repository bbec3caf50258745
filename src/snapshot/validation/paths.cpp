// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/paths.hpp"

#include "snapshot/validation/formats.hpp"
#include "util/ascii.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace snapshot {

namespace {

// Fields that have a name, although no variable or volume may show all of them. (ConvertDownwardAPIFieldLabel)
constexpr std::array<std::string_view, 15> k_named_fields = {
    "metadata.annotations", "metadata.labels", "metadata.name",           "metadata.namespace", "metadata.uid",
    "spec.nodeName",        "spec.host",       "spec.restartPolicy",      "spec.schedulerName", "status.phase",
    "status.hostIP",        "status.hostIPs",  "spec.serviceAccountName", "status.podIP",       "status.podIPs"};

constexpr std::string_view k_resources =
    "limits.cpu limits.ephemeral-storage limits.memory requests.cpu requests.ephemeral-storage requests.memory";

bool is_one_of_words(std::string_view words, std::string_view word) {
  return util::concat(' ', words, ' ').find(util::concat(' ', word, ' ')) != std::string::npos;
}

void check_divisor(const Place& reference, std::string_view resource) {
  const Path path = reference.path["divisor"];
  const model::Quantity divisor = quantity_of(reference.value["divisor"], path);
  if (divisor.is_zero()) { return; }
  const std::string text = divisor.text();
  const bool is_cpu = resource.ends_with(".cpu");
  constexpr std::string_view k_units = "1 1k 1M 1G 1T 1P 1E 1Ki 1Mi 1Gi 1Ti 1Pi 1Ei";
  if (is_one_of_words(is_cpu ? std::string_view("1m 1") : k_units, text)) { return; }
  const std::string_view of = resource.ends_with(".memory")             ? "memory"
                              : resource.ends_with("ephemeral-storage") ? "local ephemeral storage"
                                                                        : "hugepages";
  reference.errors.invalid(
      path, resource,
      is_cpu ? std::string("only divisor's values 1m and 1 are supported with the cpu resource")
             : util::concat("only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei are "
                            "supported with the ",
                            of, " resource"));
}

} // namespace

bool has_backstep(std::string_view path) { return util::concat('/', path, '/').find("/../") != std::string::npos; }

void check_descending_path(std::string_view path, const Path& field, Errors& errors) {
  if (path.starts_with('/')) { errors.invalid(field, path, "must be a relative path"); }
  if (has_backstep(path)) { errors.invalid(field, path, "must not contain '..'"); }
}

void check_local_path(std::string_view path, const Path& field, Errors& errors) {
  check_descending_path(path, field, errors);
  if (path.starts_with("..") && !path.starts_with("../") && !has_backstep(path)) {
    errors.invalid(field, path, "must not start with '..'");
  }
}

void check_field_reference(const Place& reference, std::string_view known) {
  const Path path = reference.path["fieldPath"];
  const std::string_view field = text_at(reference.value, "fieldPath");
  const std::string_view version = text_at(reference.value, "apiVersion");
  if (field.empty()) { return reference.errors.required(path); }
  const auto refuse = [&](std::string_view detail) {
    reference.errors.invalid(path, field, util::concat("error converting fieldPath: ", detail));
  };
  if (!version.empty() && version != "v1") { return refuse(util::concat("unsupported pod version: ", version)); }
  const std::size_t bracket = field.find("['");
  if (field.ends_with("']") && bracket != std::string_view::npos && bracket > 0) {
    const std::string_view name = field.substr(0, bracket);
    const std::string_view key = field.substr(bracket + 2, field.size() - bracket - 4);
    if (name != "metadata.annotations" && name != "metadata.labels") {
      return refuse(util::concat("field label does not support subscript: ", field));
    }
    const std::string shown = name == "metadata.annotations" ? util::lowercase(key) : std::string(key);
    return reference.errors.invalid(reference.path, shown, label_key_complaints(shown));
  }
  if (std::ranges::find(k_named_fields, field) == k_named_fields.end()) {
    return refuse(util::concat("field label not supported: ", field));
  }
  const std::string_view meant = field == "spec.host" ? "spec.nodeName" : field;
  if (!is_one_of_words(known, meant)) { reference.errors.not_supported(path, meant, known); }
}

void check_resource_reference(const Place& reference, bool in_volume) {
  const Path container = reference.path["containerName"], path = reference.path["resource"];
  const std::string_view resource = text_at(reference.value, "resource");
  const bool is_hugepages = resource.starts_with("limits.hugepages-") || resource.starts_with("requests.hugepages-");
  if (in_volume && !is_set(reference.value, "containerName")) {
    reference.errors.required(container);
  } else if (resource.empty()) {
    reference.errors.required(path);
  } else if (!is_hugepages && !is_one_of_words(k_resources, resource)) {
    reference.errors.not_supported(path, resource, k_resources);
  }
  if (is_hugepages || is_one_of_words(k_resources, resource)) { check_divisor(reference, resource); }
}

} // namespace snapshot

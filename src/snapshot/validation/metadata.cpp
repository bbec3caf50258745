// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/metadata.hpp"

#include "util/ascii.hpp"
#include "util/concat.hpp"

namespace snapshot {

namespace {

void check_owners(document::Value owners, const Path& path, Errors& errors) {
  std::string controller;
  for (const document::Value owner : owners.elements()) {
    for (const char* field : {"apiVersion", "kind", "name", "uid"}) {
      if (is_set(owner, field)) { continue; }
      errors.invalid(path[field], "",
                     std::string_view(field) == "apiVersion" ? "version must not be empty" : "must not be empty");
    }
    if (!is_true(owner, "controller")) { continue; }
    const std::string name = util::concat(text_at(owner, "kind"), '/', text_at(owner, "name"));
    if (!controller.empty()) {
      errors.invalid(
          path, owners,
          util::concat("Only one reference can have Controller set to true. Found \"true\" in references for ",
                       controller, " and ", name));
    }
    controller = name;
  }
}

void check_finalizers(document::Value finalizers, const Path& path, Errors& errors) {
  each_element(finalizers, path, [&](document::Value finalizer, const Path& here) {
    const std::string_view name = finalizer.text();
    errors.invalid(path, name, label_key_complaints(name));
    const bool is_standard = name == "kubernetes" || name == "orphan" || name == "foregroundDeletion";
    if (name.find('/') == std::string_view::npos && !is_standard) {
      errors.invalid(here, name, "name is neither a standard finalizer name nor is it fully qualified");
    }
  });
}

} // namespace

std::string made_name(document::Value metadata) {
  const std::string_view name = text_at(metadata, "name"), prefix = text_at(metadata, "generateName");
  if (!name.empty() || prefix.empty()) { return std::string(name); }
  return util::concat(prefix.substr(0, 58), "xxxxx");
}

void check_annotations(document::Value annotations, const Path& path, Errors& errors) {
  constexpr std::size_t k_most = std::size_t{256} * 1024;
  std::size_t size = 0;
  for (const auto [key, value] : annotations.members()) {
    errors.invalid(path, key, label_key_complaints(util::lowercase(key)));
    size += key.size() + value.text().size();
  }
  if (size > k_most) { errors.too_long(path, k_most); }
}

void check_metadata(const Place& object, Complaints (*name_complaints)(std::string_view)) {
  const document::Value metadata = object.value["metadata"];
  const Path path = object.path["metadata"];
  Errors& errors = object.errors;
  const std::string_view name = text_at(metadata, "name"), prefix = text_at(metadata, "generateName");
  const std::string_view space = text_at(metadata, "namespace");
  if (!prefix.empty()) { errors.invalid(path["generateName"], prefix, name_complaints(as_prefix(prefix))); }
  if (name.empty() && prefix.empty()) { errors.required(path["name"], "name or generateName is required"); }
  const std::string made = made_name(metadata);
  if (!made.empty()) { errors.invalid(path["name"], made, name_complaints(made)); }
  if (!space.empty()) { errors.invalid(path["namespace"], space, dns_label_complaints(space)); }
  must_not_be_negative({metadata["generation"], path["generation"], nullptr, errors}, {});
  must_have_valid_labels({metadata["labels"], path["labels"], nullptr, errors}, {});
  check_annotations(metadata["annotations"], path["annotations"], errors);
  check_owners(metadata["ownerReferences"], path["ownerReferences"], errors);
  check_finalizers(metadata["finalizers"], path["finalizers"], errors);
}

} // namespace snapshot

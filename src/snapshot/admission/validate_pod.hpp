// SPDX-License-Identifier: Apache-2.0
// What the API server refuses in a pod or in its template, in its own words: "spec.template.spec.containers[0].image:
// Required value". Covers containers, their names and images, resources, volume mounts, tolerations and labels; other
// fields are not checked. Source: Kubernetes pkg/apis/core/validation and pkg/apis/batch/validation (1.34).
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/collected/fields.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace snapshot {

enum class TemplateOf : std::uint8_t {
  Api,           // a pod or an object whose controller adds nothing: the template is complete
  ApiWithClaims, // the same, but volumes come from volumeClaimTemplates too
  Operator,      // its operator may add containers, images and volumes; the others' resources must be valid
};

// `pod`: a pod or a pod template, whose types the decoder has checked. Returns nothing if it is valid.
std::vector<std::string> invalid_fields_of_pod(document::Value pod, const Path& path, TemplateOf of);

// `spec`: that of a Job of batch. Checks the template's restartPolicy and the fields that belong to Indexed Jobs.
std::vector<std::string> invalid_fields_of_job(document::Value spec, const Path& path);

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// dry-run: requests that webhooks and admission policies may see, beside those for workloads and their pods
// (expand/template_ledger.hpp): for objects of the manifest that make no pods, and for the claims of new pods.
#pragma once

#include "snapshot/admission/admission_policies.hpp"
#include "snapshot/expand/manifest.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// The labels of an object; null if they are not readable.
const model::Labels* labels_of_object(Collected& collected, document::Value metadata);

struct ManifestRequest {
  std::string object; // "PersistentVolumeClaim ml/data"
  std::string_view operation;
  std::string resource;
  std::string_view api_group;
  AdmissionScope scope = AdmissionScope::Namespaced;
  std::string_view namespace_name;       // of a Namespace: its name
  const model::Labels* labels = nullptr; // null: not known
};

// What kubectl apply requests for the objects that make no pods, if the input has policies. Call before adding any
// object of the manifest. Requests refer to the manifest.
std::vector<ManifestRequest> requests_for_companions(Collected& collected, const Manifest& manifest);

// Notes the policies that may see the requests, or those for the claims of new pods. Call once the pods and their
// claims are there and settled.
void note_policies_of_requests(const std::vector<ManifestRequest>& requests, const Manifest& manifest,
                               Collected& collected);

} // namespace snapshot

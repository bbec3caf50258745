// SPDX-License-Identifier: Apache-2.0
// Kinds that accompany a job in a manifest and make no pods. Webhooks and admission policies may see them.
#pragma once

#include "snapshot/collected/admission_policy.hpp"

#include <span>
#include <string_view>

namespace snapshot {

struct CompanionKind {
  std::string_view api_group, kind;
  AdmissionScope scope = AdmissionScope::Namespaced;
};

std::span<const CompanionKind> companion_kinds();

// Any: the kind is not among them.
AdmissionScope scope_of_kind(std::string_view api_group, std::string_view kind);

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// The names of what a ResourceQuota counts, and the part of each name that a user chose.
#pragma once

#include "snapshot/collected/allow_list.hpp"

#include <string_view>

namespace snapshot {

// Examples: "requests." + "example.com/gpu"; "" + "fast" + ".storageclass.storage.k8s.io/requests.storage".
struct QuotaName {
  std::string_view before;
  std::string_view chosen; // empty: the whole name consists of words of Kubernetes
  std::string_view after;
  Content content = Content::Qualified; // of `chosen`
};

// Accepts the forms that the API server accepts in spec.hard. (validateResourceQuotaResourceName; the evaluators of
// pods, claims and resource claims)
QuotaName quota_name_of(std::string_view resource);

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// What a ResourceQuota counts, by name, and which part of that somebody chose.
#pragma once

#include "snapshot/collected/allow_list.hpp"

#include <string_view>

namespace snapshot {

// "requests." + "example.com/gpu"; "" + "fast" + ".storageclass.storage.k8s.io/requests.storage".
struct QuotaName {
  std::string_view before;
  std::string_view chosen; // empty: all of it are words of Kubernetes
  std::string_view after;
  Content content = Content::Qualified; // of `chosen`
};

// The forms are those that the API server accepts in spec.hard. (validateResourceQuotaResourceName; the evaluators of
// pods, claims and resource claims)
QuotaName quota_name_of(std::string_view resource);

} // namespace snapshot

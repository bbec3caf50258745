// SPDX-License-Identifier: Apache-2.0
// What an API server does to a new pod before the scheduler sees it, and what it refuses.
//
// The plugins that are on by default and that change or refuse a pod by what a picture holds: Priority, LimitRanger,
// RuntimeClass and DefaultTolerationSeconds. Quotas are not looked at.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/pods/decode_pod_spec.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace snapshot {

// Completes the spec; returns the reason, in the server's words, where the pod would be refused.
std::optional<std::string> admit(const Collected& collected, std::string_view namespace_name, DeclaredSpec& declared);

// LimitRanger's part (limit_ranges.cpp): defaults first, then what is out of bounds.
void apply_limit_defaults(const Collected& collected, std::string_view namespace_name, DeclaredSpec& declared);
std::optional<std::string> violated_limits(const Collected& collected, std::string_view namespace_name,
                                           const DeclaredSpec& declared);

std::optional<std::string> violated_claim_limits(const Collected& collected, const model::PersistentVolumeClaim& claim);

} // namespace snapshot

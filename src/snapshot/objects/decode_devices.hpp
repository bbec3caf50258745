// SPDX-License-Identifier: Apache-2.0
// The kinds of resource.k8s.io, v1, v1beta1 and v1beta2.
#pragma once

#include "snapshot/collected/collected.hpp"

namespace snapshot {

void add_resource_claim(Collected& collected, document::Value object, const Origin& origin);
// The claim that the resourceclaim controller creates for a pod from spec.spec of a ResourceClaimTemplate.
void add_claim_of_template(Collected& collected, document::Value claim_template, std::string_view namespace_name,
                           std::string_view name, const Origin& origin);
void add_resource_slice(Collected& collected, document::Value object, const Origin& origin);
void add_device_class(Collected& collected, document::Value object, const Origin& origin);
void add_device_taint_rule(Collected& collected, document::Value object, const Origin& origin);

} // namespace snapshot

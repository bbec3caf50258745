// SPDX-License-Identifier: Apache-2.0
// Names of resources and their amounts. (core/helper, core/validation)
#pragma once

#include "model/values/quantity.hpp"
#include "snapshot/validation/errors.hpp"

#include <string_view>

namespace snapshot {

bool is_hugepages(std::string_view resource);
bool may_be_overcommitted(std::string_view resource); // helper.IsOvercommitAllowed
// True if the amount is a multiple of the page size that the name of a hugepages resource gives.
bool is_multiple_of_page(std::string_view hugepages, const model::Quantity& amount);

void check_container_resource(std::string_view resource, const Path& path,
                              Errors& errors);                                        // validateContainerResourceName
void check_pod_resource(std::string_view resource, const Path& path, Errors& errors); // validatePodResourceName
void check_quota_resource(std::string_view resource, const Path& path,
                          Errors& errors);         // ValidateResourceQuotaResourceName
bool is_quota_resource(std::string_view resource); // helper.IsStandardQuotaResourceName

// ValidateResourceQuantityValue: not negative; whole numbers of things that are counted.
void check_quantity(std::string_view resource, const model::Quantity& amount, const Path& path, Errors& errors);

} // namespace snapshot

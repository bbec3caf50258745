// SPDX-License-Identifier: Apache-2.0
// The rules of operators for their kinds, one function for each kind. (operator_rules.cpp calls them)
#pragma once

#include "snapshot/validation/rules.hpp"

#include <string_view>

namespace snapshot {

// What the CustomResourceDefinition of the kind says about single fields.
void apply_crd_limits(const Place& object, std::string_view api_version, std::string_view kind);

void check_volcano_job(const Place& job);
void check_cron_workflow(const Place& cron);
void check_workflow(const Place& workflow);
void check_ray_cluster(const Place& cluster);
void check_ray_job(const Place& job);
void check_ray_service(const Place& service);

} // namespace snapshot

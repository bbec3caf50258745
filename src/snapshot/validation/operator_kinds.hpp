// SPDX-License-Identifier: Apache-2.0
// The rules of operators for their kinds, one function for each kind. (operator_rules.cpp calls them)
#pragma once

#include "snapshot/validation/rules.hpp"

#include <cstdint>
#include <string_view>

namespace snapshot {

// What the CustomResourceDefinition of the kind says about single fields.
void apply_crd_limits(const Place& object, std::string_view api_version, std::string_view kind);

void check_flink_deployment(const Place& deployment);
void check_volcano_job(const Place& job);
void check_cron_workflow(const Place& cron);
void check_workflow(const Place& workflow);
void check_ray_cluster(const Place& cluster);
void check_ray_job(const Place& job);
void check_ray_service(const Place& service);

// A key of spec.flinkConfiguration, which is flat ("a.b": x) or nested (a: {b: x}).
document::Value flink_option(document::Value configuration, std::string_view key);
bool is_flink_option_on(document::Value configuration, std::string_view key);
enum class FlinkHighAvailability : std::uint8_t { On, Off, Unsaid };
FlinkHighAvailability flink_high_availability(document::Value configuration);

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// Texts that the API server accepts in names and keys, and what it says about others. Each function returns its
// complaints, none for a valid text. Source: apimachinery util/validation and api/validate/content (1.36).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

using Complaints = std::vector<std::string>;

Complaints dns_label_complaints(std::string_view text);      // IsDNS1123Label
Complaints dns_subdomain_complaints(std::string_view text);  // IsDNS1123Subdomain
Complaints search_domain_complaints(std::string_view text);  // IsDNS1123SubdomainWithUnderscore
Complaints dns_1035_label_complaints(std::string_view text); // IsDNS1035Label
Complaints path_segment_complaints(std::string_view text);   // IsValidPathSegmentName
Complaints label_key_complaints(std::string_view text);      // IsLabelKey, IsQualifiedName
Complaints label_value_complaints(std::string_view text);    // IsLabelValue
Complaints port_name_complaints(std::string_view text);      // IsValidPortName
Complaints variable_name_complaints(std::string_view text);  // IsRelaxedEnvVarName
Complaints config_key_complaints(std::string_view text);     // IsConfigMapKey
Complaints header_name_complaints(std::string_view text);    // IsHTTPHeaderName
Complaints percent_complaints(std::string_view text);        // IsValidPercent
Complaints port_number_complaints(std::int64_t port);        // IsValidPortNum
bool is_ip_address(std::string_view text);                   // ParseIPSloppy

// The name that a generateName stands for: a dash at its end may be followed by the suffix. (maskTrailingDash)
std::string as_prefix(std::string_view generate_name);

std::string range_complaint(std::int64_t low, std::int64_t high); // InclusiveRangeError

// The complaint about a schedule of a CronJob, empty if it is valid. (robfig/cron v3, ParseStandard)
std::string schedule_complaint(std::string_view schedule);
// The schedule after its time zone, as in "TZ=UTC 0 4 * * *".
std::string_view without_zone(std::string_view schedule);
// True if no day ever matches this valid schedule, as in "0 0 30 2 *".
bool never_comes(std::string_view schedule);

// True if the name is in the database of time zones.
bool is_known_time_zone(std::string_view name);

} // namespace snapshot

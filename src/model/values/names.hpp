// SPDX-License-Identifier: Apache-2.0
// Names that Kubernetes accepts. Lengths in bytes. (apimachinery util/validation)
#pragma once

#include <string_view>

namespace model {

bool is_dns_label(std::string_view text);     // namespaces: at most 63, [a-z0-9]([-a-z0-9]*[a-z0-9])?
bool is_dns_subdomain(std::string_view text); // most objects: at most 253, labels joined by dots
bool is_label_key(std::string_view text);     // [prefix/]name
bool is_label_value(std::string_view text);   // "" or at most 63 of [A-Za-z0-9._-], alphanumeric at both ends

// Only the shapes, whatever the length.
bool has_dns_subdomain_shape(std::string_view text);
bool has_label_name_shape(std::string_view text); // ([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9], not empty

} // namespace model

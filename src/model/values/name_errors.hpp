// SPDX-License-Identifier: Apache-2.0
// Why a text is not a label key or label value, in Kubernetes' own words. (apimachinery util/validation)
#pragma once

#include <string>
#include <string_view>

namespace model {

// The complaints about a text of the wrong shape. (qualifiedNameErrMsg, labelValueErrMsg, dns1123SubdomainErrorMsg)
inline constexpr std::string_view k_qualified_name_shape =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
inline constexpr std::string_view k_label_value_shape =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
inline constexpr std::string_view k_dns_subdomain_shape =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

// IsQualifiedName's complaints joined by "; ", empty if `text` is a label key.
std::string label_key_error(std::string_view text);

// IsValidLabelValue's complaints joined by "; ", empty if `text` is a label value.
std::string label_value_error(std::string_view text);

} // namespace model

// SPDX-License-Identifier: Apache-2.0
// Header names and values from texts of users and plugins: libcurl would send line breaks unchanged.
#pragma once

#include <string>
#include <string_view>

namespace kube {

// Throws util::Error if `value` contains control characters; the error names the header and does not show the value.
void check_header_value(std::string_view header, std::string_view value);

// "Impersonate-Extra-" and the key. Percent-encodes bytes that a header name forbids.
std::string impersonate_extra_header(std::string_view key);

} // namespace kube

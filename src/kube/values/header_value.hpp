// SPDX-License-Identifier: Apache-2.0
// Header names and values that are made of what users and plugins wrote: libcurl would send line breaks on.
#pragma once

#include <string>
#include <string_view>

namespace kube {

// Throws util::Error where `value` holds control characters; the error names the header and does not show the value.
void check_header_value(std::string_view header, std::string_view value);

// "Impersonate-Extra-" and the key, percent-encoded where a byte cannot stand in a header's name.
std::string impersonate_extra_header(std::string_view key);

} // namespace kube

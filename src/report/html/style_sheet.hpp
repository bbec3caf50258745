// SPDX-License-Identifier: Apache-2.0
// style.css, embedded by CMake.
#pragma once

#include <string_view>

namespace report {

extern const std::string_view k_style_sheet;

} // namespace report

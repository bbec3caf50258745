// SPDX-License-Identifier: Apache-2.0
// Expected outputs as files, so that other programs can check them too (the JSON Schemas do).
#pragma once

#include <string>

namespace golden {

// The text of a file. If GANG_APPROVE is set, it first writes `actual` there.
std::string file(const std::string& path, const std::string& actual);

// The same, of tests/report/golden/NAME.
std::string expected(const std::string& name, const std::string& actual);

} // namespace golden

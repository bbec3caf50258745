// SPDX-License-Identifier: Apache-2.0
// Expected outputs that are files, so that other programs can check them too (the JSON Schemas do).
#pragma once

#include <string>

namespace golden {

// The expected text in tests/report/golden/NAME. With GANG_APPROVE set, `actual` becomes it first.
std::string expected(const std::string& name, const std::string& actual);

} // namespace golden

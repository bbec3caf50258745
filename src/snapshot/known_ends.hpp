// SPDX-License-Identifier: Apache-2.0
// When running pods will have ended, as far as that is known beforehand.
#pragma once

#include "snapshot/collected.hpp"

#include <cstdint>
#include <string>

namespace snapshot {

// As far as times go.
model::Time seconds_after(model::Time time, std::int64_t seconds);

// --finish [NAMESPACE/]POD=TIME on a settled picture. Throws util::Error where it is malformed, or no such pod runs.
void finish(Collected& collected, const std::string& argument, const std::string& default_namespace);

} // namespace snapshot

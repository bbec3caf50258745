// SPDX-License-Identifier: Apache-2.0
// The exit statuses. Scripts depend on them: `kubectl gang dry-run -f job.yaml && kubectl apply -f job.yaml`.
#pragma once

namespace commands {

inline constexpr int k_yes = 0;
inline constexpr int k_no = 1;
inline constexpr int k_could_not_tell = 2;

} // namespace commands

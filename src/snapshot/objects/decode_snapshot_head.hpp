// SPDX-License-Identifier: Apache-2.0
// The head of our own Snapshot: its time, the server's version, and the lists that are missing.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <string_view>

namespace snapshot {

// The API version of Snapshots that we write; we read no other version.
inline constexpr std::string_view k_snapshot_version = "kubectl-gang/v1alpha1";

// The entry in redactions[] after --anonymize replaced names.
inline constexpr std::string_view k_names_replaced = "names, labels, images and messages";

// Reads capturedAt, serverVersion, omitted[], and whether redactions[] reports replaced names. An entry of omitted[] is
// either a string ("pods: forbidden") or {list, reason, hides}. Throws util::Error, which names the file, for a
// Snapshot of another version, because its objects may have another meaning.
void add_snapshot_head(Collected& collected, const document::Item& head);

} // namespace snapshot

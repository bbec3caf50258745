// SPDX-License-Identifier: Apache-2.0
// The head of our own Snapshot: when it was taken, of which server, and what could not be listed.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <string_view>

namespace snapshot {

// What is written, and all that is read.
inline constexpr std::string_view k_snapshot_version = "kubectl-gang/v1alpha1";

// What redactions[] says where --anonymize replaced names.
inline constexpr std::string_view k_names_replaced = "names, labels, images and messages";

// capturedAt, serverVersion, omitted[], each a line of text ("pods: forbidden") or {list, reason, hides}, and whether
// redactions[] says that names were replaced. Throws
// util::Error, which names the file, for a Snapshot of another version: its objects may mean something else.
void add_snapshot_head(Collected& collected, const document::Item& head);

} // namespace snapshot

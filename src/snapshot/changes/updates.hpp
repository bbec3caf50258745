// SPDX-License-Identifier: Apache-2.0
// dry-run: what kubectl apply does to objects of the manifest that exist in the cluster with other content.
#pragma once

#include "snapshot/collected/collected.hpp"

#include <string>
#include <string_view>

namespace snapshot {

// Notes that the manifest changes a field of an object that exists, which the API server refuses. `object`: "Kind
// namespace/name".
void refuse_change(Collected& collected, const std::string& object, std::string_view field);

// Notes that an object exists, and what the answer does not say about its update. `clause`: "the manifest changes …".
void note_open_update(Collected& collected, const std::string& object, std::string_view clause);

// Notes that a field exists and the file leaves it out. kubectl apply keeps the field, unless an earlier apply had set
// it.
void note_left_out(Collected& collected, const std::string& object, std::string_view field);

// The labels of an object that exists, after kubectl apply: it sets those of the file, and keeps the others. A label
// that is null in the file goes.
const model::Labels* merged_labels(Collected& collected, model::Labels labels, document::Value wanted);

} // namespace snapshot

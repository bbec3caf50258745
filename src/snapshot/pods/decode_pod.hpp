// SPDX-License-Identifier: Apache-2.0
// Pods.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/pods/decode_metadata.hpp"

#include <memory>

namespace snapshot {

// Uses the result of prepare_pod() if the item has one. Throws DecodeError.
void add_pod(Collected& collected, const document::Item& item, const Origin& origin);

// The part of decoding that depends on no other object; may run on any thread. Null if the pod is invalid.
std::unique_ptr<document::Prepared> prepare_pod(document::Value object);

} // namespace snapshot

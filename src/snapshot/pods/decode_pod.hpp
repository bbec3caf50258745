// SPDX-License-Identifier: Apache-2.0
// Pods.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"
#include "snapshot/pods/decode_metadata.hpp"

#include <memory>

namespace snapshot {

// What prepare_pod() has found out about the item is taken from there. Throws DecodeError.
void add_pod(Collected& collected, const document::Item& item, const Origin& origin);

// The part of it that needs nothing else, on any thread; null where the pod cannot be decoded.
std::unique_ptr<document::Prepared> prepare_pod(document::Value object);

} // namespace snapshot

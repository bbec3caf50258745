// SPDX-License-Identifier: Apache-2.0
// The part of decoding that needs only the object itself and can run on any thread, before one thread collects all
// objects.
#pragma once

#include "document/bytes/item.hpp"

#include <memory>

namespace snapshot {

// For document::ReadOptions::prepare. Prepares only Pods, the most frequent kind; returns null for others.
std::unique_ptr<document::Prepared> prepare(const document::Item& item);

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// What of an object can be decoded by itself, on any thread, before the one thread that collects them gets it.
#pragma once

#include "document/bytes/item.hpp"

#include <memory>

namespace snapshot {

// For document::ReadOptions::prepare. Only Pods, which are most of what there is; null for others.
std::unique_ptr<document::Prepared> prepare(const document::Item& item);

} // namespace snapshot

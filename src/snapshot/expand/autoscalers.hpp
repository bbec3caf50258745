// SPDX-License-Identifier: Apache-2.0
// Autoscalers that change the replicas of an object of the manifest, or that replace the requests of its pods.
#pragma once

#include "snapshot/expand/expander.hpp"
#include "snapshot/expand/manifest.hpp"

#include <string_view>

namespace snapshot {

// Records the object if it is an autoscaler.
void add_autoscaler(Collected& collected, std::string_view kind, document::Value object,
                    std::string_view default_namespace);

// Notes an autoscaler that changes the replicas or the requests of the object. Call after expander.begin(object).
void note_autoscalers(const KeptObject& object, Expander& expander);

} // namespace snapshot

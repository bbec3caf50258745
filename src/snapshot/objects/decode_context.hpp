// SPDX-License-Identifier: Apache-2.0
// Objects other than pods, nodes and groups that scheduling, admission or users need.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

void add_service_account(Collected& collected, document::Value object, const Origin& origin);
void add_namespace(Collected& collected, document::Value object, const Origin& origin);
// Sets what these annotations say, and leaves the rest as it is.
void read_annotations_of_namespace(Collected& collected, document::Value value, const Path& path,
                                   model::Namespace& made);
// Keeps the default node selector if the object is OpenShift's Scheduler.
void note_default_node_selector(Collected& collected, std::string_view api_version, std::string_view kind,
                                document::Value object);
void add_priority_class(Collected& collected, document::Value object, const Origin& origin);
void add_limit_range(Collected& collected, document::Value object, const Origin& origin);
void add_runtime_class(Collected& collected, document::Value object, const Origin& origin);

// Decodes a LimitRange of a manifest without adding it.
LimitRange limit_range_of(Collected& collected, document::Value object, std::string_view default_namespace);

} // namespace snapshot

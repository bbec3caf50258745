// SPDX-License-Identifier: Apache-2.0
#include "snapshot/queues/decode_volcano_queue.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/pods/decode_containers.hpp"
#include "snapshot/pods/decode_metadata.hpp"

namespace snapshot {

void add_volcano_queue(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::VolcanoQueue queue;
  queue.name = collected.lasting(metadata.name);
  each_member(object["spec"], root["spec"], [&](std::string_view key, document::Value member, const Path& at) {
    if (key == "parent") {
      queue.parent = collected.lasting(text_of(member, at));
    } else if (key == "priority") {
      queue.priority = int32_of(member, at);
    } else if (key == "capability") {
      if (!member.absent()) { queue.capability = collected.lasting(quantities_of(member, at)); }
    } else if (key == "guarantee") {
      queue.guarantee = collected.lasting(quantities_of(object_of(member, at)["resource"], at["resource"]));
    }
  });
  const Path status = root["status"];
  queue.state = collected.lasting(text_of(object_of(object["status"], status)["state"], status["state"]));
  queue.created = metadata.created;
  queue.unopened = queue.state.empty() && metadata.created; // a manifest has neither
  collected.cluster.volcano_queues.push_back(std::move(queue));
  collected.volcano_queue_origins.push_back(origin);
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
#include "snapshot/queues/decode_kai_queue.hpp"

#include "snapshot/collected/fields.hpp"
#include "snapshot/pods/decode_metadata.hpp"

namespace snapshot {

namespace {

// KAI's name of a resource, and its unit in millionths of ours. (pkg/apis/scheduling/v2, QueueResources)
struct KaiResource {
  std::string_view key, resource;
  std::int64_t unit_millionths;
};
constexpr KaiResource k_resources[] = {
    {"cpu", "cpu", 1'000}, // thousandths of a CPU
    {"gpu", model::k_kai_gpu, 1'000'000},
    {"memory", "memory", 1'000'000'000'000}, // megabytes
};

// -1 means no limit. 0 is also what a queue without the field has, so the program takes it for none.
void read_limits(document::Value resources, const Path& at, model::KaiQueue& queue) {
  for (const KaiResource& known : k_resources) {
    const Path own = at[known.key];
    const document::Value limit = object_of(resources[known.key], own)["limit"];
    if (limit.absent()) { continue; }
    const model::Quantity number = quantity_of(limit, own["limit"]);
    if (number <= model::Quantity()) { continue; }
    const util::int128 nano = number.nano() / 1'000 * known.unit_millionths / 1'000;
    queue.limits.emplace_back(known.resource, model::Quantity::from_nano(nano, model::QuantityFormat::DecimalSI));
  }
}

} // namespace

void add_kai_queue(Collected& collected, document::Value object, const Origin& origin) {
  const Path root;
  const Metadata metadata = checked_metadata(object, collected.newest, Scope::Cluster);
  model::KaiQueue queue;
  queue.name = collected.lasting(metadata.name);
  const Path spec = root["spec"];
  const document::Value declared = object_of(object["spec"], spec);
  queue.parent = collected.lasting(text_of(declared["parentQueue"], spec["parentQueue"]));
  read_limits(object_of(declared["resources"], spec["resources"]), spec["resources"], queue);
  collected.cluster.kai_queues.push_back(std::move(queue));
  collected.kai_queue_origins.push_back(origin);
}

} // namespace snapshot

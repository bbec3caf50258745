// SPDX-License-Identifier: Apache-2.0
// Two labels and no object (scheduler-plugins v0.18; KEP-2). A pod belongs to a group only if it has both labels and
// the second is an integer of at least 1. Otherwise it is an ordinary pod.
#include "snapshot/dialects/dialects.hpp"
#include "util/integers.hpp"

#include <limits>

namespace snapshot {

namespace {

constexpr std::string_view k_lightweight_name = "pod-group.scheduling.sigs.k8s.io/name";
constexpr std::string_view k_min_available = "pod-group.scheduling.sigs.k8s.io/min-available";

// The proposal's README changed its labels along with the API group; no release ever read these.
constexpr std::string_view k_renamed_name = "pod-group.scheduling.x-k8s.io/name";
constexpr std::string_view k_renamed_min_available = "pod-group.scheduling.x-k8s.io/min-available";
constexpr std::string_view k_remark =
    "the labels pod-group.scheduling.x-k8s.io/name and /min-available stand only in documents, no release reads them; "
    "taken as pod-group.scheduling.sigs.k8s.io/name and /min-available";

std::optional<Membership> read(const model::Labels& labels, std::string_view name_key, std::string_view min_key,
                               std::string_view remark) {
  const auto name = model::find_label(labels, name_key);
  const auto min_text = model::find_label(labels, min_key);
  if (!name || name->empty() || !min_text) { return std::nullopt; }
  const auto min = util::parse_int64(*min_text); // strconv.Atoi
  if (!min || *min < 1 || *min > std::numeric_limits<std::int32_t>::max()) { return std::nullopt; }
  return Membership{.group = std::string(*name),
                    .mark = name_key,
                    .declares = true,
                    .min_available = static_cast<std::int32_t>(*min),
                    .remark = remark};
}

std::optional<Membership> lightweight_membership(const PodMarks& pod) {
  if (pod.scheduler_name == k_koord_scheduler) { return std::nullopt; } // Koordinator reads them as its own
  if (auto found = read(pod.labels, k_lightweight_name, k_min_available, {})) { return found; }
  return read(pod.labels, k_renamed_name, k_renamed_min_available, k_remark);
}

// The plugin creates its record of a group when it first sees one of its pods. (v0.18, getOrCreatePodGroupInfo)
bool describe_lightweight(const PodMarks& pod, model::PodGroup& group) {
  const auto member = lightweight_membership(pod);
  group.min_member = member ? member->min_available : 0;
  return true;
}

} // namespace

extern const DialectReader k_lightweight = {
    .dialect = model::Dialect::Lightweight,
    .label = k_lightweight_name,
    .membership = lightweight_membership,
    .describe = describe_lightweight,
};

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
#include "engine/rules/min_resources.hpp"

#include "engine/nodes/node_set.hpp"
#include "util/concat.hpp"
#include "util/int128.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace engine {

namespace {

// One resource that is still short, and how Go represents it: value·10^scale.
struct Open {
  std::string name;
  std::optional<model::ResourceId> resource; // nullopt: no node and no pod names it
  util::int128 nano = 0;                     // missing amount
  model::QuantityFormat format = model::QuantityFormat::DecimalSI;
  bool subtracted = false;    // a nonzero amount was subtracted, which fixes the scale
  std::int64_t most_left = 0; // sum of the positive amounts left on nodes
};

constexpr util::int128 k_nano = 1'000'000'000;
constexpr util::int128 k_nano_per_milli = 1'000'000;

std::string_view format_name(model::QuantityFormat format) {
  switch (format) {
  case model::QuantityFormat::DecimalSI:
    return "DecimalSI";
  case model::QuantityFormat::BinarySI:
    return "BinarySI";
  case model::QuantityFormat::DecimalExponent:
    return "DecimalExponent";
  }
  return "";
}

// "name:{{2000 -3} {<nil>}  DecimalSI}". cpu is in thousandths once a node's cpu was subtracted; any amount is if it is
// not whole.
std::string go_text(const Open& open) {
  const bool cpu = open.resource == model::k_cpu;
  const bool milli = (cpu && open.subtracted) || open.nano % k_nano != 0;
  const util::int128 value = milli ? open.nano / k_nano_per_milli : open.nano / k_nano;
  return util::concat(open.name, ":{{", static_cast<std::int64_t>(value), milli ? " -3" : " 0", "} {<nil>}  ",
                      format_name(open.format), "}");
}

std::vector<Open> wanted(const NodeTable& nodes, const model::PodGroup& group) {
  std::map<std::string, Open> by_name;
  for (const auto& [name, quantity] : *group.min_resources) {
    by_name[std::string(name)] = {std::string(name), nodes.resources->find(name), quantity.nano(), quantity.format()};
  }
  const std::int64_t pods = group.min_member.value_or(0); // overwrites the user's value
  by_name["pods"] = {"pods", model::k_pods, pods * k_nano};
  std::vector<Open> list;
  for (auto& [name, open] : by_name) { list.push_back(std::move(open)); }
  return list;
}

using Placed = std::vector<std::pair<model::PodIndex, model::NodeIndex>>;

std::int64_t taken_by(const model::Pod& pod, model::ResourceId resource) {
  return resource == model::k_pods ? 1 : countable(model::amount_of(pod.spec->requests, resource));
}

// What the group's own members take of the resource, by node. The plugin leaves them out.
class OwnUsage {
 public:
  OwnUsage(const NodeTable& nodes, const Placed& own, model::ResourceId resource)
      : m_nodes(NodeSet::none(nodes.size())) {
    for (const auto& [pod, node] : own) {
      m_nodes.insert(node);
      m_taken[node] += taken_by(nodes.pod(pod), resource);
    }
  }
  std::int64_t on(model::NodeIndex node) const { return m_nodes.has(node) ? m_taken.at(node) : 0; }

 private:
  NodeSet m_nodes; // with members
  std::map<model::NodeIndex, std::int64_t> m_taken;
};

// True if the node lists the resource. A node that does not list a scalar resource adds nothing, whatever its pods
// request. A node that lists 0 of it adds the requests of its pods as a negative amount. (core, getNodeResource)
bool knows(const NodeTable& nodes, model::NodeIndex node, model::ResourceId resource) {
  const auto& offered = nodes.node(node).allocatable;
  return resource <= model::k_pods ||
         std::ranges::binary_search(offered, resource, {}, &model::ResourceAmount::resource);
}

// The amount left on all nodes without the group's own members, if no node is over-committed: then their order does not
// matter. Each attempt of a group sums up all nodes, so this is hot.
std::optional<std::int64_t> left_in_any_order(const NodeTable& nodes, const NodeUsage& usage, const Placed& own,
                                              model::ResourceId resource) {
  const std::vector<std::int64_t>&offers = nodes.allocatable[resource], &requests = usage.requested_column(resource);
  std::int64_t bits = 0; // of all amounts: their sign, and a limit of the largest
  std::uint64_t sum = 0;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    const std::int64_t left = offers[node] - requests[node];
    bits |= left;
    sum += static_cast<std::uint64_t>(left);
  }
  const auto count = static_cast<std::int64_t>(nodes.size());
  if (bits < 0 || (count > 0 && bits > std::numeric_limits<std::int64_t>::max() / 4 / count)) { return std::nullopt; }
  auto left = static_cast<std::int64_t>(sum);
  for (const auto& [pod, node] : own) { left += taken_by(nodes.pod(pod), resource); }
  return left;
}

// Calls visit(left) for each node in the scheduler's order, until it returns true: the amount left without the group's
// own members, negative if the node is over-committed.
template <typename Visit>
void each_left(const NodeTable& nodes, const NodeUsage& usage, const Placed& placed, model::ResourceId resource,
               Visit visit) {
  const std::vector<std::int64_t>&offers = nodes.allocatable[resource], &requests = usage.requested_column(resource);
  const OwnUsage own(nodes, placed, resource);
  for (const model::NodeIndex node : nodes.zone_order) {
    const auto at = static_cast<std::size_t>(node);
    const std::int64_t offered = offers[at], taken = requests[at] - own.on(node);
    const bool adds_nothing = offered == 0 && (taken == 0 || !knows(nodes, node, resource));
    if (visit(adds_nothing ? 0 : offered - taken)) { return; }
  }
}

} // namespace

bool has_min_resources(const model::ClusterSnapshot& cluster) {
  return std::ranges::any_of(cluster.groups,
                             [](const model::PodGroup& group) { return group.min_resources.has_value(); });
}

bool is_over_committed(const NodeTable& nodes, const NodeUsage& usage) {
  for (std::size_t resource = 0; resource < nodes.allocatable.size(); ++resource) {
    const auto& taken = usage.requested_column(static_cast<model::ResourceId>(resource));
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      if (taken[node] > nodes.allocatable[resource][node]) { return true; }
    }
  }
  return false;
}

std::optional<ResourceGap> resource_gap(const NodeTable& nodes, const NodeUsage& usage, const model::PodGroup& group,
                                        const Placed& own, NodeOrder order) {
  std::vector<Open> open = wanted(nodes, group);
  std::vector<Open> totals = open;
  const auto unit = [](const Open& o) { return o.resource == model::k_cpu ? k_nano_per_milli : k_nano; };
  enum class Counted : std::uint8_t { All, OverCommitted, Others };
  const auto sum_up = [&](Counted counted) {
    std::erase_if(open, [&](Open& o) {
      if (!o.resource) { return o.nano <= 0 && nodes.size() > 0; }
      const util::int128 enough = o.nano > 0 ? (o.nano + unit(o) - 1) / unit(o) : o.nano / unit(o); // rounded up
      util::int128 sum = 0;
      bool is_met = false;
      const auto whole = counted == Counted::All ? left_in_any_order(nodes, usage, own, *o.resource) : std::nullopt;
      if (whole) {
        sum = *whole;
        o.subtracted = o.subtracted || *whole != 0;
        o.most_left += *whole;
        is_met = nodes.size() > 0 && sum >= enough;
      } else {
        each_left(nodes, usage, own, *o.resource, [&](std::int64_t left) {
          if (counted != Counted::All && (left < 0) != (counted == Counted::OverCommitted)) { return false; }
          sum += left;
          o.subtracted = o.subtracted || left != 0;
          o.most_left += std::max<std::int64_t>(left, 0);
          is_met = sum >= enough;
          return is_met; // for good, even if a later node is over-committed
        });
      }
      o.nano -= sum * unit(o);
      return is_met;
    });
  };
  if (order == NodeOrder::ByZone) {
    sum_up(Counted::All);
  } else {
    sum_up(Counted::OverCommitted);
    sum_up(Counted::Others);
  }
  if (open.empty()) { return std::nullopt; }
  ResourceGap gap;
  gap.text = "resource gap: map[";
  gap.depends_on_order = true;
  for (const Open& o : open) {
    if (&o != &open.front()) { gap.text += ' '; }
    gap.text += go_text(o);
    gap.missing.emplace_back(o.name, static_cast<std::int64_t>((o.nano + unit(o) - 1) / unit(o)));
    const auto asked = std::find_if(totals.begin(), totals.end(), [&](const Open& t) { return t.name == o.name; });
    if (o.most_left * unit(o) < asked->nano) { gap.depends_on_order = false; }
  }
  gap.text += ']';
  return gap;
}

} // namespace engine

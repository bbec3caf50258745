// SPDX-License-Identifier: Apache-2.0
// LowerRequest: the largest amount of the scarce resource that lets the group start, if the members with the largest
// request lower it to this amount.
//
// An amount matters only if one more request of it fits on some node. So the amounts to try are the free capacity of a
// node, divided by 1, 2, 3 and so on. Skips amounts for which all nodes together hold too few pods.
#include "engine/index.hpp"
#include "engine/remedies/blocked_group.hpp"
#include "engine/remedies/remedies.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

namespace engine {

namespace {

bool is_in_bytes(std::string_view resource) {
  return resource == "memory" || resource == "ephemeral-storage" || resource.starts_with("hugepages-");
}

class Request {
 public:
  Request(BlockedGroup& group, model::ResourceId resource) : m_group(group), m_resource(resource) {
    for (const model::PodIndex member : group.members) { m_from = std::max(m_from, asked_by(group.pod(member))); }
    const auto asks_most = [&](model::PodIndex member) { return asked_by(group.pod(member)) == m_from; };
    m_members = std::ranges::count_if(group.members, asks_most);
    m_others = std::ssize(group.members) - m_members;
    const auto first = std::ranges::find_if(group.members, asks_most);
    if (m_from > 0 && first != group.members.end()) { find_free(*first); }
  }

  std::int64_t from() const { return m_from; }
  std::int64_t members() const { return m_members; }

  // Amounts worth a try, the largest first.
  std::set<std::int64_t, std::greater<>> amounts() const {
    const std::int64_t wanted = std::max<std::int64_t>(1, m_group.needed - m_others);
    std::set<std::int64_t, std::greater<>> amounts;
    for (const std::int64_t free : m_free) {
      for (std::int64_t copies = 1; copies <= wanted; ++copies) {
        const std::int64_t amount = rounded(free / copies);
        if (amount <= 0) { break; }
        if (amount < m_from) { amounts.insert(amount); }
      }
    }
    std::erase_if(amounts, [&](std::int64_t amount) { return places(amount) < wanted; });
    return amounts;
  }

  void lower(Scenario& scenario, std::int64_t to) const {
    scenario.change_members([this, to](model::PodSpec& spec) {
      for (model::ResourceAmount& request : spec.requests) {
        if (request.resource != m_resource || request.amount != m_from) { continue; }
        request.amount = to;
        if (m_resource == model::k_cpu) {
          lower_by(m_from - to, spec.scoring_cpu_milli, spec.own_scoring_cpu_milli);
        } else if (m_resource == model::k_memory) {
          lower_by(m_from - to, spec.scoring_memory, spec.own_scoring_memory);
        }
      }
    });
  }

 private:
  std::int64_t asked_by(const model::Pod& pod) const { return model::amount_of(pod.spec->requests, m_resource); }

  static void lower_by(std::int64_t less, std::int64_t& scoring, std::int64_t& own) {
    scoring = std::max<std::int64_t>(0, scoring - less);
    own = std::max<std::int64_t>(0, own - less);
  }

  // Rounds bytes down to MiB, because no practical request counts single bytes.
  std::int64_t rounded(std::int64_t amount) const {
    const bool bytes = is_in_bytes(m_group.cluster().resources.name(m_resource));
    return bytes && amount >= model::k_mebibyte ? amount / model::k_mebibyte * model::k_mebibyte : amount;
  }

  // Free capacity of the nodes that accept the member, or reject it only for resources.
  void find_free(model::PodIndex member) {
    Feasibility& feasibility = m_group.probe().feasibility();
    const std::vector<RefusalId> refusals = feasibility.refusals(m_group.probe().class_of(member));
    for (std::size_t i = 0; i < refusals.size(); ++i) {
      const Filter* const filter = feasibility.known()[refusals[i]].filter;
      if (filter != nullptr && filter->name != "NodeResourcesFit") { continue; }
      const std::int64_t free = m_group.run.nodes.allocatable[m_resource][i] -
                                feasibility.usage().requested(m_resource, static_cast<model::NodeIndex>(i));
      if (free > 0) { m_free.push_back(free); }
    }
    std::ranges::sort(m_free, std::greater<>());
    constexpr std::size_t k_most_nodes = 512; // more nodes add no amounts that matter, and cost time
    if (m_free.size() > k_most_nodes) { m_free.resize(k_most_nodes); }
  }

  std::int64_t places(std::int64_t amount) const {
    std::int64_t sum = 0;
    for (const std::int64_t free : m_free) { sum += free / amount; }
    return sum;
  }

  BlockedGroup& m_group;
  model::ResourceId m_resource;
  std::int64_t m_from = 0;
  std::int64_t m_members = 0, m_others = 0; // members with the largest request, and with a smaller one
  std::vector<std::int64_t> m_free;         // free capacity by node, largest first
};

std::string quantity(std::string_view resource, std::int64_t amount) {
  return util::concat(amount, resource == "cpu" ? "m" : "");
}

} // namespace

std::optional<model::Fix> lower_request(BlockedGroup& group) {
  if (group.report.evidence.shortages.empty()) { return std::nullopt; }
  const std::string& resource = group.report.evidence.shortages.front().resource;
  const std::optional<model::ResourceId> id = group.cluster().resources.find(resource);
  if (!id || *id == model::k_pods) { return std::nullopt; }
  const Request request(group, *id);
  for (const std::int64_t to : request.amounts()) {
    const auto apply = [&](Scenario& scenario) { request.lower(scenario, to); };
    if (!group.trials.starts(apply)) {
      if (group.trials.ran_out()) { break; }
      continue;
    }
    model::Fix fix;
    fix.kind = model::FixKind::LowerRequest;
    fix.things = request.members();
    model::Change& change = fix.changes.emplace_back(change_of(group.group));
    change.field = util::concat("spec.containers[*].resources.requests[", resource, ']');
    change.from = quantity(resource, request.from());
    change.to = quantity(resource, to);
    fix.resource = resource;
    fix.from = request.from();
    fix.to = to;
    return group.confirmed_by_last_trial(std::move(fix));
  }
  return std::nullopt;
}

} // namespace engine

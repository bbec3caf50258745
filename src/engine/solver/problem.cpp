// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/problem.hpp"

#include "engine/feasibility/lifted_refusals.hpp"
#include "engine/index.hpp"
#include "engine/nodes/host_ports.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace engine::solver {

namespace {

using model::ExtensionPoint;
using model::NodeIndex;
using model::PodIndex;

// Members can lift refusals of PodTopologySpread; Problem itself counts the resources of NodeResourcesFit.
bool is_left_out(const Filter& filter) {
  return filter.name == "PodTopologySpread" || filter.name == "NodeResourcesFit";
}

bool is_on(const model::SchedulerProfile& profile, std::string_view plugin) {
  return profile.enabled(ExtensionPoint::Filter, plugin);
}

// Keeps nodes that lack a pod for the required affinity: that pod may be a member.
void drop_unfriendly(const Filter& filter, const FilterInput& input, NodeSet& open) {
  open.keep_if([&](NodeIndex node) {
    Refusal refusal;
    filter.why(input, node, refusal);
    return refusal.reasons.empty() || refusal.reasons.front() == "node(s) didn't match pod affinity rules";
  });
}

NodeSet open_nodes(const Gang& gang, const model::Pod& pod) {
  const model::SchedulerProfile* const profile = gang.rules.profile_of(pod);
  if (profile == nullptr) { return NodeSet::none(gang.nodes().size()); }
  const FilterInput input{gang.nodes(), gang.on_bound.usage(), pod, *pod.spec, *profile, gang.rules.version};
  PreFilterAnswer answer(gang.nodes().size());
  for (const Filter* const filter : filters_of(*profile)) {
    if (is_left_out(*filter) || (filter->skips != nullptr && filter->skips(input))) { continue; }
    if (filter->name == "DynamicResources" && may_free_devices(gang.rules, gang.members)) { continue; }
    if (filter->pre_filter != nullptr) { filter->pre_filter(input, answer); }
    if (!answer.refused.empty()) { return NodeSet::none(gang.nodes().size()); }
    if (filter->name == "InterPodAffinity") {
      drop_unfriendly(*filter, input, answer.nodes);
    } else {
      filter->keep(input, answer.nodes);
    }
  }
  return std::move(answer.nodes);
}

std::vector<model::ResourceAmount> counted_requests(const Gang& gang, const model::Pod& pod) {
  const model::SchedulerProfile* const profile = gang.rules.profile_of(pod);
  std::vector<model::ResourceAmount> counted;
  if (profile == nullptr || !is_on(*profile, "NodeResourcesFit")) { return counted; }
  counted.push_back({model::k_pods, 1});
  for (const model::ResourceAmount& request : pod.spec->requests) {
    const bool ignored =
        request.resource > model::k_pods && profile->fit.ignores(gang.nodes().resources->name(request.resource));
    if (request.amount > 0 && !ignored && request.resource != model::k_pods) {
      counted.push_back({request.resource, countable(request.amount)});
    }
  }
  return counted;
}

// Properties that distinguish members, apart from their open nodes.
struct Marks {
  std::vector<model::ResourceAmount> requests;
  const model::SchedulerProfile* profile;
  std::vector<model::HostPort> ports;
  std::int32_t kind; // which affinity terms match it
  std::vector<std::uint32_t> anti_affinity;
  friend auto operator<=>(const Marks&, const Marks&) = default;
};

Marks marks_of(const Gang& gang, PodIndex index) {
  const model::Pod& pod = gang.pod(index);
  const PodTerms& terms = gang.nodes().terms;
  const PodTerms::Numbers* const numbers = terms.of(*pod.spec);
  return {counted_requests(gang, pod), gang.rules.profile_of(pod), pod.spec->host_ports, terms.kind_of(index),
          numbers != nullptr ? numbers->anti_affinity : std::vector<std::uint32_t>()};
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29);
}

} // namespace

Problem::Problem(const Gang& asked) : gang(asked) {
  collect_classes();
  collect_exclusions();
  collect_kinds();
}

void Problem::collect_classes() {
  // First group the members that are equal to every filter, to compute their open nodes only once.
  std::vector<std::vector<PodIndex>> equal;
  std::map<std::pair<int, const model::SchedulerProfile*>, std::size_t> place_of;
  for (const PodIndex index : gang.members) {
    const model::SchedulerProfile* const profile = gang.rules.profile_of(gang.pod(index));
    const int number = profile == nullptr ? -1 : gang.on_bound.class_of(index, *profile);
    const auto [place, is_new] = place_of.try_emplace({number, profile}, equal.size());
    if (is_new) { equal.emplace_back(); }
    equal[place->second].push_back(index);
  }
  std::map<Marks, std::vector<std::size_t>> seen;
  std::vector<std::vector<model::ResourceAmount>> requests; // by class
  for (const std::vector<PodIndex>& pods : equal) {
    is_exact = is_exact && is_all_here(pods.front());
    const Marks marks = marks_of(gang, pods.front());
    NodeSet open = open_nodes(gang, gang.pod(pods.front()));
    std::vector<std::size_t>& alike = seen[marks];
    auto same = std::ranges::find_if(alike, [&](std::size_t i) { return classes[i].open == open; });
    if (same == alike.end()) {
      alike.push_back(classes.size());
      same = std::prev(alike.end());
      classes.push_back({{}, {}, std::move(open)});
      requests.push_back(marks.requests);
    }
    std::vector<PodIndex>& members = classes[*same].members;
    members.insert(members.end(), pods.begin(), pods.end());
  }
  resources.push_back(model::k_pods);
  for (const auto& of_class : requests) {
    for (const model::ResourceAmount& request : of_class) {
      if (std::ranges::find(resources, request.resource) == resources.end()) { resources.push_back(request.resource); }
    }
  }
  for (std::size_t i = 0; i < classes.size(); ++i) {
    classes[i].requests.assign(resources.size(), 0);
    for (const model::ResourceAmount& request : requests[i]) {
      const auto at = std::ranges::find(resources, request.resource) - resources.begin();
      classes[i].requests[static_cast<std::size_t>(at)] += request.amount;
    }
  }
}

bool Problem::is_all_here(PodIndex member) const {
  const model::Pod& pod = gang.pod(member);
  const model::SchedulerProfile* const profile = gang.rules.profile_of(pod);
  if (profile == nullptr) { return true; }
  const FilterInput input{gang.nodes(), gang.on_bound.usage(), pod, *pod.spec, *profile, gang.rules.version};
  const bool looks_around = std::ranges::any_of(filters_of(*profile), [&](const Filter* filter) {
    return filter->scope == Scope::Placement && !(filter->skips != nullptr && filter->skips(input));
  });
  return !looks_around && pod.spec->volumes.empty() && pod.spec->resource_claims.empty();
}

void Problem::collect_exclusions() {
  const PodTerms& terms = gang.nodes().terms;
  const auto first = [&](std::size_t i) { return classes[i].members.front(); };
  const auto both_have = [&](std::size_t a, std::size_t b, std::string_view plugin) {
    return std::ranges::all_of(std::array{a, b}, [&](std::size_t i) {
      const model::SchedulerProfile* const profile = gang.rules.profile_of(gang.pod(first(i)));
      return profile != nullptr && is_on(*profile, plugin);
    });
  };
  for (std::size_t a = 0; a < classes.size(); ++a) {
    for (std::size_t b = a; b < classes.size(); ++b) {
      const model::PodSpec& one = *gang.pod(first(a)).spec;
      const model::PodSpec& other = *gang.pod(first(b)).spec;
      if (conflict(one.host_ports, other.host_ports) && both_have(a, b, "NodePorts")) {
        exclusions.push_back({a, b, {}});
      }
      if (!both_have(a, b, "InterPodAffinity")) { continue; }
      const auto exclude_by = [&](const model::PodSpec& holder, PodIndex matched) {
        const PodTerms::Numbers* const numbers = terms.of(holder);
        if (numbers == nullptr) { return; }
        for (const std::uint32_t n : numbers->anti_affinity) {
          if (terms.matched(terms.kind_of(matched), n)) { exclusions.push_back({a, b, terms.term(n).topology_key}); }
        }
      };
      exclude_by(one, first(b));
      if (a != b) { exclude_by(other, first(a)); }
    }
  }
}

void Problem::collect_kinds() {
  const NodeTable& nodes = gang.nodes();
  const std::size_t count = nodes.size();
  std::vector<std::uint64_t> hash(count, 0);
  std::vector<std::vector<std::int64_t>> room(resources.size(), std::vector<std::int64_t>(count));
  for (std::size_t r = 0; r < resources.size(); ++r) {
    std::int64_t all = 0;
    for (const MemberClass& members : classes) {
      // Saturate: requests may be absurdly large.
      std::int64_t more = 0;
      const bool absurd =
          __builtin_mul_overflow(members.requests[r], members.size(), &more) || __builtin_add_overflow(all, more, &all);
      if (absurd) {
        all = std::numeric_limits<std::int64_t>::max();
        break;
      }
    }
    const std::vector<std::int64_t>& allocatable = nodes.allocatable[resources[r]];
    const std::vector<std::int64_t>& requested = gang.on_bound.usage().requested_column(resources[r]);
    for (std::size_t n = 0; n < count; ++n) {
      room[r][n] = std::clamp<std::int64_t>(allocatable[n] - requested[n], 0, all);
      hash[n] = mixed(hash[n], static_cast<std::uint64_t>(room[r][n]));
    }
  }
  free.assign(resources.size(), 0);
  std::vector<std::string_view> keys;
  for (const Exclusion& exclusion : exclusions) {
    if (std::ranges::find(keys, exclusion.topology_key) == keys.end()) { keys.push_back(exclusion.topology_key); }
  }
  std::erase(keys, std::string_view());
  const auto has_key = [&](std::size_t n, std::string_view key) {
    return key.empty() || model::find_label(*nodes.node(static_cast<NodeIndex>(n)).labels, key).has_value();
  };
  // As copies() > 0, before there is a kind.
  const auto holds_any = [&](std::size_t n) {
    return std::ranges::any_of(classes, [&](const MemberClass& members) {
      if (!members.open.has(static_cast<NodeIndex>(n))) { return false; }
      for (std::size_t r = 0; r < resources.size(); ++r) {
        if (room[r][n] < members.requests[r]) { return false; }
      }
      return true;
    });
  };
  std::unordered_multimap<std::uint64_t, std::size_t> known;
  for (std::size_t n = 0; n < count; ++n) {
    const auto node = static_cast<NodeIndex>(n);
    bool any_open = false;
    for (const MemberClass& members : classes) {
      hash[n] = mixed(hash[n], members.open.has(node) ? 1 : 2);
      any_open = any_open || members.open.has(node);
    }
    if (!any_open) { continue; }
    for (std::size_t r = 0; r < resources.size(); ++r) {
      if (__builtin_add_overflow(free[r], room[r][n], &free[r])) { free[r] = std::numeric_limits<std::int64_t>::max(); }
    }
    if (!holds_any(n)) { continue; }
    for (const std::string_view key : keys) { hash[n] = mixed(hash[n], has_key(n, key) ? 1 : 2); }
    const auto same_as = [&](const NodeKind& kind) {
      const auto like = static_cast<std::size_t>(kind.nodes.front());
      return std::ranges::all_of(room, [&](const auto& column) { return column[n] == column[like]; }) &&
             std::ranges::all_of(classes,
                                 [&](const auto& c) { return c.open.has(node) == c.open.has(kind.nodes.front()); }) &&
             std::ranges::all_of(keys, [&](std::string_view key) { return has_key(n, key) == has_key(like, key); });
    };
    const auto [from, to] = known.equal_range(hash[n]);
    const auto found = std::find_if(from, to, [&](const auto& entry) { return same_as(kinds[entry.second]); });
    if (found != to) {
      kinds[found->second].nodes.push_back(node);
      continue;
    }
    known.emplace(hash[n], kinds.size());
    NodeKind& kind = kinds.emplace_back();
    kind.nodes.push_back(node);
    for (const MemberClass& members : classes) { kind.open.push_back(members.open.has(node)); }
    for (const auto& column : room) { kind.room.push_back(column[n]); }
    for (const Exclusion& exclusion : exclusions) { kind.excludes.push_back(has_key(n, exclusion.topology_key)); }
  }
}

std::int64_t Problem::size() const {
  std::int64_t sum = 0;
  for (const MemberClass& members : classes) { sum += members.size(); }
  return sum;
}

std::int64_t Problem::copies(const NodeKind& kind, std::size_t of_class) const {
  if (!kind.open[of_class]) { return 0; }
  const MemberClass& members = classes[of_class];
  std::int64_t most = members.size();
  for (std::size_t r = 0; r < resources.size(); ++r) {
    if (members.requests[r] > 0) { most = std::min(most, kind.room[r] / members.requests[r]); }
  }
  return exclude(kind, of_class, of_class) ? std::min<std::int64_t>(most, 1) : most;
}

bool Problem::sums_cover(std::int64_t count) const {
  for (std::size_t r = 0; r < resources.size(); ++r) {
    std::vector<std::pair<std::int64_t, std::int64_t>> asked; // request per member, number of members
    for (const MemberClass& members : classes) { asked.emplace_back(members.requests[r], members.size()); }
    std::ranges::sort(asked);
    std::int64_t left = free[r], still = count;
    for (const auto& [each, members] : asked) {
      const std::int64_t taken = std::min(still, members);
      if (each > 0 && left / each < taken) { return false; }
      left -= each * taken;
      still -= taken;
    }
    if (still > 0) { return false; }
  }
  return true;
}

bool Problem::exclude(const NodeKind& kind, std::size_t a, std::size_t b) const {
  for (std::size_t i = 0; i < exclusions.size(); ++i) {
    const Exclusion& exclusion = exclusions[i];
    const bool these = (exclusion.a == a && exclusion.b == b) || (exclusion.a == b && exclusion.b == a);
    if (these && kind.excludes[i]) { return true; }
  }
  return false;
}

} // namespace engine::solver

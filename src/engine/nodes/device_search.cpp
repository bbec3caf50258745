// SPDX-License-Identifier: Apache-2.0
#include "engine/nodes/device_search.hpp"

#include "engine/index.hpp"
#include "engine/nodes/node_affinity.hpp"
#include "model/cluster/device_selector.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace engine {

using model::ClusterSnapshot;
using model::ResourceClaimIndex;

const model::DeviceClass* find_device_class(const ClusterSnapshot& cluster, std::string_view name) {
  const auto found = std::ranges::lower_bound(cluster.device_classes, name, {}, &model::DeviceClass::name);
  return found != cluster.device_classes.end() && found->name == name ? &*found : nullptr;
}

bool reaches(const model::ResourceSlice& slice, const model::Node& node) {
  if (!slice.node_name.empty()) { return slice.node_name == node.name; }
  return slice.all_nodes || (slice.node_terms && matches_any(*slice.node_terms, node));
}

namespace {

// Slices that reach the node, without outdated generations of a pool and without pools that list a device twice.
// (GatherPools)
std::vector<std::size_t> slices_of(const ClusterSnapshot& cluster, const model::Node& node) {
  using Pool = std::pair<std::string_view, std::string_view>;
  std::map<Pool, std::int64_t> newest;
  std::vector<std::size_t> reached;
  for (std::size_t i = 0; i < cluster.resource_slices.size(); ++i) {
    const model::ResourceSlice& slice = cluster.resource_slices[i];
    if (!reaches(slice, node)) { continue; }
    reached.push_back(i);
    std::int64_t& generation = newest.emplace(Pool(slice.driver, slice.pool), slice.generation).first->second;
    generation = std::max(generation, slice.generation);
  }
  std::set<model::DeviceId> seen;
  std::set<Pool> invalid;
  std::erase_if(reached, [&](std::size_t i) {
    const model::ResourceSlice& slice = cluster.resource_slices[i];
    return slice.generation < newest[Pool(slice.driver, slice.pool)];
  });
  for (const std::size_t i : reached) {
    const model::ResourceSlice& slice = cluster.resource_slices[i];
    for (const model::Device& device : slice.devices) {
      if (!seen.insert({slice.driver, slice.pool, device.name}).second) { invalid.emplace(slice.driver, slice.pool); }
    }
  }
  std::erase_if(reached, [&](std::size_t i) {
    return invalid.contains({cluster.resource_slices[i].driver, cluster.resource_slices[i].pool});
  });
  return reached;
}

// Tries all devices for all requests until every claim has its devices.
class DeviceSearch {
 public:
  DeviceSearch(const ClusterSnapshot& cluster, const AssumedDevices& assumed,
               const std::vector<ResourceClaimIndex>& claims, const model::Node& node)
      : m_cluster(cluster), m_allocations(claims.size()) {
    for (const ResourceClaimIndex claim : claims) {
      m_claims.push_back(&cluster.resource_claims[at(claim)]);
      m_shared.emplace_back(m_claims.back()->match_attributes.size());
    }
    collect_devices(assumed, node);
  }

  std::optional<std::vector<AssumedDevices::Allocation>> run() {
    return from_claim(0) ? std::optional(std::move(m_allocations)) : std::nullopt;
  }

 private:
  struct Candidate {
    model::DeviceId id;
    std::size_t slice;
    const model::Device* device;
    bool is_free;
  };
  // The attribute that a MatchAttribute demands, once a device has set it.
  struct Shared {
    const model::DeviceAttribute* attribute = nullptr;
    std::int32_t devices = 0;
  };
  // The request that the search serves now.
  struct Place {
    std::size_t claim, request;
    const model::DeviceRequest& asked; // the request, or an alternative of it
  };

  // The live scheduler gives up after 10 s.
  static constexpr std::int64_t k_most_steps = 200'000;

  void collect_devices(const AssumedDevices& assumed, const model::Node& node) {
    std::set<model::DeviceId> taken;
    for (std::size_t i = 0; i < m_cluster.resource_claims.size(); ++i) {
      if (assumed.is_freed(static_cast<ResourceClaimIndex>(i))) { continue; }
      const model::ResourceClaim& claim = m_cluster.resource_claims[i];
      taken.insert(claim.devices.begin(), claim.devices.end());
    }
    for (const std::size_t i : slices_of(m_cluster, node)) {
      const model::ResourceSlice& slice = m_cluster.resource_slices[i];
      for (const model::Device& device : slice.devices) {
        const model::DeviceId id{slice.driver, slice.pool, device.name};
        m_candidates.push_back({id, i, &device, !taken.contains(id) && !assumed.taken(id)});
      }
    }
  }

  bool from_claim(std::size_t claim) { return claim == m_claims.size() || from_request(claim, 0); }

  bool from_request(std::size_t claim, std::size_t request) {
    const std::vector<model::DeviceRequest>& requests = m_claims[claim]->requests;
    if (request == requests.size()) { return from_claim(claim + 1); }
    const model::DeviceRequest& asked = requests[request];
    if (asked.alternatives.empty()) { return serve({claim, request, asked}); }
    std::int32_t preference = model::k_most_alternatives;
    for (const model::DeviceRequest& alternative : asked.alternatives) {
      m_allocations[claim].preference += preference;
      if (serve({claim, request, alternative})) { return true; }
      m_allocations[claim].preference -= preference--;
    }
    return false;
  }

  bool serve(const Place& place) {
    const std::vector<std::size_t> matching = matching_devices(place.asked);
    const auto wanted = place.asked.all ? std::ssize(matching) : place.asked.count;
    if (place.asked.all && matching.empty()) { return false; }
    if (std::ssize(m_allocations[place.claim].devices) + wanted > k_most_devices) { return false; }
    return choose(place, matching, 0, wanted);
  }

  std::vector<std::size_t> matching_devices(const model::DeviceRequest& asked) const {
    const model::DeviceClass* const device_class = find_device_class(m_cluster, asked.device_class);
    std::vector<std::size_t> matching;
    for (std::size_t i = 0; device_class != nullptr && i < m_candidates.size(); ++i) {
      const Candidate& candidate = m_candidates[i];
      if (!asked.all && !candidate.is_free) { continue; }
      const auto answer = matches_all(device_class->selectors, asked.selectors, candidate.id.driver, *candidate.device);
      if (answer == model::DeviceSelector::Answer::Yes) { matching.push_back(i); }
    }
    return matching;
  }

  // Chooses `missing` more of the matching devices from index `begin` on, then goes on with the next request.
  bool choose(const Place& place, const std::vector<std::size_t>& matching, std::size_t begin, std::int64_t missing) {
    if (missing == 0) { return from_request(place.claim, place.request + 1); }
    if (++m_steps > k_most_steps) { return false; }
    const Candidate* failed = nullptr;
    for (std::size_t i = begin; i + static_cast<std::size_t>(missing) <= matching.size(); ++i) {
      Candidate& candidate = m_candidates[matching[i]];
      if (failed != nullptr && are_alike(*failed, candidate)) { continue; }
      if (use(place, candidate)) {
        if (choose(place, matching, i + 1, missing - 1)) { return true; }
        give_back(place, candidate);
      }
      if (place.asked.all) { return false; } // it needs every one
      failed = &candidate;
    }
    return false;
  }

  static bool are_alike(const Candidate& a, const Candidate& b) {
    return a.is_free && b.is_free && a.slice == b.slice && a.device->attributes == b.device->attributes &&
           a.device->capacities == b.device->capacities;
  }

  static bool concerns(const model::MatchAttribute& rule, const model::DeviceRequest& request,
                       const model::DeviceRequest& asked) {
    if (rule.requests.empty()) { return true; }
    return std::ranges::any_of(rule.requests, [&](std::string_view name) {
      return name == request.name || (&asked != &request && name == util::concat(request.name, '/', asked.name));
    });
  }

  // Calls visit(shared, attribute of the device or null) for each constraint on the request.
  template <typename Visit>
  bool each_constraint(const Place& place, const Candidate& candidate, Visit visit) {
    const model::ResourceClaim& claim = *m_claims[place.claim];
    for (std::size_t i = 0; i < claim.match_attributes.size(); ++i) {
      const model::MatchAttribute& rule = claim.match_attributes[i];
      if (!concerns(rule, claim.requests[place.request], place.asked)) { continue; }
      const auto& attributes = candidate.device->attributes;
      const auto own = std::ranges::find(attributes, rule.attribute, &model::DeviceAttribute::name);
      if (!visit(m_shared[place.claim][i], own == attributes.end() ? nullptr : &*own)) { return false; }
    }
    return true;
  }

  bool use(const Place& place, Candidate& candidate) {
    if (!candidate.is_free) { return false; }
    const bool fits = each_constraint(place, candidate, [](const Shared& shared, const model::DeviceAttribute* own) {
      return own != nullptr && (shared.devices == 0 || shared.attribute->value == own->value);
    });
    if (!fits) { return false; }
    each_constraint(place, candidate, [](Shared& shared, const model::DeviceAttribute* own) {
      if (shared.devices++ == 0) { shared.attribute = own; }
      return true;
    });
    candidate.is_free = false;
    m_allocations[place.claim].devices.push_back(candidate.id);
    m_allocations[place.claim].slices.push_back(candidate.slice);
    return true;
  }

  void give_back(const Place& place, Candidate& candidate) {
    each_constraint(place, candidate, [](Shared& shared, const model::DeviceAttribute*) {
      --shared.devices;
      return true;
    });
    candidate.is_free = true;
    m_allocations[place.claim].devices.pop_back();
    m_allocations[place.claim].slices.pop_back();
  }

  const ClusterSnapshot& m_cluster;
  std::vector<const model::ResourceClaim*> m_claims;
  std::vector<std::vector<Shared>> m_shared; // by claim and constraint
  std::vector<Candidate> m_candidates;
  std::vector<AssumedDevices::Allocation> m_allocations;
  std::int64_t m_steps = 0;
};

} // namespace

std::optional<std::vector<AssumedDevices::Allocation>> allocate(const ClusterSnapshot& cluster,
                                                                const AssumedDevices& assumed,
                                                                const std::vector<ResourceClaimIndex>& claims,
                                                                model::NodeIndex node) {
  if (claims.empty()) { return std::vector<AssumedDevices::Allocation>(); }
  return DeviceSearch(cluster, assumed, claims, cluster.nodes[at(node)]).run();
}

} // namespace engine

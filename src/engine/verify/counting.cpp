// SPDX-License-Identifier: Apache-2.0
// Counting: no set of members has more placed members than the nodes, each taken alone, can hold of it.
#include "engine/index.hpp"
#include "engine/verify/checks.hpp"
#include "engine/verify/roll_call.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

namespace engine::verification {

namespace {

using model::CountedPlaces;
using model::CountedSet;

std::string text(const CountedPlaces& places) {
  const std::string_view noun = places.domains ? " domain" : " node";
  return util::concat(places.each, " each on ", places.count, noun, places.count == 1 ? "" : "s", " like ",
                      places.like);
}

// The largest `each` first; among equals, domains before nodes.
bool comes_before(const CountedPlaces& a, const CountedPlaces& b) {
  return std::tuple(-a.each, !a.domains) < std::tuple(-b.each, !b.domains);
}

// Counts one member per domain. On a node without the key, counts as many as the node holds. With an empty key, does
// so on every node.
std::vector<CountedPlaces> places_for(const Members& members, const ClassCounts& of, std::string_view topology_key) {
  std::map<std::int64_t, CountedPlaces, std::greater<>> by_each;
  std::set<std::string_view> domains;
  for (std::size_t i = 0; i < members.nodes.size(); ++i) {
    const auto index = static_cast<model::NodeIndex>(i);
    const model::Node& node = members.nodes.node(index);
    const std::int64_t each = members.most_on(of, index);
    if (each == 0) { continue; }
    const auto domain = topology_key.empty() ? std::nullopt : model::find_label(*node.labels, topology_key);
    if (domain) {
      domains.insert(*domain);
      continue;
    }
    by_each.try_emplace(each, CountedPlaces{each, 0, false, std::string(node.name)}).first->second.count += 1;
  }
  std::vector<CountedPlaces> places;
  for (const auto& [each, alike] : by_each) { places.push_back(alike); }
  if (!domains.empty()) {
    places.push_back({1, static_cast<std::int64_t>(domains.size()), true, std::string(*domains.begin())});
  }
  std::ranges::stable_sort(places, comes_before);
  return places;
}

Doubt check_places(std::vector<CountedPlaces> claimed, const std::vector<CountedPlaces>& places,
                   const std::string& field) {
  if (!std::ranges::is_sorted(claimed, std::ranges::greater(), &CountedPlaces::each)) {
    return Fault{field, text(claimed.front()) + " first", "the most places come first"};
  }
  std::ranges::stable_sort(claimed, comes_before);
  for (std::size_t i = 0; i < std::max(claimed.size(), places.size()); ++i) {
    const std::string says = i < claimed.size() ? text(claimed[i]) : "";
    if (Doubt doubt = differs(element(field, i), says, i < places.size() ? text(places[i]) : "")) { return doubt; }
  }
  return std::nullopt;
}

// A set may claim a domain only if any two of its members keep each other out of it.
Doubt check_domain(const Members& members, const CountedSet& set, const ClassCounts& of, const std::string& field) {
  const auto exclude = [&](std::size_t a, std::size_t b) { return members.exclude_over(a, b, set.topology_key); };
  if (set.topology_key.empty() || any_two(of, exclude)) { return std::nullopt; }
  return Fault{field + ".domain", set.topology_key, "not all members of the set keep each other out of it"};
}

Doubt check_set(const Members& members, const CountedSet& set, const std::string& field, RollCall& roll_call,
                std::int64_t& total) {
  ClassCounts of;
  if (Doubt doubt = roll_call.list(set.members, field + ".members", of)) { return doubt; }
  if (Doubt doubt = check_domain(members, set, of, field)) { return doubt; }
  const std::vector<CountedPlaces> places = places_for(members, of, set.topology_key);
  if (Doubt doubt = check_places(set.places, places, field + ".places")) { return doubt; }
  const auto size = static_cast<std::int64_t>(set.members.size());
  std::int64_t at_most = 0;
  for (const CountedPlaces& alike : places) { at_most += alike.each * alike.count; }
  at_most = std::min(at_most, size);
  total += at_most;
  return differs(field + ".atMost", set.at_most, at_most);
}

} // namespace

Doubt check(const Members& members, const model::CountingBound& bound) {
  const std::string sets = util::concat(k_bound_field, ".sets");
  RollCall roll_call(members);
  std::int64_t total = members.fixed;
  for (std::size_t i = 0; i < bound.sets.size(); ++i) {
    if (Doubt doubt = check_set(members, bound.sets[i], element(sets, i), roll_call, total)) { return doubt; }
  }
  if (Doubt doubt = roll_call.complete(sets)) { return doubt; }
  return differs(util::concat(k_bound_field, ".atMost"), bound.at_most, total);
}

} // namespace engine::verification

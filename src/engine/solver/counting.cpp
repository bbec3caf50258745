// SPDX-License-Identifier: Apache-2.0
#include "engine/index.hpp"
#include "engine/solver/bounds.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace engine::solver {

namespace {

constexpr std::size_t k_most_merged = 24; // best_sets() does not merge sets if there are more classes

using Set = std::vector<std::size_t>; // of classes

std::int64_t size_of(const Problem& problem, const Set& set) {
  std::int64_t sum = 0;
  for (const std::size_t c : set) { sum += problem.classes[c].size(); }
  return sum;
}

// True if `exclude` holds for any two members of the set.
template <typename Exclude>
bool all_exclude(const Problem& problem, const Set& set, Exclude exclude) {
  return std::ranges::all_of(set, [&](std::size_t a) {
    return std::ranges::all_of(set, [&](std::size_t b) {
      const bool no_two = a == b && set.size() > 1 && problem.classes[a].size() == 1;
      return no_two || exclude(a, b);
    });
  });
}

// The largest number of the set's members that fit on one node of the kind. An upper bound for several classes: it
// assumes the smallest request among them for each resource.
std::int64_t places_on(const Problem& problem, const NodeKind& kind, const Set& set) {
  if (set.size() == 1) { return problem.copies(kind, set.front()); }
  std::int64_t places = 0;
  for (const std::size_t c : set) {
    if (problem.copies(kind, c) > 0) { places += problem.classes[c].size(); }
  }
  for (std::size_t r = 0; r < problem.resources.size(); ++r) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const std::size_t c : set) {
      if (problem.copies(kind, c) == 0) { continue; }
      least = std::min(least, problem.classes[c].requests[r]);
    }
    if (least > 0 && least < std::numeric_limits<std::int64_t>::max()) {
      places = std::min(places, kind.room[r] / least);
    }
  }
  const auto exclude = [&](std::size_t a, std::size_t b) { return problem.exclude(kind, a, b); };
  return all_exclude(problem, set, exclude) ? std::min<std::int64_t>(places, 1) : places;
}

std::string_view name_of(const Problem& problem, model::NodeIndex node) { return problem.gang.nodes().node(node).name; }

struct Count {
  std::int64_t each = 0;
  std::int64_t count = 0;
  bool domains = false;
  std::string_view like;
};

void count_one(std::vector<Count>& counts, std::int64_t each, std::int64_t count, bool domains, std::string_view like) {
  const auto same =
      std::ranges::find_if(counts, [&](const Count& c) { return c.each == each && c.domains == domains; });
  if (same == counts.end()) {
    counts.push_back({each, count, domains, like});
  } else {
    same->count += count;
    same->like = std::min(same->like, like);
  }
}

// If `key` is empty, counts node by node. Otherwise the set's members exclude each other within a domain of the key.
std::vector<Count> places_of(const Problem& problem, const Set& set, std::string_view key) {
  std::vector<Count> counts;
  std::set<std::string_view> domains;
  for (const NodeKind& kind : problem.kinds) {
    const std::int64_t each = places_on(problem, kind, set);
    if (each == 0) { continue; }
    if (key.empty()) {
      count_one(counts, each, std::ssize(kind.nodes), false, name_of(problem, kind.nodes.front()));
      continue;
    }
    for (const model::NodeIndex node : kind.nodes) {
      const auto value = model::find_label(*problem.gang.nodes().node(node).labels, key);
      if (value) {
        domains.insert(*value);
      } else {
        count_one(counts, each, 1, false, name_of(problem, node));
      }
    }
  }
  if (!domains.empty()) { count_one(counts, 1, std::ssize(domains), true, *domains.begin()); }
  std::ranges::sort(counts, [](const Count& a, const Count& b) {
    return std::pair(a.each, a.domains) > std::pair(b.each, b.domains);
  });
  return counts;
}

std::int64_t total(const std::vector<Count>& counts) {
  std::int64_t sum = 0;
  for (const Count& count : counts) { sum += count.each * count.count; }
  return sum;
}

// Topology keys over which every member of the set excludes every other.
std::vector<std::string_view> excluding_keys(const Problem& problem, const Set& set) {
  std::vector<std::string_view> keys;
  const auto excludes = [&](std::size_t a, std::size_t b, std::string_view key) {
    return std::ranges::any_of(problem.exclusions, [&](const Exclusion& e) {
      return e.topology_key == key && e.a == std::min(a, b) && e.b == std::max(a, b);
    });
  };
  for (const Exclusion& exclusion : problem.exclusions) {
    const std::string_view key = exclusion.topology_key;
    if (key.empty() || std::ranges::find(keys, key) != keys.end()) { continue; }
    const bool all = all_exclude(problem, set, [&](std::size_t a, std::size_t b) { return excludes(a, b, key); });
    if (all) { keys.push_back(key); }
  }
  return keys;
}

struct BoundedSet {
  Set set;
  std::string_view key;
  std::vector<Count> places;
  std::int64_t at_most = 0;
};

BoundedSet bounded(const Problem& problem, const Set& set) {
  BoundedSet best{set, {}, places_of(problem, set, {}), 0};
  best.at_most = std::min(size_of(problem, set), total(best.places));
  for (const std::string_view key : excluding_keys(problem, set)) {
    std::vector<Count> places = places_of(problem, set, key);
    if (const std::int64_t at_most = total(places); at_most < best.at_most) {
      best = {set, key, std::move(places), at_most};
    }
  }
  return best;
}

// Merges sets as long as that lowers the total.
std::vector<BoundedSet> best_sets(const Problem& problem) {
  std::vector<BoundedSet> sets;
  for (std::size_t c = 0; c < problem.classes.size(); ++c) { sets.push_back(bounded(problem, {c})); }
  if (sets.size() > k_most_merged) { return sets; }
  if (sets.size() > 1) {
    Set all(problem.classes.size());
    for (std::size_t c = 0; c < all.size(); ++c) { all[c] = c; }
    std::int64_t apart = 0;
    for (const BoundedSet& set : sets) { apart += set.at_most; }
    if (BoundedSet whole = bounded(problem, all); whole.at_most < apart) { return {std::move(whole)}; }
  }
  for (bool merged = true; merged;) {
    merged = false;
    for (std::size_t a = 0; a < sets.size() && !merged; ++a) {
      for (std::size_t b = a + 1; b < sets.size() && !merged; ++b) {
        Set both = sets[a].set;
        both.insert(both.end(), sets[b].set.begin(), sets[b].set.end());
        BoundedSet joined = bounded(problem, both);
        if (joined.at_most >= sets[a].at_most + sets[b].at_most) { continue; }
        sets[a] = std::move(joined);
        sets.erase(sets.begin() + static_cast<std::ptrdiff_t>(b));
        merged = true;
      }
    }
  }
  return sets;
}

model::CountedSet described(const Problem& problem, const BoundedSet& from) {
  model::CountedSet set;
  for (const std::size_t c : from.set) {
    for (const model::PodIndex member : problem.classes[c].members) {
      set.members.emplace_back(problem.gang.pod(member).name);
    }
  }
  set.topology_key = from.key;
  for (const Count& count : from.places) {
    set.places.push_back({count.each, count.count, count.domains, std::string(count.like)});
  }
  set.at_most = from.at_most;
  return set;
}

} // namespace

Bounded counting_bound(const Problem& problem) {
  model::CountingBound bound;
  bound.at_most = problem.gang.fixed;
  for (const BoundedSet& set : best_sets(problem)) {
    bound.sets.push_back(described(problem, set));
    bound.at_most += set.at_most;
  }
  const std::int64_t at_most = bound.at_most;
  Bounded result{std::move(bound), at_most, {}};
  if (problem.classes.size() != 1) { return result; }
  for (const NodeKind& kind : problem.kinds) {
    for (const model::NodeIndex node : kind.nodes) { result.plan.push_back({node, {problem.copies(kind, 0)}}); }
  }
  return result;
}

} // namespace engine::solver

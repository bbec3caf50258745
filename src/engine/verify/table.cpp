// SPDX-License-Identifier: Apache-2.0
// Table: finds what each node can hold of up to three classes by trying every combination of counts, then adds the
// nodes up.
#include "engine/index.hpp"
#include "engine/verify/checks.hpp"
#include "engine/verify/frontier.hpp"
#include "engine/verify/roll_call.hpp"

#include <algorithm>
#include <numeric>

namespace engine::verification {

namespace {

using model::TableBound;
using model::TableNodes;

constexpr std::size_t k_most_vectors = 256;        // size of the largest frontier that a certificate lists
constexpr std::int64_t k_most_steps = 100'000'000; // tried combinations, or computed sums

std::string path(std::string_view part) { return util::concat(k_bound_field, '.', part); }

// The classes of the bound. One member class represents each, because no bound can distinguish their members.
struct Classes {
  std::vector<std::size_t> numbers; // into Members::classes
  Counts sizes = {};
};

Doubt read_classes(const Members& members, const TableBound& bound, Classes& classes) {
  const std::string field = path("classes");
  if (bound.classes.empty() || bound.classes.size() > k_most_classes) {
    return Fault{field, util::concat(bound.classes.size(), " classes"), "a table has one to three"};
  }
  RollCall roll_call(members);
  for (std::size_t i = 0; i < bound.classes.size(); ++i) {
    const std::string names = element(field, i) + ".members";
    ClassCounts of;
    if (Doubt doubt = roll_call.list(bound.classes[i], names, of)) { return doubt; }
    for (const auto& [number, count] : of) {
      if (members.equal(of.begin()->first, number)) { continue; }
      const auto name = [&](std::size_t one) { return members.nodes.pod(members.classes[one].pod).name; };
      return Fault{names, "they are equal",
                   util::concat(name(number), " and ", name(of.begin()->first), " differ in what nodes hold of them")};
    }
    classes.numbers.push_back(of.begin()->first);
    classes.sizes[i] = static_cast<std::int64_t>(bound.classes[i].size());
  }
  return roll_call.complete(field);
}

class NodeFrontiers {
 public:
  NodeFrontiers(const Members& members, const Classes& classes) : m_members(members), m_classes(classes) {}

  // Nodes that are equal in everything that `holds` reads share one frontier.
  const Greatest& of(model::NodeIndex node) {
    const auto [known, is_new] = m_known.try_emplace(likeness(node));
    if (is_new) { known->second = try_all(node); }
    return known->second;
  }
  std::int64_t tried() const { return m_tried; }

 private:
  std::vector<std::int64_t> likeness(model::NodeIndex node) const {
    std::vector<std::int64_t> facts;
    for (const std::size_t a : m_classes.numbers) {
      const MemberClass& of_class = m_members.classes[a];
      facts.push_back(of_class.open.has(node) ? 1 : 0);
      for (const auto& [resource, amount] : of_class.needs) { facts.push_back(m_members.room(node, resource)); }
      for (const std::size_t b : m_classes.numbers) { facts.push_back(m_members.conflict(a, b, node) ? 1 : 0); }
    }
    return facts;
  }

  bool holds(const Counts& counts, model::NodeIndex node) {
    ++m_tried;
    std::map<model::ResourceId, std::int64_t> left;
    for (std::size_t k = 0; k < m_classes.numbers.size(); ++k) {
      if (counts[k] == 0) { continue; }
      const std::size_t number = m_classes.numbers[k];
      const MemberClass& of_class = m_members.classes[number];
      if (!of_class.open.has(node)) { return false; }
      for (std::size_t l = 0; l <= k; ++l) {
        const bool together = l == k ? counts[k] > 1 : counts[l] > 0;
        if (together && m_members.conflict(number, m_classes.numbers[l], node)) { return false; }
      }
      for (const auto& [resource, amount] : of_class.needs) {
        std::int64_t& room = left.try_emplace(resource, m_members.room(node, resource)).first->second;
        if (counts[k] > room / amount) { return false; } // avoids overflow of the product
        room -= counts[k] * amount;
      }
    }
    return true;
  }

  // A node that holds a count also holds smaller ones: the first count that fails ends the loop.
  Greatest try_all(model::NodeIndex node) {
    std::vector<Counts> held;
    Counts counts = {};
    for (counts = {}; counts[0] <= m_classes.sizes[0] && holds(counts, node); ++counts[0]) {
      for (counts[1] = 0; counts[1] <= m_classes.sizes[1] && holds(counts, node); ++counts[1]) {
        for (counts[2] = 0; counts[2] <= m_classes.sizes[2] && holds(counts, node); ++counts[2]) {}
        counts[2] -= 1;
        held.push_back(counts);
        counts[2] = 0;
      }
      counts[1] = 0;
    }
    return greatest_of(std::move(held));
  }

  const Members& m_members;
  const Classes& m_classes;
  std::map<std::vector<std::int64_t>, Greatest> m_known;
  std::int64_t m_tried = 0;
};

// Nodes with the same frontier.
struct Alike {
  Greatest frontier;
  std::int64_t count = 0;
  std::string_view like;
};

// In the order of their first nodes; leaves out nodes that can hold nothing.
std::optional<std::vector<Alike>> sort_nodes(const Members& members, const Classes& classes) {
  NodeFrontiers frontiers(members, classes);
  std::vector<Alike> kinds;
  std::map<Greatest, std::size_t> known;
  for (std::size_t i = 0; i < members.nodes.size(); ++i) {
    const auto node = static_cast<model::NodeIndex>(i);
    const Greatest& frontier = frontiers.of(node);
    if (frontiers.tried() > k_most_steps) { return std::nullopt; }
    if (frontier.front() == Counts{}) { continue; }
    const auto [found, is_new] = known.emplace(frontier, kinds.size());
    if (is_new) { kinds.push_back({frontier, 0, members.nodes.node(node).name}); }
    ++kinds[found->second].count;
  }
  return kinds;
}

Doubt check_nodes(const std::vector<TableNodes>& claimed, const std::vector<Alike>& kinds, std::size_t classes) {
  const std::string field = path("nodes");
  const auto text = [](std::int64_t count, std::string_view like) { return util::concat(count, " like ", like); };
  for (std::size_t i = 0; i < std::max(claimed.size(), kinds.size()); ++i) {
    const std::string says = i < claimed.size() ? text(claimed[i].count, claimed[i].like) : "";
    const std::string truth = i < kinds.size() ? text(kinds[i].count, kinds[i].like) : "";
    if (Doubt doubt = differs(element(field, i), says, truth)) { return doubt; }
    const std::string frontier = element(field, i) + ".frontier";
    if (Doubt doubt = differs(frontier, claimed[i].frontier, kinds[i].frontier, classes)) { return doubt; }
  }
  return std::nullopt;
}

std::optional<Greatest> all_together(const std::vector<Alike>& kinds, const Counts& sizes) {
  Greatest all = {Counts{}};
  std::int64_t steps = 0;
  for (const Alike& alike : kinds) {
    const Greatest of_these = sums_of_equal(alike.frontier, alike.count, sizes);
    steps += static_cast<std::int64_t>(all.size() * of_these.size());
    if (steps > k_most_steps) { return std::nullopt; }
    all = sums(all, of_these, sizes);
  }
  return all;
}

Doubt check_frontier(const TableBound& bound, const Greatest& all) {
  const std::size_t classes = bound.classes.size();
  const bool in_full = all.size() <= k_most_vectors;
  if (Doubt doubt = differs(path("digest"), bound.digest, in_full ? "" : digest(all, classes))) { return doubt; }
  return differs(path("frontier"), bound.frontier, in_full ? all : Greatest(), classes);
}

} // namespace

Doubt check(const Members& members, const TableBound& bound) {
  Classes classes;
  if (Doubt doubt = read_classes(members, bound, classes)) { return doubt; }
  const std::optional<std::vector<Alike>> kinds = sort_nodes(members, classes);
  if (!kinds) { return cannot_tell(util::concat("the nodes hold more than ", k_most_steps, " combinations")); }
  if (Doubt doubt = check_nodes(bound.nodes, *kinds, classes.numbers.size())) { return doubt; }
  const std::optional<Greatest> all = all_together(*kinds, classes.sizes);
  if (!all) { return cannot_tell(util::concat("the nodes hold more than ", k_most_steps, " combinations together")); }
  if (Doubt doubt = check_frontier(bound, *all)) { return doubt; }
  std::int64_t most = 0;
  for (const Counts& counts : *all) { most = std::max(most, std::accumulate(counts.begin(), counts.end(), most * 0)); }
  return differs(path("atMost"), bound.at_most, members.fixed + most);
}

} // namespace engine::verification

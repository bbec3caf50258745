// SPDX-License-Identifier: Apache-2.0
#include "support/solver_cases.hpp"

#include "support/cluster_builder.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace tests {

namespace {

const std::array<std::string, 3> k_resources = {"cpu", "example.com/gpu", "example.com/disk"};

std::string app_name(int app) { return std::string(1, static_cast<char>('a' + app)); }

// A pod on a node: a member, or another pod.
struct There {
  const SolverPod* pod;
  int node;
};

class Trial {
 public:
  explicit Trial(const SolverCase& one) : m_case(one), m_assigned(one.members.size(), -1) {
    for (const SolverPod& pod : one.others) { m_there.push_back({&pod, pod.node}); }
  }

  // The most members that fit, over all sets of placements that can be reached, each tried once.
  std::int64_t most() {
    std::int64_t best = static_cast<std::int64_t>(m_there.size() - m_case.others.size());
    for (std::size_t m = 0; m < m_case.members.size(); ++m) {
      if (m_assigned[m] >= 0) { continue; }
      for (int n = 0; n < static_cast<int>(m_case.nodes.size()); ++n) {
        if (!may_go(m_case.members[m], n)) { continue; }
        m_assigned[m] = n;
        if (m_seen.insert(m_assigned).second) {
          m_there.push_back({&m_case.members[m], n});
          best = std::max(best, most());
          m_there.pop_back();
        }
        m_assigned[m] = -1;
        if (best == static_cast<std::int64_t>(m_case.members.size())) { return best; }
      }
    }
    return best;
  }

 private:
  const SolverNode& node(int n) const { return m_case.nodes[static_cast<std::size_t>(n)]; }

  // True if the nodes share the zone, or are the same node. A node without a zone shares none.
  bool together(int a, int b, bool zones) const {
    return zones ? node(a).zone >= 0 && node(a).zone == node(b).zone : a == b;
  }

  bool may_go(const SolverPod& pod, int n) const {
    if (node(n).tainted && !pod.tolerates) { return false; }
    if (pod.fast_only && !node(n).fast) { return false; }
    std::array<std::int64_t, 3> left = node(n).offers;
    std::int64_t slots = node(n).pods;
    for (const There& there : m_there) {
      if (there.node == n) {
        --slots;
        for (std::size_t r = 0; r < left.size(); ++r) { left[r] -= there.pod->asks[r]; }
        if (pod.port != 0 && pod.port == there.pod->port) { return false; }
      }
      const auto repels = [&](const SolverPod& holder, const SolverPod& other) {
        return holder.anti && holder.anti->app == other.app && together(there.node, n, holder.anti->zones);
      };
      if (repels(pod, *there.pod) || repels(*there.pod, pod)) { return false; }
    }
    if (slots < 1) { return false; }
    for (std::size_t r = 0; r < left.size(); ++r) {
      if (pod.asks[r] > 0 && pod.asks[r] > left[r]) { return false; }
    }
    return (!pod.spread || spreads(pod, n)) && (!pod.near_to || is_near(pod, n));
  }

  bool spreads(const SolverPod& pod, int n) const {
    const bool zones = pod.spread->zones;
    if (zones && node(n).zone < 0) { return false; }
    std::map<int, int> counts; // by zone or node
    for (int i = 0; i < static_cast<int>(m_case.nodes.size()); ++i) {
      const bool counted = (!zones || node(i).zone >= 0) && (!pod.fast_only || node(i).fast);
      if (!counted) { continue; }
      int& count = counts[zones ? node(i).zone : i];
      for (const There& there : m_there) { count += there.node == i && there.pod->app == pod.app ? 1 : 0; }
    }
    int lowest = 1'000'000;
    for (const auto& [domain, count] : counts) { lowest = std::min(lowest, count); }
    if (static_cast<int>(counts.size()) < pod.spread->min_domains) { lowest = 0; }
    return counts[zones ? node(n).zone : n] + 1 - lowest <= pod.spread->max_skew;
  }

  bool is_near(const SolverPod& pod, int n) const {
    if (node(n).zone < 0) { return false; }
    bool any = false;
    for (const There& there : m_there) {
      if (there.pod->app != *pod.near_to) { continue; }
      if (node(there.node).zone >= 0) { any = true; }
      if (together(there.node, n, true)) { return true; }
    }
    return !any && pod.app == *pod.near_to;
  }

  const SolverCase& m_case;
  std::vector<There> m_there;
  std::vector<int> m_assigned;
  std::set<std::vector<int>> m_seen;
};

} // namespace

std::int64_t most_by_trying(const SolverCase& one) { return Trial(one).most(); }

SolverCase random_solver_case(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  SolverCase one;
  const bool zones = pick(2) == 0;
  const bool rules = pick(2) == 0; // between pods
  for (int i = 1 + pick(5); i > 0; --i) {
    SolverNode node;
    node.offers = {2000 + pick(4) * 1000, pick(5), pick(4)};
    node.pods = 2 + pick(5);
    if (zones && pick(8) != 0) { node.zone = pick(3); }
    node.fast = pick(2) == 0;
    node.tainted = pick(8) == 0;
    one.nodes.push_back(node);
  }
  const auto random_pod = [&] {
    SolverPod pod;
    pod.asks = {pick(4) * 500 + (pick(3) == 0 ? 1000 : 0), pick(3), pick(4) == 0 ? 1 : 0};
    pod.app = pick(2);
    pod.port = pick(8) == 0 ? 80 : 0;
    pod.fast_only = pick(6) == 0;
    pod.tolerates = pick(6) == 0;
    if (!rules) { return pod; }
    if (pick(3) == 0) { pod.anti = {pick(2), zones && pick(2) == 0}; }
    if (pick(4) == 0) { pod.spread = {1 + pick(2), zones && pick(2) == 0, pick(4) == 0 ? 3 : 1}; }
    if (zones && pick(6) == 0) { pod.near_to = pick(2); }
    return pod;
  };
  for (int i = pick(4); i > 0; --i) {
    SolverPod pod = random_pod();
    pod.node = pick(static_cast<int>(one.nodes.size()));
    one.others.push_back(pod);
  }
  // Most gangs have few different members.
  std::vector<SolverPod> shapes;
  for (int i = 1 + (pick(4) == 0 ? pick(5) : pick(3)); i > 0; --i) { shapes.push_back(random_pod()); }
  for (int i = 1 + pick(6); i > 0; --i) {
    one.members.push_back(shapes[static_cast<std::size_t>(pick(static_cast<int>(shapes.size())))]);
  }
  return one;
}

model::ClusterSnapshot as_cluster(const SolverCase& one) {
  ClusterBuilder builder;
  static const std::array<std::string, 2> k_keys = {"kubernetes.io/hostname", "zone"};
  for (std::size_t i = 0; i < one.nodes.size(); ++i) {
    const SolverNode& from = one.nodes[i];
    const std::string name = "n" + std::to_string(i);
    auto& node = builder.node(name).has("pods", from.pods).has("memory", k_gib).label(k_keys[0], name);
    for (std::size_t r = 0; r < k_resources.size(); ++r) { node.has(k_resources[r], from.offers[r]); }
    if (from.zone >= 0) { node.label(k_keys[1], "z" + std::to_string(from.zone)); }
    if (from.fast) { node.label("disk", "fast"); }
    if (from.tainted) { node.taint("reserved"); }
  }
  builder.group("gang").min_member(1);
  // Selectors are views, so they need texts that last.
  static const std::array<model::Labels, 2> k_app_labels = {model::Labels{{"app", "a"}}, model::Labels{{"app", "b"}}};
  const auto selector_of = [&](int app) {
    model::Selector selector;
    for (const auto& [key, value] : k_app_labels[static_cast<std::size_t>(app)]) {
      selector.push_back({key, model::SelectorOperator::In, {value}});
    }
    return selector;
  };
  const auto add = [&](const std::string& name, const SolverPod& from) {
    auto& pod = builder.pod(name).label("app", app_name(from.app));
    for (std::size_t r = 0; r < k_resources.size(); ++r) {
      if (from.asks[r] > 0) { pod.asks(k_resources[r], from.asks[r]); }
    }
    if (from.port != 0) { pod.port(from.port); }
    if (from.fast_only) { pod.selects("disk", "fast"); }
    if (from.tolerates) { pod.tolerates("reserved"); }
    if (from.anti) {
      pod.spec.required_anti_affinity.push_back(
          {selector_of(from.anti->app), {"default"}, std::nullopt, k_keys[from.anti->zones ? 1 : 0]});
    }
    if (from.near_to) {
      pod.spec.required_affinity.push_back({selector_of(*from.near_to), {"default"}, std::nullopt, k_keys[1]});
    }
    if (from.spread) {
      model::TopologySpreadConstraint constraint;
      constraint.max_skew = from.spread->max_skew;
      constraint.min_domains = from.spread->min_domains;
      constraint.topology_key = k_keys[from.spread->zones ? 1 : 0];
      constraint.selector = selector_of(from.app);
      pod.spec.spread.push_back(constraint);
    }
    if (from.node >= 0) { pod.on("n" + std::to_string(from.node)); }
    return &pod;
  };
  for (std::size_t i = 0; i < one.others.size(); ++i) { add("o" + std::to_string(i), one.others[i]); }
  for (std::size_t i = 0; i < one.members.size(); ++i) { add("m" + std::to_string(i), one.members[i])->in("gang"); }
  return builder.build();
}

std::string as_text(const SolverCase& one) {
  std::ostringstream text;
  for (const SolverNode& n : one.nodes) {
    text << "node cpu " << n.offers[0] << " gpu " << n.offers[1] << " disk " << n.offers[2] << " pods " << n.pods
         << " zone " << n.zone << (n.fast ? " fast" : "") << (n.tainted ? " tainted" : "") << '\n';
  }
  for (const auto* const pods : {&one.others, &one.members}) {
    for (const SolverPod& p : *pods) {
      text << (p.node >= 0 ? "bound to " + std::to_string(p.node) : std::string("member")) << " app " << app_name(p.app)
           << " cpu " << p.asks[0] << " gpu " << p.asks[1] << " disk " << p.asks[2] << " port " << p.port
           << (p.fast_only ? " fast only" : "") << (p.tolerates ? " tolerates" : "");
      if (p.anti) { text << " anti " << app_name(p.anti->app) << (p.anti->zones ? " zones" : " hosts"); }
      if (p.spread) {
        text << " spread " << p.spread->max_skew << (p.spread->zones ? " zones" : " hosts") << " min "
             << p.spread->min_domains;
      }
      if (p.near_to) { text << " near " << app_name(*p.near_to); }
      text << '\n';
    }
  }
  return text.str();
}

} // namespace tests

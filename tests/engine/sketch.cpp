// SPDX-License-Identifier: Apache-2.0
#include "engine/sketch.hpp"

#include <set>
#include <stdexcept>

namespace tests {

model::ClusterSnapshot Sketch::build() const {
  ClusterBuilder c;
  for (const Node& node : nodes) {
    auto& row = c.node(node.name).has("gpu", node.gpu).has("pods", node.pods);
    if (!node.taint.empty()) { row.taint(node.taint); }
    if (!node.zone.empty()) { row.label("zone", node.zone); }
    if (node.cordoned) { row.cordoned(); }
  }
  for (const Group& group : groups) { c.group(group.name).min_member(group.min_member).at(group.created); }
  for (const Pod& pod : pods) {
    auto& row = c.pod(pod.name).asks("gpu", pod.gpu).priority(pod.priority).at(pod.created);
    if (!pod.group.empty()) { row.in(pod.group); }
    if (!pod.node.empty()) { row.on(pod.node); }
    if (!pod.owner_kind.empty()) { row.owned_by(pod.owner_kind, pod.name); }
    if (!pod.zone.empty()) { row.selects("zone", pod.zone); }
    if (!pod.tolerates.empty()) { row.tolerates(pod.tolerates); }
    if (!pod.app.empty()) { row.label("app", pod.app); }
    if (pod.port != 0) { row.port(pod.port); }
    if (pod.terminating) { row.terminating(); }
    if (pod.node.empty() && !pod.nominated.empty()) { row.nominated(pod.nominated); }
    for (const Node& node : nodes) { // "metadata.name NotIn (n0, n1)"
      if (pod.avoids.find('(' + node.name) != std::string::npos ||
          pod.avoids.find(' ' + node.name) != std::string::npos) {
        row.keeps_off(node.name);
      }
    }
  }
  if (budget >= 0) { c.budget("app", "web", budget); }
  return c.build();
}

bool Sketch::has_room(const std::string& on, const Pod& wanted) const {
  const Node& node = *std::ranges::find(nodes, on, &Node::name);
  if (node.cordoned || (!node.taint.empty() && node.taint != wanted.tolerates)) { return false; }
  if (!wanted.zone.empty() && wanted.zone != node.zone) { return false; }
  std::int64_t gpu = node.gpu - wanted.gpu, slots = node.pods - 1;
  for (const Pod& pod : pods) {
    if (pod.node != on || pod.name == wanted.name) { continue; }
    gpu -= pod.gpu;
    --slots;
    if (pod.port != 0 && pod.port == wanted.port) { return false; }
  }
  return (gpu >= 0 || wanted.gpu == 0) && slots >= 0;
}

void Sketch::carry_out(const model::Fix& fix, const std::string& wanted) {
  const auto members = [&](auto change) {
    for (Pod& pod : pods) {
      if (pod.group == wanted && pod.node.empty()) { change(pod); }
    }
  };
  for (const model::Change& step : fix.changes) {
    switch (fix.kind) {
    case model::FixKind::Evict:
    case model::FixKind::WaitFor:
      if (pod(step.name).node != step.node) { throw std::runtime_error(step.name + " is not there"); }
      remove_pod(step.name);
      break;
    case model::FixKind::Move:
      if (!has_room(step.to_node, pod(step.name))) { throw std::runtime_error("no room for " + step.name); }
      pod(step.name).node = step.to_node;
      break;
    case model::FixKind::Uncordon:
      node(step.name).cordoned = false;
      break;
    case model::FixKind::RemoveTaint:
      node(step.name).taint.clear();
      break;
    case model::FixKind::AddNodes:
      for (std::int64_t i = 1, made = 0; made < step.count; ++i) {
        Node copy = node(step.name);
        copy.name += "-add-" + std::to_string(i);
        if (std::ranges::count(nodes, copy.name, &Node::name) > 0) { continue; }
        ++made;
        copy.cordoned = false;
        nodes.push_back(copy);
        const std::vector<Pod> before = pods;
        for (Pod daemon : before) {
          if (daemon.node != step.name || daemon.owner_kind != "DaemonSet") { continue; }
          daemon.name += "-" + std::to_string(i);
          daemon.node = copy.name;
          pods.push_back(daemon);
        }
      }
      break;
    case model::FixKind::LowerRequest:
      members([&](Pod& pod) { pod.gpu = pod.gpu == fix.from ? fix.to : pod.gpu; });
      break;
    case model::FixKind::LowerMinMember:
      group(wanted).min_member = std::stoi(step.to);
      break;
    case model::FixKind::ChangeOrder:
      for (Pod& pod : pods) {
        if (step.kind == "Pod" ? pod.name == step.name : pod.group == wanted) { pod.priority = std::stoi(step.to); }
      }
      break;
    case model::FixKind::AvoidNodes:
      pod(step.name).avoids = step.to;
      break;
    case model::FixKind::RelaxConstraint:
      members([&](Pod& pod) {
        if (step.field == "spec.nodeSelector" && step.from == "zone=" + pod.zone) { pod.zone.clear(); }
        if (step.field == "spec.tolerations") { pod.tolerates = step.to.substr(0, step.to.find(':')); }
        if (step.field == "spec.containers[*].ports[*].hostPort" && step.from == std::to_string(pod.port)) {
          pod.port = 0;
        }
      });
      break;
    }
  }
}

bool Sketch::starts_step_by_step(const model::Fix& fix, const std::string& wanted) const {
  const bool is_one_step = fix.kind != model::FixKind::Evict && fix.kind != model::FixKind::WaitFor &&
                           fix.kind != model::FixKind::Move && fix.kind != model::FixKind::Uncordon &&
                           fix.kind != model::FixKind::RemoveTaint && fix.kind != model::FixKind::AddNodes;
  Sketch now = with_last(wanted);
  if (is_one_step) {
    now.carry_out(fix, wanted);
    return now.starts(wanted);
  }
  for (const model::Change& change : fix.changes) {
    model::Fix step = fix;
    step.changes = {change};
    const std::int64_t times = std::max<std::int64_t>(1, change.count);
    step.changes.front().count = std::min<std::int64_t>(1, change.count);
    for (std::int64_t i = 0; i < times; ++i) {
      const bool was_evicted = change.kind == "Pod" && std::ranges::count(now.pods, change.name, &Pod::name) == 0;
      if (!was_evicted) { now.carry_out(step, wanted); }
      now = now.at_rest();
    }
  }
  return now.starts(wanted);
}

bool Sketch::starts(const std::string& wanted, engine::Victims victims) const {
  engine::Options how = options();
  how.victims = victims;
  const auto verdict = tests::group(explain(build(), how), wanted).verdict;
  return verdict == model::GroupVerdict::Fits || verdict == model::GroupVerdict::Satisfied;
}

Sketch Sketch::at_rest() const {
  Sketch rest = *this;
  std::vector<model::PodReport> reports;
  const model::Report report = explain(build());
  for (const model::GroupReport& group : report.groups) {
    reports.insert(reports.end(), group.pods.begin(), group.pods.end());
  }
  reports.insert(reports.end(), report.pods.begin(), report.pods.end());
  for (const model::PodReport& found : reports) {
    if (found.outcome == model::Outcome::Bound) { rest.pod(found.name).node = found.node; }
    rest.pod(found.name).nominated = found.nominated_node;
  }
  std::set<std::string> gone;
  for (const model::PodReport& found : reports) {
    for (const std::string& victim : found.victims) { gone.insert(victim.substr(victim.find('/') + 1)); }
  }
  for (const model::PodReport& found : reports) { // a victim that was not bound yet becomes pending again
    if (found.outcome != model::Outcome::NotAttempted) { gone.erase(found.name); }
  }
  for (const std::string& name : gone) {
    if (!rest.pod(name).terminating) { rest.remove_pod(name); }
  }
  return rest;
}

Sketch random_sketch(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto one_in = [&](int n) { return pick(n) == 0; };
  Sketch s;
  std::int64_t clock = ClusterBuilder::k_start;
  const int node_count = 2 + pick(3);
  for (int i = 0; i < node_count; ++i) {
    s.nodes.push_back({"n" + std::to_string(i), 2 + pick(5), 4 + pick(4), one_in(6) ? "dedicated" : "",
                       one_in(2) ? "a" : "b", one_in(8)});
  }
  const int levels = 1 + pick(3);
  const auto add = [&](const std::string& name, const std::string& group, std::int64_t gpu) -> Sketch::Pod& {
    Sketch::Pod pod;
    pod.name = name;
    pod.group = group;
    pod.gpu = gpu;
    pod.created = ++clock;
    pod.priority = pick(levels) * 10;
    return s.pods.emplace_back(pod);
  };
  const auto settle = [&](Sketch::Pod& pod) { // on a node with free capacity, or not at all
    const int first = pick(node_count);
    for (int i = 0; i < node_count; ++i) {
      const std::string name = s.nodes[static_cast<std::size_t>((first + i) % node_count)].name;
      if (s.has_room(name, pod)) {
        pod.node = name;
        return;
      }
    }
    s.pods.pop_back();
  };
  for (int i = 0, count = 2 + pick(4); i < count; ++i) {
    Sketch::Pod& pod = add("r" + std::to_string(i), "", 1 + pick(3));
    if (one_in(3)) { pod.app = "web"; }
    if (one_in(5)) { pod.owner_kind = one_in(2) ? "DaemonSet" : "Job"; }
    if (one_in(8)) { pod.port = 80; }
    pod.terminating = one_in(10);
    settle(pod);
  }
  if (one_in(3)) {
    s.groups.push_back({"ran", 1 + pick(2), ++clock});
    for (int i = 0; i < 2; ++i) { settle(add("ran-" + std::to_string(i), "ran", 1 + pick(2))); }
  }
  if (one_in(3)) {
    s.groups.push_back({"other", 1 + pick(2), ++clock});
    for (int i = 0; i < 2; ++i) { add("other-" + std::to_string(i), "other", 1 + pick(2)); }
  }
  const int members = 2 + pick(3);
  s.groups.push_back({"want", members - pick(2), ++clock});
  const std::int64_t gpu = 1 + pick(4);
  const std::int32_t priority = pick(levels) * 10;
  const std::string zone = one_in(5) ? "a" : "";
  const int port = one_in(8) ? 80 : 0;
  for (int i = 0; i < members; ++i) {
    Sketch::Pod& pod = add("want-" + std::to_string(i), "want", i == 0 && one_in(3) ? 1 + pick(3) : gpu);
    pod.priority = priority;
    pod.zone = zone;
    pod.port = port;
  }
  if (one_in(3)) { s.budget = pick(2); }
  return s;
}

Sketch random_mixture(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Sketch s;
  std::int64_t clock = ClusterBuilder::k_start;
  for (int i = 0, count = 2 + pick(3); i < count; ++i) {
    s.nodes.push_back({"n" + std::to_string(i), 2 + pick(5), 9, "", "", false});
  }
  const int small = 1 + pick(3), large = 1 + pick(2);
  s.groups.push_back({"want", small + large, ++clock});
  const std::int32_t first = pick(2) * 10;
  for (int i = 0; i < small + large; ++i) {
    Sketch::Pod pod;
    pod.name = "want-" + std::to_string(i);
    pod.group = "want";
    pod.gpu = i < small ? 1 + pick(2) : 3 + pick(2);
    pod.priority = i < small ? first : 0;
    pod.created = ++clock;
    s.pods.push_back(pod);
  }
  return s;
}

Sketch random_fragments(std::mt19937& random) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Sketch s;
  std::int64_t clock = ClusterBuilder::k_start;
  const int node_count = 3 + pick(2);
  for (int i = 0; i < node_count; ++i) { s.nodes.push_back({"n" + std::to_string(i), 4, 9, "", "", false}); }
  for (int i = 0, count = node_count + pick(2); i < count; ++i) {
    Sketch::Pod pod;
    pod.name = "r" + std::to_string(i);
    pod.node = "n" + std::to_string(i % node_count);
    pod.gpu = 1 + pick(2);
    pod.owner_kind = pick(8) == 0 ? "DaemonSet" : "";
    pod.created = ++clock;
    if (s.has_room(pod.node, pod)) { s.pods.push_back(pod); }
  }
  s.groups.push_back({"want", 1 + pick(2), ++clock});
  for (int i = 0; i < s.groups.front().min_member; ++i) {
    Sketch::Pod pod;
    pod.name = "want-" + std::to_string(i);
    pod.group = "want";
    pod.gpu = 3 + pick(2);
    pod.created = ++clock;
    s.pods.push_back(pod);
  }
  return s;
}

} // namespace tests

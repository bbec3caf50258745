// SPDX-License-Identifier: Apache-2.0
#include "engine/ask_sizing.hpp"

#include <algorithm>

namespace tests {

model::Report ask_sizing(const Sketch& sketch, engine::SizingOptions sizing) {
  model::ClusterSnapshot cluster = sketch.build();
  engine::Question question;
  question.kind = model::ReportKind::DryRun;
  model::Expansion& made = question.expansions.emplace_back();
  made.kind = "Job";
  made.namespace_name = "default";
  made.name = "want";
  made.roles.resize(1);
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (cluster.groups[i].name != "want") { continue; }
    cluster.groups[i].from_manifest = true;
    question.groups.emplace_back(i);
    for (const model::PodIndex member : cluster.groups[i].members) {
      cluster.pods[static_cast<std::size_t>(member)].from_manifest = true;
      made.roles.front().pods.emplace_back(cluster.pods[static_cast<std::size_t>(member)].name);
    }
  }
  question.sizing = sizing;
  return engine::answer(cluster, options(), question);
}

model::Report ask_sizing(const ClusterBuilder& builder, engine::SizingOptions sizing, const std::string& kind) {
  return ask_sizing(builder.build(), sizing, kind);
}

model::Report ask_sizing(model::ClusterSnapshot cluster, engine::SizingOptions sizing, const std::string& kind) {
  engine::Question question;
  question.kind = model::ReportKind::DryRun;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (!cluster.groups[i].name.starts_with("job")) { continue; }
    cluster.groups[i].from_manifest = true;
    question.groups.emplace_back(i);
  }
  if (kind != "Pod") { question.expansions.emplace_back(); }
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    model::Pod& pod = cluster.pods[i];
    if (!pod.name.starts_with("job-")) { continue; }
    pod.from_manifest = true;
    if (pod.group == model::k_none) { question.pods.emplace_back(i); }
    if (kind == "Pod") { question.expansions.emplace_back(); }
    model::Expansion& made = question.expansions.back();
    made.kind = kind;
    made.namespace_name = "default";
    made.name = kind == "Pod" ? pod.name : "job";
    const std::string role(pod.name.substr(4, pod.name.rfind('-') - 4)); // job-worker-0
    const auto known = std::ranges::find(made.roles, role, &model::Expansion::Role::name);
    model::Expansion::Role& of = known == made.roles.end() ? made.roles.emplace_back() : *known;
    of.name = role;
    of.pods.emplace_back(pod.name);
  }
  question.sizing = sizing;
  return engine::answer(cluster, options(), question);
}

Sketch::Node node_with(const std::string& name, std::int64_t gpu) {
  Sketch::Node node;
  node.name = name;
  node.gpu = gpu;
  node.pods = 110;
  return node;
}

Sketch one_shape(std::mt19937& random, int members, std::int64_t gpu) {
  Sketch sketch;
  for (int i = 0; i < 6; ++i) {
    sketch.nodes.push_back(node_with("n" + std::to_string(i), static_cast<std::int64_t>(random() % 9)));
  }
  sketch.groups.push_back({"want", members, 1'700'000'000});
  for (int i = 0; i < members; ++i) {
    Sketch::Pod& pod = sketch.pods.emplace_back();
    pod.name = "want-" + std::to_string(i);
    pod.group = "want";
    pod.gpu = gpu;
    pod.created = 1'700'000'001;
  }
  return sketch;
}

std::int64_t places(const Sketch& sketch, std::int64_t gpu) {
  std::int64_t sum = 0;
  for (const Sketch::Node& node : sketch.nodes) { sum += node.gpu / gpu; }
  return sum;
}

} // namespace tests

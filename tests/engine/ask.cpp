// SPDX-License-Identifier: Apache-2.0
#include "engine/ask.hpp"

#include <stdexcept>
#include <utility>

namespace tests {

engine::Options options(const std::string& policy) {
  engine::Options options;
  options.policy = policy;
  options.now = model::Time::from_seconds(ClusterBuilder::k_start + 10'000);
  return options;
}

model::Report explain(const model::ClusterSnapshot& cluster, const engine::Options& options) {
  engine::Question question;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) { question.groups.emplace_back(i); }
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    if (pod.group == model::k_none && !pod.bound() && !pod.finished()) { question.pods.emplace_back(i); }
  }
  return engine::answer(cluster, options, question);
}

model::Report queue(const model::ClusterSnapshot& cluster, const engine::Options& options) {
  engine::Question question;
  question.kind = model::ReportKind::QueueReport;
  return engine::answer(cluster, options, question);
}

const model::GroupReport& group(const model::Report& report, const std::string& name) {
  for (const model::GroupReport& g : report.groups) {
    if (g.name == name) { return g; }
  }
  throw std::runtime_error("no group " + name);
}

model::GroupReport group(model::Report&& report, const std::string& name) { return group(std::as_const(report), name); }

const model::PodReport& pod(const model::Report& report, const std::string& name) {
  for (const model::GroupReport& g : report.groups) {
    for (const model::PodReport& p : g.pods) {
      if (p.name == name) { return p; }
    }
  }
  for (const model::PodReport& p : report.pods) {
    if (p.name == name) { return p; }
  }
  throw std::runtime_error("no pod " + name);
}

model::PodReport pod(model::Report&& report, const std::string& name) { return pod(std::as_const(report), name); }

ClusterBuilder zones(std::string_view label) {
  ClusterBuilder c;
  c.node("a1").label(std::string(label), "a");
  c.node("a2").label(std::string(label), "a");
  c.node("b1").label(std::string(label), "b");
  c.node("x");
  return c;
}

model::PodAffinityTerm term(std::string_view app, std::string_view topology_key) {
  model::PodAffinityTerm out;
  out.selector = model::Selector{{"app", model::SelectorOperator::In, {app}}};
  out.namespaces = {"default"};
  out.topology_key = topology_key;
  return out;
}

} // namespace tests

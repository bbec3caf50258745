// SPDX-License-Identifier: Apache-2.0
#include "engine/remedy.hpp"

namespace tests {

std::optional<model::Fix> fix(const ClusterBuilder& builder, model::FixKind kind, const std::string& name,
                              const engine::Options& asked) {
  const model::ClusterSnapshot cluster = builder.build();
  engine::Question question;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (cluster.groups[i].name == name) { question.groups.emplace_back(i); }
  }
  question.remedies = {1, {kind}};
  const std::vector<model::Fix> fixes = engine::answer(cluster, asked, question).groups.front().fixes;
  return fixes.empty() ? std::nullopt : std::optional(fixes.front());
}

std::vector<std::string> names(const model::Fix& fix) {
  std::vector<std::string> names;
  for (const model::Change& change : fix.changes) { names.push_back(change.name); }
  return names;
}

void workers(ClusterBuilder& c, int count, std::int64_t gpu, std::int32_t priority) {
  c.group("train").min_member(count);
  for (int i = 0; i < count; ++i) {
    c.pod("worker-" + std::to_string(i)).in("train").asks("gpu", gpu).priority(priority);
  }
}

ClusterBuilder fragmented() {
  ClusterBuilder c;
  for (const std::string name : {"gpu-a", "gpu-b", "gpu-c", "gpu-d"}) { c.node(name).has("gpu", 8); }
  c.pod("a-0").on("gpu-a").asks("gpu", 2);
  c.pod("b-0").on("gpu-b").asks("gpu", 4);
  c.pod("b-1").on("gpu-b").asks("gpu", 2);
  c.pod("c-0").on("gpu-c").asks("gpu", 4);
  c.pod("c-1").on("gpu-c").asks("gpu", 2);
  c.pod("d-0").on("gpu-d").asks("gpu", 6);
  workers(c, 3, 4);
  return c;
}

} // namespace tests

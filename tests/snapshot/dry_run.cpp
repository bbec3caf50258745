// SPDX-License-Identifier: Apache-2.0
#include "snapshot/dry_run.hpp"

#include "util/concat.hpp"

std::vector<std::string> DryRun::made() const {
  std::vector<std::string> keys;
  for (const model::Pod& pod : cluster.pods) {
    if (pod.from_manifest) { keys.push_back(model::pod_key(pod)); }
  }
  return keys;
}

const model::Expansion::Role& DryRun::role() const {
  REQUIRE(expansions.size() == 1);
  REQUIRE(expansions[0].roles.size() == 1);
  return expansions[0].roles[0];
}

std::vector<std::string> unasked(const DryRun& run) {
  std::vector<std::string> clauses;
  for (const model::Asked& entry : run.cluster.asked) {
    if (entry.reply == model::Reply::NotAsked) { clauses.push_back(entry.because); }
  }
  return clauses;
}

std::vector<std::string> awaited(const DryRun& run, std::string_view key) {
  std::vector<std::string> names;
  const std::int32_t set = run.pod(key).waits_for;
  if (set == model::k_none) { return names; }
  for (const model::PodIndex index : run.cluster.wait_sets[static_cast<std::size_t>(set)]) {
    names.emplace_back(run.cluster.pods[static_cast<std::size_t>(index)].name);
  }
  return names;
}

snapshot::ManifestOptions option(std::string_view typed) {
  snapshot::ManifestOptions options;
  options.operator_options.set(typed);
  return options;
}

DryRun dry_run(const std::string& cluster, const std::string& manifest, const snapshot::ManifestOptions& options,
               const std::vector<snapshot::WhatIf>& what_ifs) {
  snapshot::Builder builder;
  tests::add(builder, cluster);
  for (const snapshot::WhatIf& what_if : what_ifs) { builder.apply(what_if); }
  tests::add_manifest(builder, manifest, options);
  DryRun run;
  run.expansions = builder.expansions();
  run.refusals = builder.refusals();
  run.cluster = builder.finish();
  return run;
}

std::string pod_template(const std::string& labels, const std::string& spec, const std::string& requests) {
  return util::concat("template: {metadata: {labels: {", labels, "}}, spec: {containers: [{name: main, image: a, ",
                      "resources: {requests: {", requests, "}}}], ", spec, "}}");
}

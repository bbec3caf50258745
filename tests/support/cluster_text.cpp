// SPDX-License-Identifier: Apache-2.0
#include "support/cluster_text.hpp"

namespace tests {

void add(snapshot::Builder& builder, std::string_view yaml, std::string_view file) {
  if (yaml.empty()) { return; } // an empty file is an error, an empty cluster is not
  document::read_text(
      yaml, file, {}, [&](const document::Item& item) { builder.add(item); },
      [&](util::Problem problem) { builder.add_problem(std::move(problem)); });
}

void add_manifest(snapshot::Builder& builder, std::string_view yaml, const snapshot::ManifestOptions& options) {
  document::read_text(
      yaml, "manifest.yaml", {}, [&](const document::Item& item) { builder.add_manifest(item, options); },
      [&](util::Problem problem) { builder.add_problem(std::move(problem)); });
}

model::ClusterSnapshot cluster(std::string_view yaml) {
  snapshot::Builder builder;
  add(builder, yaml);
  return builder.finish();
}

} // namespace tests

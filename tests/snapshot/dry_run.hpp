// SPDX-License-Identifier: Apache-2.0
// A cluster, a manifest, and what becomes of them.
#pragma once

#include "model/report/report.hpp"
#include "snapshot/objects.hpp"

#include <string>
#include <vector>

struct DryRun {
  model::ClusterSnapshot cluster;
  std::vector<model::Expansion> expansions;
  std::vector<std::string> refusals;

  std::vector<std::string> made() const;      // keys of the pods that are the manifest's
  const model::Expansion::Role& role() const; // of the only expansion
  const model::Pod& pod(std::string_view key) const { return find(cluster, key); }
};

// What of the manifest could not be asked: the clauses of the ledger's entries.
std::vector<std::string> unasked(const DryRun& run);

// The names of the pods that must be bound before this one is created.
std::vector<std::string> awaited(const DryRun& run, std::string_view key);

DryRun dry_run(const std::string& cluster, const std::string& manifest, const snapshot::ManifestOptions& options = {},
               const std::vector<snapshot::WhatIf>& what_ifs = {});

// A pod template: "template: {…}" with a container that asks for `requests`.
std::string pod_template(const std::string& labels = {}, const std::string& spec = {},
                         const std::string& requests = "cpu: 1");

// SPDX-License-Identifier: Apache-2.0
// Dry-run of a manifest on a cluster.
#pragma once

#include "model/report/report.hpp"
#include "snapshot/objects.hpp"

#include <string>
#include <vector>

struct DryRun {
  model::ClusterSnapshot cluster;
  std::vector<model::Expansion> expansions;
  std::vector<std::string> refusals;

  std::vector<std::string> made() const;      // keys of the manifest's pods
  const model::Expansion::Role& role() const; // the only role of the only expansion
  const model::Pod& pod(std::string_view key) const { return find(cluster, key); }
};

// Clauses of the ledger entries with the reply NotAsked.
std::vector<std::string> unasked(const DryRun& run);

// Names of the pods that must be bound before the controller creates this one.
std::vector<std::string> awaited(const DryRun& run, std::string_view key);

// With one operator option, such as "training-operator.gang-scheduler-name=volcano".
snapshot::ManifestOptions option(std::string_view typed);

DryRun dry_run(const std::string& cluster, const std::string& manifest, const snapshot::ManifestOptions& options = {},
               const std::vector<snapshot::WhatIf>& what_ifs = {});

// A pod template: "template: {…}" with a container that requests `requests`.
std::string pod_template(const std::string& labels = {}, const std::string& spec = {},
                         const std::string& requests = "cpu: 1");

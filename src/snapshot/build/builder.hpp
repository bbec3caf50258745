// SPDX-License-Identifier: Apache-2.0
// Builds a ClusterSnapshot from objects. All documents reach the model through this class.
//
//   Builder builder;
//   document::read(path, {}, [&](const document::Item& item) { builder.add(item); }, …);
//   builder.apply(what_if);             // --cordon, --add-nodes, …
//   builder.add_manifest(item, …);      // dry-run -f
//   model::ClusterSnapshot cluster = builder.finish();
#pragma once

#include "document/reading/reader.hpp"
#include "document/yaml/writer.hpp"
#include "model/cluster/cluster_snapshot.hpp"
#include "model/report/report.hpp"
#include "snapshot/collected/options.hpp"
#include "util/problem.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace snapshot {

// Whether add() keeps workloads, which a manifest may change.
enum class KeepWorkloads : bool { No, Yes };

class Builder {
 public:
  explicit Builder(KeepWorkloads keep = KeepWorkloads::No);
  ~Builder();
  Builder(Builder&&) noexcept;
  Builder& operator=(Builder&&) noexcept;

  // Adds any Kubernetes object. Skips kinds that scheduling does not read, and reports an object that it cannot decode
  // as a Problem. Duplicates (kind, namespace, name) count once; if two differ in anything that we keep, the next
  // apply(), expansions() or finish() throws util::Error that names both places.
  void add(const document::Item& item);
  void add_problem(util::Problem problem);

  // Throws util::Error if the argument is malformed or names nothing.
  void apply(const WhatIf& what_if);

  // Adds what the controllers would create for one object of a dry-run file: pods and group objects, after admission
  // (LimitRange, RuntimeClass, PriorityClass, default tolerations). For an object that already exists this is an
  // update: its pods and creation time stay, and only missing pods are added. Call after all add() and apply(). Throws
  // util::Error for an object that creates pods in an unknown way.
  void add_manifest(const document::Item& item, const ManifestOptions& options);

  // One expansion per object that creates pods, and the pods that admission would reject. The first of these calls, or
  // finish(), expands the whole manifest and throws util::Error if an object is unreadable.
  const std::vector<model::Expansion>& expansions() const;
  const std::vector<std::string>& refusals() const;

  // With ManifestOptions::keep_objects: the pods and group objects that the controllers would create, as manifests
  // before admission, in order of creation.
  const std::vector<document::Output>& objects_made() const;

  // The lists that no source holds: those that a server denies, does not serve or does not serve yet. Empty for files
  // without a Snapshot's head.
  std::set<std::string> missing_lists() const;

  // --now, else the capture time, else the newest time in the data, else nullopt (the caller then uses the clock).
  std::optional<model::Time> natural_now() const;

  // Links everything (nodes, groups, owners, events) and returns the snapshot; the builder is empty afterwards.
  model::ClusterSnapshot finish();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// Objects in, ClusterSnapshot out: the one way in which documents become the model.
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
#include <string>
#include <vector>

namespace snapshot {

class Builder {
 public:
  Builder();
  ~Builder();
  Builder(Builder&&) noexcept;
  Builder& operator=(Builder&&) noexcept;

  // Any Kubernetes object. Kinds that scheduling does not read are passed over. An object that cannot be decoded
  // becomes a Problem. The same object (kind, namespace, name) twice is one; if the two differ in anything that is
  // kept, the next apply(), expansions() or finish() throws util::Error that names both places.
  void add(const document::Item& item);
  void add_problem(util::Problem problem);

  // Throws util::Error where the argument is malformed or names nothing.
  void apply(const WhatIf& what_if);

  // Adds what the controllers would create for one object of a dry-run file: pods and group objects, after admission
  // (LimitRange, RuntimeClass, PriorityClass, default tolerations). An object that exists already is an update: its
  // pods and creation time stay, missing pods are added. Call after all add() and apply().
  // Throws util::Error for an object that makes pods in a way that is not known here.
  void add_manifest(const document::Item& item, const ManifestOptions& options);

  // One expansion per object that makes pods, and what admission would refuse. The manifest is expanded as a whole at
  // the first of these calls or in finish(); they throw util::Error where one of its objects cannot be read.
  const std::vector<model::Expansion>& expansions() const;
  const std::vector<std::string>& refusals() const;

  // With ManifestOptions::keep_objects: the pods and group objects that the controllers would create, as manifests
  // before admission, in the order in which they are made.
  const std::vector<document::Output>& objects_made() const;

  // --now, else the capture time, else the newest time in the data, else nullopt (the caller takes the clock).
  std::optional<model::Time> natural_now() const;

  // Links everything (nodes, groups, owners, events) and hands the picture over; the builder is empty afterwards.
  model::ClusterSnapshot finish();

 private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace snapshot

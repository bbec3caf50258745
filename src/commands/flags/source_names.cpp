// SPDX-License-Identifier: Apache-2.0
// Reads kind, name and group label of each object, and builds no cluster.
#include "commands/flags/source_names.hpp"

#include "document/reading/reader.hpp"
#include "util/error.hpp"

#include <array>
#include <chrono>
#include <exception>
#include <string_view>

namespace commands {

namespace {

using Clock = std::chrono::steady_clock;

// With a longer time, TAB feels stuck.
constexpr std::chrono::milliseconds k_read_patience{700};

// The labels with the name of a pod's group: scheduler-plugins up to v0.19, and since.
constexpr std::array<std::string_view, 3> k_group_labels = {
    "scheduling.x-k8s.io/pod-group", "pod-group.scheduling.sigs.k8s.io", "pod-group.scheduling.sigs.k8s.io/name"};

// Other projects also have a kind of that name.
bool is_ours(std::string_view api_version) {
  return api_version.starts_with("scheduling.x-k8s.io/") || api_version.starts_with("scheduling.sigs.k8s.io/");
}

void add(const document::Item& item, SourceNames& names) {
  const document::Value metadata = item.value["metadata"];
  const std::string name(metadata["name"].text());
  const std::string namespace_name(metadata["namespace"].text());
  if (!namespace_name.empty()) { names.namespaces.insert(namespace_name); }
  if (item.kind == "Namespace") { names.namespaces.insert(name); }
  if (item.kind == "Node") { names.nodes.insert(name); }
  if (item.kind == "PodGroup" && is_ours(item.api_version)) { names.groups.emplace(namespace_name, name); }
  if (item.kind != "Pod") { return; }
  const document::Value labels = metadata["labels"];
  for (const std::string_view label : k_group_labels) {
    const std::string_view group = labels[label].text();
    if (!group.empty()) { names.groups.emplace(namespace_name, std::string(group)); }
  }
}

} // namespace

SourceNames read_source_names(const std::vector<std::string>& sources) {
  SourceNames names;
  const Clock::time_point stop = Clock::now() + k_read_patience;
  for (const std::string& source : sources) {
    if (source == "-") { continue; }
    // The only catch besides that in commands::run: when a user presses TAB, half a file is better than none.
    try {
      document::read(
          source, {},
          [&](const document::Item& item) {
            add(item, names);
            if (Clock::now() > stop) { throw util::Error("time is up"); }
          },
          [](const util::Problem&) {});
    } catch (const std::exception&) { continue; }
  }
  return names;
}

} // namespace commands

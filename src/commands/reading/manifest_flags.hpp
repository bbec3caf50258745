// SPDX-License-Identifier: Apache-2.0
// The manifest that dry-run adds to the cluster: -f, -R, and options for its conversion to pods.
#pragma once

#include "commands/line/flag_group.hpp"
#include "commands/reading/request.hpp"
#include "snapshot/build/builder.hpp"
#include "snapshot/link/targets.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace commands {

struct ManifestFlags {
  std::vector<std::string> filenames; // as typed: each may be a list with commas
  bool recursive = false;
  std::string kustomization; // empty: none
  std::optional<std::int32_t> min_member;
  std::vector<std::string> operator_options, template_paths;
  bool expand = false;
};

void add_flags(CLI::App& app, ManifestFlags& flags);
// The same without the flags that print objects: also --min-member.
void add_manifest_flags(CLI::App& app, ManifestFlags& flags);
// Also without the flags that create groups: -f, -R, --operator-option, --template-path.
void add_reading_flags(CLI::App& app, ManifestFlags& flags);

struct ManifestInput {
  std::vector<std::string> files; // or URLs
  bool recursive = false;
  std::string kustomization;         // a folder; empty: none
  snapshot::ManifestOptions options; // namespace and time come from the request
};

// Throws UsageError if there is neither a file nor a kustomization, or for an unknown option of an operator.
ManifestInput resolve(const ManifestFlags& flags);

// Adds the objects that controllers would create. Throws util::Error if kubectl apply would fail: an object is
// unreadable or has another namespace than the given one, or a file or folder contains none. Returns the positions of
// the objects, in reading order, for outputs that show findings in the source (Report::declared).
std::vector<model::DeclaredObject> read_manifest(const ManifestInput& input, const Request& request, const Now& now,
                                                 snapshot::Builder& builder, Session& session);

// The groups, and the waiting pods without a group, that the manifest creates or changes.
snapshot::Targets targets_of_manifest(const model::ClusterSnapshot& cluster);

// One value of -f: names separated by commas, plain or in double quotes ("" inside them is one quote), by pflag's
// rules. nullopt for an unclosed quote.
std::optional<std::vector<std::string>> split_filenames(const std::string& text);

} // namespace commands

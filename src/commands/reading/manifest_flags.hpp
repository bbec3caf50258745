// SPDX-License-Identifier: Apache-2.0
// What dry-run adds to the cluster: -f, -R, and how it is turned into pods.
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
  std::optional<std::int32_t> min_member;
  std::vector<std::string> operator_options, template_paths;
  bool expand = false;
};

void add_flags(CLI::App& app, ManifestFlags& flags);
// The same without what prints objects: also --min-member.
void add_manifest_flags(CLI::App& app, ManifestFlags& flags);
// Nor what makes groups: -f, -R, --operator-option, --template-path.
void add_reading_flags(CLI::App& app, ManifestFlags& flags);

struct ManifestInput {
  std::vector<std::string> files;
  bool recursive = false;
  snapshot::ManifestOptions options; // namespace and time are the request's
};

// Throws UsageError where no file is given or an option of an operator is not known.
ManifestInput resolve(const ManifestFlags& flags);

// Adds what the controllers would create. Throws util::Error where kubectl apply would refuse: an object cannot be read
// or is for another namespace than the one given, or a file or folder holds none.
void read_manifest(const ManifestInput& input, Request& request, snapshot::Builder& builder);

// The groups and the waiting pods without one that the manifest makes or touches.
snapshot::Targets targets_of_manifest(const model::ClusterSnapshot& cluster);

// One value of -f: names separated by commas, each plain or in double quotes ("" inside them is one quote), as pflag
// reads them. nullopt where a quote does not close.
std::optional<std::vector<std::string>> split_filenames(const std::string& text);

} // namespace commands

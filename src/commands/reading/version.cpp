// SPDX-License-Identifier: Apache-2.0
// kubectl gang version. The numbers come from CMake: the VERSION file and the libraries found.
#include "commands/reading/version.hpp"

#include "commands/flags/command.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/request.hpp"
#include "document/yaml/writer.hpp"
#include "engine/options.hpp"
#include "util/concat.hpp"

#include <array>
#include <memory>

namespace commands {

extern const HelpText k_version_help;
const HelpText k_version_help = {
    .long_text = "Prints the version of this program, of the kube-scheduler whose rules it knows best, and of the "
                 "libraries that it was built with.",
    .examples = R"(# The version
kubectl gang version

# For a script
kubectl gang version -o json)",
};

namespace {

struct Library {
  std::string_view name, version;
};

constexpr std::array k_libraries = {
    Library{"CLI11", GANG_CLI11_VERSION},       Library{"fmt", GANG_FMT_VERSION},
    Library{"simdjson", GANG_SIMDJSON_VERSION}, Library{"yaml-cpp", GANG_YAML_CPP_VERSION},
    Library{"zlib", GANG_ZLIB_VERSION},         Library{"zstd", GANG_ZSTD_VERSION},
};

std::string version_text() {
  std::string libraries;
  for (const auto& [name, version] : k_libraries) {
    util::append(libraries, util::concat(libraries.empty() ? "" : ", ", name, ' ', version));
  }
  return util::concat(version_line(), "\nkube-scheduler v", engine::k_reference_version, "\nlibraries: ", libraries,
                      '\n');
}

document::Output version_object() {
  document::Output libraries;
  for (const auto& [name, version] : k_libraries) { libraries[name] = version; }
  document::Output client;
  client["gitVersion"] = tool_version(); // the field name in kubectl version
  document::Output out;
  out["clientVersion"] = client;
  out["schedulerVersion"] = util::concat('v', engine::k_reference_version);
  out["libraries"] = libraries;
  return out;
}

struct VersionFlags {
  GlobalFlags global;
  bool client = false;
  std::string format;
};

int run_version(const VersionFlags& flags, Session& session) {
  if (flags.format.empty()) {
    session.out << version_text();
  } else if (flags.format == "json") {
    session.out << document::to_json(version_object());
  } else {
    session.out << document::to_yaml(version_object());
  }
  return k_yes;
}

} // namespace

std::string_view tool_version() { return "v" GANG_VERSION; }

std::string version_line() { return util::concat("kubectl-gang ", tool_version()); }

Runner set_up_version(CLI::App& app) {
  const auto flags = std::make_shared<VersionFlags>();
  add_flags(app, flags->global, Listed::InOptions);
  const FlagGroup group(app, Listed::InHelp);
  group.add_switch("--client", flags->client, "Accepted, as kubectl version has it: no server is ever asked.");
  group.add_choice("-o,--output", flags->format, {"json", "yaml"}, "One of 'yaml' or 'json'.");
  return [flags](const Words&, Session& session) { return run_version(*flags, session); };
}

} // namespace commands

// SPDX-License-Identifier: Apache-2.0
// -f, -R and the flags that control how manifests become pods, and reading of those files.
#include "commands/reading/manifest_flags.hpp"

#include "commands/line/usage_error.hpp"
#include "commands/reading/manifest_source.hpp"
#include "document/reading/field_lines.hpp"
#include "document/reading/reader.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string_view>
#include <utility>

namespace commands {

namespace {

// kubectl apply -n NS rejects an object with another namespace.
void refuse_other_namespace(const document::Item& item, const ClusterInput& cluster) {
  const document::Value own = item.value["metadata"]["namespace"];
  if (!cluster.namespace_given || own.absent() || own.text().empty() || own.text() == cluster.namespace_name) {
    return;
  }
  throw util::Error(util::concat(item.place.text(), ": the object's namespace \"", own.text(),
                                 "\" does not match the namespace \"", cluster.namespace_name,
                                 "\": pass --namespace=", own.text(), " or leave it out"));
}

[[noreturn]] void refuse_problem(const util::Problem& problem) {
  const std::string object = problem.object.empty() ? "" : problem.object + ": ";
  throw util::Error(util::concat(problem.place, ": ", object, problem.message));
}

} // namespace

void add_reading_flags(CLI::App& app, ManifestFlags& flags) {
  const FlagGroup group(app, Listed::InHelp);
  group.add_list(
      "-f,--filename", flags.filenames,
      "File, folder or URL with the manifest, - for standard input. May be repeated, or a list with commas.");
  group.add_text("-k,--kustomize", flags.kustomization,
                 "Read the manifest from a kustomization folder, by `kubectl kustomize`. Not together with -f or -R.");
  group.add_switch("-R,--recursive", flags.recursive, "Process the directory used in -f, --filename recursively.");
  group.add_list("--operator-option", flags.operator_options,
                 "How an operator of the cluster runs, which decides what it creates: NAME=VALUE, as in "
                 "training-operator.gang-scheduler-name=volcano. May be repeated; the manual lists the names.");
  group.add_list("--template-path", flags.template_paths,
                 "Where an object of a kind that is not known here has a pod template, as in spec.worker.template. May "
                 "be repeated.");
}

void add_manifest_flags(CLI::App& app, ManifestFlags& flags) {
  add_reading_flags(app, flags);
  const FlagGroup group(app, Listed::InHelp);
  group.add_number("--min-member", flags.min_member, 1,
                   "Make each workload of the manifest that has no group a gang with this minMember.");
}

void add_flags(CLI::App& app, ManifestFlags& flags) {
  add_manifest_flags(app, flags);
  const FlagGroup group(app, Listed::InHelp);
  group.add_switch("--expand", flags.expand,
                   "Print the pods and group objects that would be created, as manifests (-o yaml or json), instead "
                   "of the answer.");
}

ManifestInput resolve(const ManifestFlags& flags) {
  ManifestInput input;
  for (const std::string& value : flags.filenames) {
    const auto files = split_filenames(value);
    if (!files) {
      throw UsageError(
          util::concat("invalid argument \"", value, "\" for \"-f, --filename\" flag: a quote is not closed"));
    }
    input.files.insert(input.files.end(), files->begin(), files->end());
  }
  input.kustomization = flags.kustomization;
  if (!input.kustomization.empty() && (!input.files.empty() || flags.recursive)) {
    throw UsageError("-k cannot be used together with -f or -R");
  }
  if (input.files.empty() && input.kustomization.empty()) {
    throw UsageError("must specify -f or -k: the manifest that would be applied");
  }
  for (const std::string& file : input.files) {
    if (file.empty()) { throw UsageError("invalid argument \"\" for \"-f, --filename\" flag: it must name a file"); }
  }
  input.recursive = flags.recursive;
  input.options.min_member = flags.min_member;
  for (const std::string& option : flags.operator_options) { input.options.operator_options.set(option); }
  input.options.template_paths = flags.template_paths;
  input.options.keep_objects = flags.expand;
  return input;
}

namespace {

// The positions of the manifest's objects, in reading order.
class Places {
 public:
  explicit Places(std::string_view default_namespace) : m_default_namespace(default_namespace) {}

  void note(const document::Item& item) {
    if (item.place.file != m_file) {
      m_file = item.place.file;
      m_lines = document::lines_of_objects(m_file);
    }
    const document::Value metadata = item.value["metadata"];
    const std::string_view space = metadata["namespace"].text(), name = metadata["name"].text();
    model::DeclaredObject object = {std::string(item.kind),
                                    std::string(space.empty() ? m_default_namespace : space),
                                    std::string(name),
                                    {m_file, item.place.line}};
    object.api_version = item.api_version;
    const auto lines = std::ranges::find_if(m_lines, [&](const document::ObjectLines& one) {
      return one.name == name && one.namespace_name == space && (one.kind == item.kind || one.kind.empty()) &&
             (item.place.line == 0 || item.place.line == one.line);
    });
    if (lines != m_lines.end()) {
      object.place.line = lines->line;
      object.fields = std::move(lines->fields);
      m_lines.erase(lines); // the next object of that name is a different one
    }
    m_found.push_back(std::move(object));
  }

  std::vector<model::DeclaredObject> found() && { return std::move(m_found); }

 private:
  std::string_view m_default_namespace;
  std::vector<model::DeclaredObject> m_found;
  std::string m_file;
  std::deque<document::ObjectLines> m_lines;
};

} // namespace

std::vector<model::DeclaredObject> read_manifest(const ManifestInput& input, const Request& request, const Now& now,
                                                 snapshot::Builder& builder, Session& session) {
  document::ReadOptions reading;
  reading.recursive = input.recursive;
  reading.bare_lists = false;
  snapshot::ManifestOptions options = input.options;
  options.default_namespace = request.cluster.namespace_name;
  options.now = now.time;
  options.scheduler_version = request.options.scheduler_version;
  Places places(options.default_namespace);
  const auto problems = [&](const util::Problem& problem) {
    if (problem.left_out) { refuse_problem(problem); }
    builder.add_problem(problem);
  };
  const auto read_one = [&](const std::string& name, bool is_file, const auto& read) {
    std::size_t found = 0;
    read([&](const document::Item& item) {
      ++found;
      refuse_other_namespace(item, request.cluster);
      builder.add_manifest(item, options);
      if (is_file) { places.note(item); }
    });
    if (found == 0) { throw util::Error(util::concat(name, " holds no objects, so there is nothing to apply")); }
  };
  const auto read_text = [&](const std::string& name, const std::string& text) {
    read_one(name, false,
             [&](const document::ItemSink& sink) { document::read_text(text, name, reading, sink, problems); });
  };
  for (const std::string& file : input.files) {
    if (is_url(file)) {
      read_text(file, text_of_url(file, request.messages, session));
    } else {
      read_one(file, file != "-",
               [&](const document::ItemSink& sink) { document::read(file, reading, sink, problems); });
    }
  }
  if (!input.kustomization.empty()) {
    read_text(input.kustomization, text_of_kustomization(input.kustomization, request.messages, session));
  }
  return std::move(places).found();
}

std::optional<std::vector<std::string>> split_filenames(const std::string& text) {
  std::vector<std::string> names(1);
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    if (character == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') {
      names.back() += '"';
      ++i;
    } else if (character == '"' && (quoted || names.back().empty())) {
      quoted = !quoted;
    } else if (character == ',' && !quoted) {
      names.emplace_back();
    } else {
      names.back() += character;
    }
  }
  if (quoted) { return std::nullopt; }
  return names;
}

snapshot::Targets targets_of_manifest(const model::ClusterSnapshot& cluster) {
  snapshot::Targets targets;
  for (std::size_t i = 0; i < cluster.groups.size(); ++i) {
    if (cluster.groups[i].from_manifest) { targets.groups.push_back(static_cast<model::GroupIndex>(i)); }
  }
  for (std::size_t i = 0; i < cluster.pods.size(); ++i) {
    const model::Pod& pod = cluster.pods[i];
    const bool waits = pod.live() && !pod.bound() && pod.group == model::k_none;
    if (pod.from_manifest && waits) { targets.pods.push_back(static_cast<model::PodIndex>(i)); }
  }
  return targets;
}

} // namespace commands

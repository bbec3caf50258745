// SPDX-License-Identifier: Apache-2.0
// kubectl gang snapshot: saves a small, shareable snapshot of the cluster.
#include "commands/subcommands/snapshot.hpp"

#include "commands/flags/command.hpp"
#include "commands/flags/messages.hpp"
#include "commands/line/exit_status.hpp"
#include "commands/line/flag_group.hpp"
#include "commands/line/usage_error.hpp"
#include "commands/reading/cluster_reader.hpp"
#include "commands/reading/request.hpp"
#include "commands/reading/version.hpp"
#include "document/bytes/new_file.hpp"
#include "document/bytes/pack.hpp"
#include "report/write.hpp"
#include "snapshot/save/saver.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace commands {

extern const HelpText k_snapshot_help;
const HelpText k_snapshot_help = {
    .long_text =
        R"(Saves the cluster to one small file. Every command reads it with --from and gives the same answers.

The file contains ordinary objects in JSON, with only the fields that scheduling reads. It contains no Secrets, no environment variables, arguments or commands, no annotations except those that decide, and from managedFields little more than times. It keeps the flags by which an operator chooses its objects, and from ConfigMaps only the settings of Kueue, Volcano, Argo Workflows and KServe that answers depend on. The file name decides the compression: .gz, .zst, else none. Only the owner can read the file. It appears complete or not at all, and snapshot does not write through symbolic links. Use --force to replace an existing file. A snapshot always contains the whole cluster; -n has no effect.

--anonymize replaces the names of namespaces, nodes, pods, groups, jobs, claims, volumes and classes, and also labels, taints, images, addresses and disks. The new names sort in the same order, so the answers stay the same except for the names. It leaves out messages of conditions and events. It does not hide names that come with Kubernetes and from well-known vendors, such as nvidia.com/gpu and topology.kubernetes.io/zone. Nor does it hide kinds and API groups, schedulerNames, amounts, priorities, times, the number of words in a name, and what follows from these.

--raw saves objects of all kinds with all their fields, so that you can find out what a snapshot leaves out. It still leaves out Secrets and all but these settings of ConfigMaps, the values of environment variables, other arguments and commands of containers, headers of probes, and the annotation kubectl.kubernetes.io/last-applied-configuration. Other annotations and custom resources can contain secrets: look before you share.

The exit status is 0 if the file was written, even if lists were missing, and 2 if not. A source with a part that cannot be read is an error.)",
    .examples = R"(# Save the live cluster in one small file
kubectl gang snapshot -o saved.json.zst

# Save a snapshot of what kubectl printed
kubectl gang snapshot -o saved.json.gz --from cluster.json

# Hide the names before you share the file
kubectl gang snapshot -o shared.json.gz --from cluster.json --anonymize

# Look at the contents
kubectl gang snapshot -o - --from cluster.json | head -n 5

# Read the snapshot: the answers are the same
kubectl gang explain -A --from saved.json.zst)",
    .refused_words = "name the file to write with -o",
};

namespace {

constexpr std::string_view k_standard_output = "-";

struct SnapshotFlags {
  GlobalFlags global;
  std::string output, compress;
  bool force = false, anonymize = false, raw = false;
};

struct SnapshotInputs {
  ClusterInput cluster;
  Messages messages;
  std::string output;
  document::Existing existing = document::Existing::Refuse;
  document::Packing packing = document::Packing::None;
  snapshot::SaveOptions options;
  bool to_standard_output() const { return output == k_standard_output; }
};

document::Packing packing_of(const SnapshotFlags& flags) {
  if (flags.compress == "gzip") { return document::Packing::Gzip; }
  if (flags.compress == "zstd") { return document::Packing::Zstd; }
  return flags.compress.empty() ? document::packing_of(flags.output) : document::Packing::None;
}

// -o means a format in every other command. A file that is called like one needs a path.
void refuse_formats(const std::string& output) {
  const std::vector<std::string_view> formats = report::known_formats(model::ReportKind::Explanation);
  if (std::ranges::find(formats, output.substr(0, output.find('='))) == formats.end()) { return; }
  throw UsageError(util::concat("-o ", output,
                                ": snapshot writes JSON, and its -o names the file: saved.json.gz, - for ",
                                "standard output, or ./", output, " for a file of that name"));
}

SnapshotInputs resolve_snapshot(const SnapshotFlags& flags, const Session& session) {
  if (flags.output.empty()) { throw UsageError("-o is missing: name the file to write, or - for standard output"); }
  refuse_formats(flags.output);
  if (flags.raw && flags.anonymize) {
    throw UsageError("--raw and --anonymize exclude each other: only of known fields it is known what names they hold");
  }
  SnapshotInputs inputs;
  inputs.output = flags.output;
  inputs.packing = packing_of(flags);
  if (inputs.to_standard_output() && session.stdout_tty && inputs.packing != document::Packing::None) {
    throw UsageError("packed data is not for a terminal: name a file with -o, or send it into a pipe");
  }
  inputs.cluster = resolve(flags.global.cluster, session);
  refuse_second_stdin(inputs.cluster.sources, {});
  inputs.messages = resolve(flags.global.messages, session);
  inputs.existing = flags.force ? document::Existing::Replace : document::Existing::Refuse;
  inputs.options.anonymize = flags.anonymize;
  if (flags.raw) { inputs.options.fields = snapshot::SaveOptions::Fields::Raw; }
  inputs.options.now = inputs.cluster.now;
  inputs.options.tool_version = tool_version();
  if (!inputs.to_standard_output()) { inputs.options.temporary_near = inputs.output; }
  return inputs;
}

// Destination of the bytes: a file, kept once it is complete, or standard output, piece by piece.
class Target {
 public:
  Target(const SnapshotInputs& inputs, Session& session) : m_session(session) {
    if (!inputs.to_standard_output()) { m_file.emplace(inputs.output, inputs.existing); }
  }

  void write(std::string_view bytes) {
    m_bytes += bytes.size();
    if (m_file) { return m_file->write(bytes); }
    constexpr std::uint64_t k_piece = std::uint64_t{256} * 1024;
    m_session.out << bytes;
    if (m_bytes >= m_flushed + k_piece) {
      m_session.out.flush();
      m_flushed = m_bytes;
    }
  }

  // True if everything was written. The owner of standard output reports its failures.
  bool keep() {
    if (m_file) { m_file->keep(); }
    m_session.out.flush();
    return static_cast<bool>(m_session.out);
  }
  std::uint64_t bytes() const { return m_bytes; }

 private:
  Session& m_session;
  std::optional<document::NewFile> m_file;
  std::uint64_t m_bytes = 0, m_flushed = 0;
};

// "5 Node, 120 Pod".
std::string counts_text(const std::map<std::string, std::int64_t>& counts) {
  std::string text;
  for (const auto& [kind, count] : counts) {
    util::append(text, util::concat(text.empty() ? "" : ", ", count, ' ', kind));
  }
  return text;
}

std::int64_t total(const std::map<std::string, std::int64_t>& counts) {
  std::int64_t sum = 0;
  for (const auto& entry : counts) { sum += entry.second; }
  return sum;
}

void print_summary(const snapshot::Saved& saved, const SnapshotInputs& inputs, std::uint64_t bytes, Session& session) {
  const auto note = [&](const std::string& sentence) { print_note(sentence, inputs.messages, session); };
  const std::string where = inputs.to_standard_output() ? "standard output" : inputs.output;
  const std::string packed = bytes == saved.bytes ? "" : util::concat(" (", saved.bytes, " unpacked)");
  const std::int64_t objects = total(saved.kept);
  note(util::concat("Saved ", objects, objects == 1 ? " object" : " objects", " in ", bytes, " bytes", packed, " to ",
                    where, objects == 0 ? "." : util::concat(": ", counts_text(saved.kept), '.')));
  if (!saved.left_out.empty()) { note(util::concat("Left out: ", counts_text(saved.left_out), '.')); }
  if (!saved.omitted.empty()) {
    note(util::concat(inputs.cluster.live ? "Not served or not allowed: " : "Not among the sources: ",
                      util::joined(saved.omitted, ", "), '.'));
  }
  if (inputs.cluster.namespace_given) { note("-n has no effect here: a snapshot holds the whole cluster."); }
}

// The output from the first object to the last; starts again if a list expires in the middle.
struct Writing {
  Writing(const SnapshotInputs& inputs, Session& session)
      : target(inputs, session), packer([this](std::string_view bytes) { target.write(bytes); }, inputs.packing),
        saver(inputs.options, [this](std::string_view bytes) { packer.write(bytes); }) {}

  Target target;
  document::Packer packer;
  snapshot::Saver saver;
};

// Answers about the snapshot would miss this part without a warning.
void refuse_loss(const util::Problem& problem) {
  if (!problem.left_out) { return; }
  throw util::Error(util::concat("the snapshot would lack a part of the cluster: ", problem.place, ": ",
                                 problem.object.empty() ? "" : util::concat(problem.object, ": "), problem.message));
}

int run_snapshot(const SnapshotInputs& inputs, Session& session) {
  std::optional<Writing> writing;
  std::vector<util::Problem> problems;
  const auto begin = [&] {
    if (writing && inputs.to_standard_output() && writing->target.bytes() > 0) {
      throw util::Error(
          "a list expired when part of it was already on standard output: try again, or name a file with -o");
    }
    writing.reset(); // also removes its temporary file
    writing.emplace(inputs, session);
    problems.clear();
  };
  const ObjectSinks sinks = {begin, [&](const document::Item& item) { writing->saver.add(item); },
                             [&](util::Problem problem) {
                               refuse_loss(problem);
                               problems.push_back(std::move(problem));
                             }};
  const snapshot::Taken taken = read_objects(inputs.cluster, sinks, inputs.messages, session);
  const snapshot::Saved saved = writing->saver.finish(taken);
  writing->packer.finish();
  if (!writing->target.keep()) { return k_could_not_tell; }
  print_problems(problems, inputs.messages, session);
  print_summary(saved, inputs, writing->target.bytes(), session);
  return k_yes;
}

} // namespace

const std::vector<std::string_view>& known_packings() {
  static const std::vector<std::string_view> k_words = {"gzip", "none", "zstd"};
  return k_words;
}

Runner set_up_snapshot(CLI::App& app) {
  const auto flags = std::make_shared<SnapshotFlags>();
  add_flags(app, flags->global, Listed::InBoth);
  const FlagGroup group(app, Listed::InHelp);
  group.add_text("-o,--output", flags->output, "File to write, - for standard output.");
  group.add_choice("--compress", flags->compress, known_packings(),
                   "Compression: gzip, none, zstd. Default: by the file name (.gz, .zst, else none).");
  group.add_switch("--force", flags->force, "Replace an existing file.");
  group.add_switch("--anonymize", flags->anonymize,
                   "Replace names with others in the same order; the help lists those that stay.");
  group.add_switch("--raw", flags->raw, "Save all kinds with all fields, except what is never saved.");
  return [flags](const Words&, Session& session) { return run_snapshot(resolve_snapshot(*flags, session), session); };
}

} // namespace commands

// SPDX-License-Identifier: Apache-2.0
#include "snapshot/save/saver.hpp"

#include "document/bytes/new_file.hpp"
#include "document/reading/json_line.hpp"
#include "document/reading/reader.hpp"
#include "snapshot/collected/allow_list.hpp"
#include "snapshot/collected/api_group.hpp"
#include "snapshot/collected/raw.hpp"
#include "snapshot/configuration/kueue_configuration.hpp"
#include "snapshot/configuration/volcano_configuration.hpp"
#include "snapshot/expand/manifest.hpp"
#include "snapshot/expand/operator_programs.hpp"
#include "snapshot/expand/workloads.hpp"
#include "snapshot/objects/decode_event.hpp"
#include "snapshot/objects/decode_lease.hpp"
#include "snapshot/objects/decode_snapshot_head.hpp"
#include "snapshot/save/cut.hpp"
#include "snapshot/save/new_names.hpp"
#include "snapshot/save/snapshot_head.hpp"
#include "util/concat.hpp"
#include "util/error.hpp"

#include <cassert>
#include <utility>

namespace snapshot {

namespace {

constexpr std::string_view k_cut = "fields and kinds that scheduling does not read";
constexpr std::string_view k_never_kept =
    "Secrets, ConfigMaps except settings of schedulers and operators, values of environment variables, arguments and "
    "commands of containers, headers of probes, last-applied-configuration";

// True for a definition of a kind that we read or simulate.
bool defines_known_kind(document::Value definition) {
  const std::string_view group = definition["spec"]["group"].text(), kind = definition["spec"]["names"]["kind"].text();
  return find_allowed(group, kind) != nullptr || find_workload_kind(util::concat(group, "/v1"), kind) != nullptr;
}

bool is_wanted(const document::Item& item) {
  if (item.kind == "Event") { return is_wanted_event(item.value); }
  if (item.kind == "CustomResourceDefinition") { return defines_known_kind(item.value); }
  if (item.kind == "ConfigMap") {
    return is_kept_for_others(item) || is_kueue_configuration(item) || may_be_volcano_configuration(item);
  }
  return item.kind != "Lease" || item.value["metadata"]["namespace"].text() != k_kubelets_leases;
}

// True for an object of another kind that has an owner, because it may sit between a pod and the object that the user
// created. Also true for a PodGroup of another project, which a user may have confused with ours.
bool is_wanted_owner(const document::Item& item) {
  if (!may_own_pods(api_group_of(item.api_version))) { return false; }
  return item.kind == "PodGroup" || item.value["metadata"]["ownerReferences"].size() > 0;
}

// The fields to write of an object; null if we skip it.
const AllowedKind* allowed_of(const document::Item& item) {
  if (const AllowedKind* const allowed = find_allowed(api_group_of(item.api_version), item.kind)) {
    if (!is_wanted(item)) { return nullptr; }
    const bool is_start_event = item.kind == "Event" && tells_of_start_failure(item.value["reason"].text());
    return is_start_event ? &allowed_of_start_events() : allowed;
  }
  return is_wanted_owner(item) ? &allowed_of_owners() : nullptr;
}

// The fields whose times count for "now".
const AllowedKind& times_of(const document::Item& item) {
  const AllowedKind* const allowed = find_allowed(api_group_of(item.api_version), item.kind);
  return allowed == nullptr ? allowed_of_owners() : *allowed;
}

void begin_object(const document::Item& item, document::Tree& out) {
  out.clear();
  out.begin_object();
  if (!item.api_version.empty()) {
    out.key("apiVersion");
    out.string(item.api_version);
  }
  out.key("kind");
  out.string(item.kind);
}

// Adds the namespace that a reader would assume, if the object names none.
document::Value with_namespace(document::Value object, const AllowedKind& allowed, document::Tree& out) {
  const document::Value metadata = object["metadata"];
  if (!allowed.namespaced || !metadata.is_object() || !metadata["namespace"].text().empty()) { return object; }
  out.clear();
  out.begin_object();
  for (const auto [key, value] : object.members()) {
    out.key(key);
    if (key != "metadata") {
      out.copy(value);
      continue;
    }
    out.begin_object();
    for (const auto [name, member] : value.members()) {
      if (name == "namespace") { continue; }
      out.key(name);
      out.copy(member);
    }
    out.key("namespace");
    out.string(k_default_namespace);
    out.end();
  }
  out.end();
  return out.root();
}

} // namespace

struct Saver::State {
  SaveOptions options;
  Sink sink;
  SnapshotHead head;
  NewestTime newest;
  Saved saved;
  document::Tree whole, cut_out;
  std::string line;
  bool any_written = false;
  NewNames names;
  std::optional<document::NamelessFile> waiting; // with --anonymize

  void emit(std::string_view bytes) {
    saved.bytes += bytes.size();
    sink(bytes);
  }

  void begin() { emit(util::concat(R"({"apiVersion":")", k_snapshot_version, R"(","kind":"Snapshot","items":[)")); }

  // Writes the object in `cut_out`.
  void put_line() {
    line.assign(any_written ? ",\n" : "\n");
    any_written = true;
    document::append_json_line(line, cut_out.root());
    emit(line);
  }

  // Stores the object in `cut_out` until all words are known.
  void keep_waiting() {
    line.clear();
    document::append_json_line(line, cut_out.root());
    line += '\n';
    waiting->write(line);
  }

  void add_allowed(const document::Item& item, const AllowedKind& allowed) {
    const document::Value object = options.anonymize ? with_namespace(item.value, allowed, whole) : item.value;
    const TextOf text_of = [this](const CutText& text) {
      const std::string_view kept = text_as_it_is(text);
      if (options.anonymize) { names.note({text.content, kept, text.key}); }
      return kept;
    };
    begin_object(item, cut_out);
    cut(object, allowed.root, text_of, cut_out, newest);
    cut_out.end();
    options.anonymize ? keep_waiting() : put_line();
  }

  void see_times(const document::Item& item) {
    begin_object(item, cut_out);
    cut(item.value, times_of(item).root, text_as_it_is, cut_out, newest);
    cut_out.end();
  }

  void add_raw(const document::Item& item) {
    see_times(item);
    begin_object(item, cut_out);
    const bool is_operator = item.kind == "Deployment" && is_operator_program(item.value["metadata"]["name"].text());
    const auto as_it_is = [](std::string_view name) { return std::string(name); };
    copy_raw(item.value, cut_out, is_operator ? flags_of_program(item.value, as_it_is) : std::vector<std::string>());
    cut_out.end();
    put_line();
  }

  void write_renamed(const document::Item& item) {
    const AllowedKind* const allowed = allowed_of(item);
    assert(allowed != nullptr); // add() checked this before storing the object
    const TextOf text_of = [this](const CutText& text) { return names.text_of(text); };
    begin_object(item, cut_out);
    cut(item.value, allowed->root, text_of, cut_out, newest);
    cut_out.end();
    put_line();
  }

  void write_what_waits() {
    names.settle();
    if (saved.kept.empty()) { return; } // empty input is not a document
    const auto refuse = [](const util::Problem& problem) { throw util::Error(problem.message); };
    document::read_stream([this](char* to, std::size_t room) { return waiting->read(to, room); }, "a temporary file",
                          {}, [this](const document::Item& item) { write_renamed(item); }, refuse);
  }
};

Saver::Saver(SaveOptions options, Sink sink) : m_state(std::make_unique<State>()) {
  State& state = *m_state;
  state.options = std::move(options);
  state.sink = std::move(sink);
  const bool raw = state.options.fields == SaveOptions::Fields::Raw;
  assert(!(raw && state.options.anonymize));
  state.head.add_redaction(raw ? k_never_kept : k_cut);
  if (state.options.anonymize) {
    state.head.add_redaction(k_names_replaced);
    state.waiting.emplace(state.options.temporary_near);
  }
  state.begin();
}

Saver::~Saver() = default;

void Saver::add(const document::Item& item) {
  State& state = *m_state;
  if (item.kind.empty()) {
    if (item.value["metadata"].is_object()) { // it may be a pod (Builder::add)
      throw util::Error(util::concat(item.place.text(), ": the object has no kind, so a snapshot cannot save it"));
    }
    ++state.saved.left_out["object without a kind"];
    return;
  }
  if (item.kind == "Snapshot" && api_group_of(item.api_version) == "kubectl-gang") { return state.head.add(item); }
  state.head.note_item(item);
  const bool raw = state.options.fields == SaveOptions::Fields::Raw;
  const bool is_whole = raw && !is_never_kept(api_group_of(item.api_version), item.kind);
  const AllowedKind* const allowed = is_whole ? nullptr : allowed_of(item);
  const bool kept = is_whole || allowed != nullptr;
  ++(kept ? state.saved.kept : state.saved.left_out)[std::string(item.kind)];
  if (!kept) {
    state.head.note_left_out(item);
    state.see_times(item);
  } else if (is_whole) {
    state.add_raw(item);
  } else {
    state.add_allowed(item, *allowed);
  }
}

Saved Saver::finish(const Taken& taken) {
  State& state = *m_state;
  if (state.options.anonymize) { state.write_what_waits(); }
  state.head.settle(taken, state.options.now, state.newest.newest());
  state.line = state.any_written ? "\n]," : "],";
  state.line += state.head.text(state.options);
  state.line += "}\n";
  state.emit(state.line);
  state.saved.omitted = state.head.omitted_lists();
  state.saved.captured_at = state.head.captured_at();
  return std::move(state.saved);
}

} // namespace snapshot

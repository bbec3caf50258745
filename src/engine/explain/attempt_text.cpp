// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/attempt_text.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <map>

namespace engine {

namespace {

// Text for the nodes that PreFilter plugins left out: Go prints the sorted names.
std::string cut_off_text(const RefusalRecord& record) {
  std::vector<std::string_view> plugins = record.cut_off_by;
  std::sort(plugins.begin(), plugins.end());
  std::string names;
  for (const std::string_view plugin : plugins) { names += util::concat(names.empty() ? "" : " ", plugin); }
  return util::concat("node(s) didn't satisfy plugin(s) [", names, ']');
}

// The PostFilter plugins' reasons; an empty reason of a plugin adds nothing.
std::string post_filter_text(const RefusalRecord& record) {
  std::vector<std::string> parts;
  for (const std::string& part : record.post_filter) {
    if (!part.empty()) { parts.push_back(part); }
  }
  return util::joined(parts, ", ");
}

std::string_view code_word(model::Stage stage) { return stage == model::Stage::Permit ? "Coscheduling" : ""; }

} // namespace

std::string counted_reasons(const RefusalRecord& record, const std::vector<KnownRefusal>& known,
                            const SchedulerVersion& version) {
  const std::string cut_off = cut_off_text(record);
  std::map<std::string_view, std::int64_t> by_reason; // one node counts under each of its reasons
  for (const auto& [id, nodes] : record.counts) {
    for (const std::string_view reason : known[id].refusal.reasons) { by_reason[reason] += nodes; }
  }
  if (version.counts_cut_off_nodes() && record.cut_off > 0) { by_reason[cut_off] += record.cut_off; }
  std::vector<std::string> parts;
  for (const auto& [reason, nodes] : by_reason) { parts.push_back(util::concat(nodes, ' ', reason)); }
  std::sort(parts.begin(), parts.end()); // as strings: "10 …" before "2 …"
  return util::joined(parts, ", ");
}

std::string attempt_text(const RefusalRecord& record, const std::vector<KnownRefusal>& known, std::size_t node_count,
                         const SchedulerVersion& version) {
  if (record.whole_text) { return record.text; }
  if (record.no_nodes) { return "no nodes available to schedule pods"; }
  if (record.stage == model::Stage::Permit) {
    // The 1 is a constant of the framework, not the size of the cluster.
    const bool wrapped = version.minor >= 29 || (version.minor == 28 && !record.after_reserve);
    return wrapped ? util::concat("0/1 nodes are available: 1 ", record.text, ".") : record.text;
  }
  std::string text = util::concat("0/", node_count, " nodes are available:");
  if (record.stage == model::Stage::PreFilter) {
    if (version.minor <= 25) {
      text += util::concat(' ', node_count, ' ', record.text, '.');
    } else {
      text += util::concat(' ', record.text, '.');
      if (version.minor == 26) { text += util::concat(' ', node_count, ' ', record.text, '.'); }
    }
  } else {
    if (const std::string counted = counted_reasons(record, known, version); !counted.empty()) {
      text += util::concat(' ', counted, '.');
    }
  }
  const std::string post = version.minor >= 24 ? post_filter_text(record) : std::string();
  if (!post.empty()) { text += util::concat(' ', post); }
  if (!post.empty() && version.minor >= 26 && version.minor <= 28) { text += '.'; }
  return text;
}

std::vector<model::ReasonCount> reason_counts(const RefusalRecord& record, const std::vector<KnownRefusal>& known,
                                              std::size_t node_count) {
  std::vector<model::ReasonCount> list;
  const auto all = static_cast<std::int64_t>(node_count);
  if (record.no_nodes || record.whole_text) { return list; }
  if (record.stage == model::Stage::PreFilter || record.stage == model::Stage::PreEnqueue) {
    list.push_back({std::string(record.plugin), record.text, all, true});
    return list;
  }
  if (record.stage == model::Stage::Permit) {
    list.push_back({std::string(code_word(record.stage)), record.text, 1, false});
    return list;
  }
  for (const auto& [id, nodes] : record.counts) {
    const KnownRefusal& by = known[id];
    for (const std::string_view reason : by.refusal.reasons) {
      const auto same = std::find_if(list.begin(), list.end(), [&](const model::ReasonCount& r) {
        return r.plugin == by.filter->name && r.reason == reason && r.unresolvable == by.refusal.unresolvable;
      });
      if (same != list.end()) {
        same->nodes += nodes;
      } else {
        list.push_back({std::string(by.filter->name), std::string(reason), nodes, by.refusal.unresolvable});
      }
    }
  }
  if (record.cut_off > 0) {
    list.push_back({std::string(record.cut_off_by.front()), cut_off_text(record), record.cut_off, true});
  }
  std::sort(list.begin(), list.end(), [](const model::ReasonCount& a, const model::ReasonCount& b) {
    if (a.nodes != b.nodes) { return a.nodes > b.nodes; }
    if (a.plugin != b.plugin) { return a.plugin < b.plugin; }
    if (a.reason != b.reason) { return a.reason < b.reason; }
    return a.unresolvable < b.unresolvable;
  });
  return list;
}

} // namespace engine

// SPDX-License-Identifier: Apache-2.0
#include "report/html/remedies.hpp"

#include "report/english.hpp"
#include "report/html/node_tiles.hpp"
#include "report/words/fix_words.hpp"
#include "report/words/picture_words.hpp"
#include "report/words/sentences.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::Change;
using model::Fix;
using model::NodeEffect;

constexpr std::size_t k_most_change_rows = 12; // of changes, and of nodes

struct RemedyRow {
  std::string what, before, after;
};

std::string name_of(const Change& change) {
  const std::string name =
      change.namespace_name.empty() ? change.name : fmt::format("{}/{}", change.namespace_name, change.name);
  return fmt::format("{} {}", change.kind, name);
}

RemedyRow row_of(const Fix& fix, const Change& change) {
  if (!change.field.empty()) {
    return {fmt::format("{}: {}", name_of(change), change.field), change.from.empty() ? "not set" : change.from,
            change.to.empty() ? "taken away" : change.to};
  }
  if (change.count > 0) {
    return {fmt::format("nodes like {}", change.name), "", fmt::format("{} more", change.count)};
  }
  if (!change.to_node.empty()) { return {name_of(change), "on " + change.node, "on " + change.to_node}; }
  const std::string place = change.node.empty() ? "waits" : (change.waits ? "will be bound to " : "on ") + change.node;
  return {name_of(change), place, fix.kind == model::FixKind::WaitFor ? "has ended" : "evicted"};
}

void add_cells(Markup& html, const RemedyRow& row) {
  html.open("tr").element("th", {{"scope", "row"}}, row.what);
  html.element("td", {}, row.before).element("td", {}, row.after).close().line();
}

// Remaining capacity of a node, as a bar with its words.
void add_left(Markup& html, const std::string& resource, const NodeEffect& effect, std::int64_t left) {
  model::Room room;
  room.offered = effect.offered;
  room.used = effect.offered - std::min(left, effect.offered);
  const std::string words =
      fmt::format("{} of {} free", short_amount(resource, left), short_amount(resource, effect.offered));
  html.open("td");
  add_bar(html, room, words);
  html.element("div", {}, words).close();
}

void add_effect(Markup& html, const std::string& resource, const NodeEffect& effect) {
  const std::string what =
      effect.count > 0 ? fmt::format("{} on {} like {}", resource, counted(effect.count, "new node"), effect.node)
                       : fmt::format("{} on {}", resource, effect.node);
  html.open("tr").element("th", {{"scope", "row"}}, what);
  if (effect.count > 0) {
    html.element("td", {}, "not there");
  } else {
    add_left(html, resource, effect, effect.left_before);
  }
  add_left(html, resource, effect, effect.left_after);
  html.close().line();
}

template <typename Items, typename Add>
void add_some(Markup& html, const Items& items, std::string_view noun, Add add) {
  const std::size_t shown = std::min(items.size(), k_most_change_rows);
  for (std::size_t i = 0; i < shown; ++i) { add(items[i]); }
  if (shown < items.size()) {
    add_cells(html,
              {fmt::format("and {} more", counted(static_cast<std::int64_t>(items.size() - shown), noun)), "", ""});
  }
}

void add_remedy(Markup& html, const model::Report& report, const model::GroupReport& group, const Fix& fix) {
  html.open("li").element("p", {{"class", "remedy"}}, capitalized(fix_summary(fix, group)) + '.');
  const std::string command = command_text(fix, group);
  if (!command.empty()) { html.element("code", {{"class", "command"}}, command).line(); }
  html.open("div", {{"class", "scroll"}}).open("table", {{"class", "before-after"}}).open("thead").open("tr");
  html.element("td", "");
  html.element("th", {{"scope", "col"}}, "BEFORE").element("th", {{"scope", "col"}}, "AFTER").close().close();
  html.open("tbody").line();
  std::vector<Change> changes = fix.changes;
  if (!fix.effects.empty()) { // new nodes are among the effects
    std::erase_if(changes, [](const Change& change) { return change.count > 0; });
  }
  add_some(html, changes, "change", [&](const Change& change) { add_cells(html, row_of(fix, change)); });
  if (report.picture && !report.picture->resources.empty()) {
    const std::string& resource = report.picture->resources.front();
    add_some(html, fix.effects, "node", [&](const NodeEffect& effect) { add_effect(html, resource, effect); });
  }
  add_cells(html, {fmt::format("group {}/{}", group.namespace_name, group.name), "does not start", "starts"});
  for (const model::ShrunkGroup& shrunk : fix.shrunk) {
    add_cells(html, {fmt::format("running group {}", shrunk.name), fmt::format("{} run", counted(shrunk.had, "member")),
                     fmt::format("{} run, needs {}", shrunk.keeps, shrunk.needs)});
  }
  if (!fix.losers.empty()) { add_cells(html, {"others", "run or start", "no longer: " + listed_up_to(fix.losers, 4)}); }
  html.close().close().close().close().line();
}

} // namespace

void add_remedies(Markup& html, const model::Report& report, const model::GroupReport& group) {
  html.open("ol", {{"class", "remedies"}}).line();
  for (const Fix& fix : group.fixes) { add_remedy(html, report, group, fix); }
  html.close().line();
  for (const std::string& note : {open_note(group), retry_note(group)}) {
    if (!note.empty()) { html.element("p", {}, note).line(); }
  }
}

} // namespace report

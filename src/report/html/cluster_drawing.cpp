// SPDX-License-Identifier: Apache-2.0
#include "report/html/cluster_drawing.hpp"

#include "report/english.hpp"
#include "report/html/node_tiles.hpp"
#include "report/words/member_fate.hpp"
#include "report/words/picture_words.hpp"
#include "util/int128.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::ClusterPicture;
using model::NodeClass;
using model::Room;

constexpr std::size_t k_most_steps = 9;
constexpr int k_step_width = 220, k_step_height = 12;

void add_legend(Markup& html, const ClusterPicture& picture) {
  const auto entry = [&](Literal area, std::string_view words) {
    html.open("li");
    add_swatch(html, area);
    html.text(" ").text(words).close();
  };
  html.open("ul", {{"class", "legend"}});
  const auto words_of = [](std::int64_t Room::*amount) {
    return std::ranges::find(room_parts(), amount, &RoomPart::amount)->words;
  };
  entry("used", words_of(&Room::used));
  if (has_any(picture, &Room::others)) { entry("others", words_of(&Room::others)); }
  if (has_any(picture, &Room::planned)) { entry("planned", words_of(&Room::planned)); }
  if (has_any(picture, &Room::leaving)) { entry("leaving", "freed by eviction, and left"); }
  entry("free", k_left_words);
  const bool unplaced = !picture.kinds.empty() && picture.kinds.front().placed < std::ssize(picture.kinds.front().pods);
  if (unplaced) { entry("takes", fmt::format("fits one more: {}", kind_name(picture, picture.kinds.front()))); }
  html.close().line();
}

// Table of the largest free amounts on single nodes, which decide about large members.
void add_pieces(Markup& html, const ClusterPicture& picture, const NodeClass& nodes) {
  const std::vector<PieceStep> steps = piece_steps(nodes, k_most_steps);
  std::int64_t most = 1;
  for (const PieceStep& step : steps) { most = std::max(most, step.nodes); }
  html.open("div", {{"class", "pieces"}});
  html.element("p", {}, fmt::format("Free {} on single nodes", picture.resources.front()));
  html.open("table").open("thead").open("tr");
  html.element("th", {{"scope", "col"}}, "FREE").element("th", {{"scope", "col"}}, "NODES");
  html.open("th", {{"aria-hidden", "true"}}).close().close().close().open("tbody").line();
  for (const PieceStep& step : steps) {
    const int length = std::max(1, static_cast<int>(util::int128{step.nodes} * k_step_width / most));
    html.open("tr").element("td", {}, piece_text(picture.resources.front(), step));
    html.element("td", {}, fmt::format("{}", step.nodes)).open("td");
    html.open("svg", {{"class", "step"}, {"width", k_step_width}, {"height", k_step_height}, {"aria-hidden", "true"}});
    html.alone("rect", {{"class", step.most == 0 ? "used" : "piece"}, {"width", length}, {"height", k_step_height}});
    html.close().close().close().line();
  }
  html.close().close().close().line();
}

void add_sums(Markup& html, const ClusterPicture& picture, const NodeClass& nodes) {
  html.open("ul", {{"class", "sums"}});
  for (std::size_t i = 0; i < picture.resources.size(); ++i) {
    const Room& room = nodes.room[i];
    if (room.offered == 0) { continue; }
    const std::string words = room_words(picture.resources[i], room);
    html.open("li");
    add_bar(html, room, words);
    html.element("span", {}, " " + words).close();
  }
  html.close().line();
}

void add_answers(Markup& html, const ClusterPicture& picture, const NodeClass& nodes) {
  for (std::size_t i = 0; i < picture.kinds_by_node && i < nodes.answers.size(); ++i) {
    const model::MemberKind& kind = picture.kinds[i];
    if (kind.placed == std::ssize(kind.pods)) { continue; }
    std::vector<std::string> words;
    for (const auto& [answer, count] : nodes.answers[i]) { words.push_back(answer_words(picture, answer, count)); }
    html.element("p", {{"class", "answers"}}, fmt::format("{}: {}.", kind_name(picture, kind), listed_up_to(words, 4)));
  }
}

// Table with the figures of every node, for readers without a pointer.
void add_node_table(Markup& html, const ClusterPicture& picture, const NodeClass& nodes) {
  html.open("details").element("summary", {},
                               fmt::format("The same as a table ({})", counted(std::ssize(nodes.nodes), "node")));
  html.open("div", {{"class", "scroll"}}).open("table").open("thead").open("tr");
  const auto header = [&](std::string_view words) { html.element("th", {{"scope", "col"}}, words); };
  header("NODE");
  const std::string& first = picture.resources.front();
  const bool others = has_any(picture, &Room::others), planned = has_any(picture, &Room::planned);
  header(first + " IN USE");
  if (others) { header("TO OTHERS"); }
  if (planned) { header("PLANNED"); }
  for (const std::string& resource : picture.resources) { header(resource + " LEFT"); }
  std::vector<std::size_t> kinds;
  for (std::size_t i = 0; i < picture.kinds_by_node; ++i) {
    if (picture.kinds[i].placed < std::ssize(picture.kinds[i].pods)) { kinds.push_back(i); }
  }
  for (const std::size_t kind : kinds) { header(kind_name(picture, picture.kinds[kind])); }
  html.close().close().open("tbody").line();
  for (const model::PictureNode& node : nodes.nodes) {
    html.open("tr").element("td", {}, node.name);
    html.element("td", {}, short_amount(first, node.room.front().used));
    if (others) { html.element("td", {}, short_amount(first, node.room.front().others)); }
    if (planned) { html.element("td", {}, short_amount(first, node.room.front().planned)); }
    for (std::size_t i = 0; i < node.room.size(); ++i) {
      html.element("td", {}, short_amount(picture.resources[i], node.room[i].left()));
    }
    for (const std::size_t kind : kinds) { html.element("td", {}, answer_of_node(picture, node.answers[kind])); }
    html.close().line();
  }
  html.close().close().close().close().line();
}

void add_class(Markup& html, const ClusterPicture& picture, const NodeClass& nodes) {
  html.open("section", {{"class", "nodes"}}).open("h3").text(class_name(picture, nodes)).close();
  for (const std::string& mark : class_marks(nodes)) { html.element("span", {{"class", "badge"}}, mark).text(" "); }
  html.line();
  const bool few = nodes.nodes.size() <= k_most_tiles;
  if (nodes.count > 1) {
    html.open("div", {{"class", "beside"}});
    add_sums(html, picture, nodes);
    if (!few && nodes.room.front().offered > 0) { add_pieces(html, picture, nodes); }
    html.close();
  }
  if (few) {
    add_tiles(html, picture, nodes);
  } else {
    add_answers(html, picture, nodes);
    add_cells(html, picture, nodes);
  }
  if (std::ssize(nodes.nodes) < nodes.count) {
    html.element("p", {},
                 fmt::format("{} more nodes are in the sums and not drawn.", nodes.count - std::ssize(nodes.nodes)));
  }
  add_node_table(html, picture, nodes);
  html.close().line();
}

// Table of the reasons why members are not placed, over all nodes.
// Members of the kind that have a node in the placement that the verdict of their group counts.
std::int64_t placed_of(const model::Report& report, const model::MemberKind& kind) {
  const auto group = std::ranges::find_if(report.groups, [&](const model::GroupReport& one) {
    return one.namespace_name == kind.namespace_name && one.name == kind.group;
  });
  if (group == report.groups.end() || !has_left_over(*group)) { return kind.placed; }
  return std::ranges::count_if(kind.pods, [&](const std::string& pod) {
    return std::ranges::find(group->evidence.pods, pod) == group->evidence.pods.end();
  });
}

void add_kinds(Markup& html, const model::Report& report) {
  const ClusterPicture& picture = *report.picture;
  const bool any = std::ranges::any_of(
      picture.kinds, [](const model::MemberKind& kind) { return kind.placed < std::ssize(kind.pods); });
  if (!any) { return; }
  html.element("h3", "Would each node take one more member?");
  html.open("div", {{"class", "scroll"}}).open("table").open("thead").open("tr");
  for (const char* const words : {"MEMBER", "ASKS FOR", "PLACED", "NODES"}) {
    html.element("th", {{"scope", "col"}}, words);
  }
  html.close().close().open("tbody").line();
  for (std::size_t i = 0; i < picture.kinds.size(); ++i) {
    const model::MemberKind& kind = picture.kinds[i];
    if (kind.placed == std::ssize(kind.pods)) { continue; }
    std::vector<std::pair<model::AnswerId, std::int64_t>> sums;
    for (const NodeClass& nodes : picture.classes) {
      for (const auto& [answer, count] : nodes.answers[i]) {
        const auto known = std::ranges::find(sums, answer, &std::pair<model::AnswerId, std::int64_t>::first);
        if (known == sums.end()) {
          sums.emplace_back(answer, count);
        } else {
          known->second += count;
        }
      }
    }
    std::ranges::stable_sort(sums, std::greater<>(), &std::pair<model::AnswerId, std::int64_t>::second);
    std::vector<std::string> words;
    for (const auto& [answer, count] : sums) { words.push_back(answer_words(picture, answer, count)); }
    html.open("tr").element("td", {}, kind_name(picture, kind)).element("td", {}, kind_requests(picture, kind));
    html.element("td", {}, fmt::format("{} of {}", placed_of(report, kind), kind.pods.size()));
    html.element("td", {}, listed_up_to(words, 6)).close().line();
  }
  html.close().close().close().line();
  if (picture.kinds_left_out > 0) {
    html.element("p", {}, fmt::format("{} more kinds of members are not listed.", picture.kinds_left_out));
  }
}

} // namespace

void add_drawing(Markup& html, const model::Report& report) {
  if (!report.picture || report.picture->classes.empty()) { return; }
  const ClusterPicture& picture = *report.picture;
  html.open("section", {{"id", "cluster"}}).element("h2", "The cluster, as the run leaves it").line();
  add_legend(html, picture);
  for (const NodeClass& nodes : picture.classes) { add_class(html, picture, nodes); }
  add_kinds(html, report);
  html.close().line();
}

} // namespace report

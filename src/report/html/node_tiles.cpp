// SPDX-License-Identifier: Apache-2.0
#include "report/html/node_tiles.hpp"

#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/picture_words.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <tuple>

namespace report {

namespace {

using model::ClusterPicture;
using model::NodeClass;
using model::PictureNode;
using model::Room;

constexpr std::int64_t k_most_slots = 16; // of a resource that is drawn piece by piece
constexpr int k_slot = 14, k_slot_step = 18, k_slots_in_row = 8;
constexpr std::size_t k_most_full_tiles = 12; // of a class; larger classes get tiles with one resource
constexpr int k_bar_width = 160, k_bar_height = 10;
constexpr int k_cell = 14, k_cell_step = 20, k_cells_in_row = 48;

bool is_in_pieces(std::string_view resource, const Room& room) {
  return resource != "cpu" && resource != "pods" && !is_in_bytes(resource) && room.offered > 0 &&
         room.offered <= k_most_slots;
}

bool is_unplaced(const model::MemberKind& kind) { return kind.placed < std::ssize(kind.pods); }

// Request of the first resource by a member that fits on the node; 0 if none fits.
std::int64_t wanted(const ClusterPicture& picture, const PictureNode& node) {
  return takes_one(picture, node) ? picture.kinds.front().requests.front() : 0;
}

std::vector<std::string> answers_of(const ClusterPicture& picture, const PictureNode& node) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < node.answers.size(); ++i) {
    if (!is_unplaced(picture.kinds[i])) { continue; }
    const std::string answer = answer_of_node(picture, node.answers[i]);
    const bool only = std::ranges::count_if(picture.kinds, is_unplaced) == 1;
    lines.push_back(only ? answer : fmt::format("{}: {}", kind_name(picture, picture.kinds[i]), answer));
  }
  return lines;
}

std::string events_of(const PictureNode& node) {
  std::vector<std::string> words;
  if (node.planned > 0) { words.push_back(counted(node.planned, "pod") + " planned here"); }
  if (node.leaving > 0) { words.push_back(counted(node.leaving, "pod") + " evicted"); }
  if (node.is_added) { words.emplace_back("added"); }
  return util::joined(words, ", ");
}

std::string title_of(const ClusterPicture& picture, const PictureNode& node) {
  std::string words = node.name;
  for (std::size_t i = 0; i < node.room.size(); ++i) {
    if (node.room[i].offered > 0 || node.room[i].taken() > 0) {
      words += "; " + room_words(picture.resources[i], node.room[i]);
    }
  }
  if (const std::string events = events_of(node); !events.empty()) { words += "; " + events; }
  for (const std::string& answer : answers_of(picture, node)) { words += "; " + answer; }
  return words;
}

// The area that each slot belongs to, from the left.
std::vector<std::string_view> slots_of(const Room& room) {
  std::vector<std::string_view> slots;
  const auto add = [&](std::int64_t amount, std::string_view area) {
    for (std::int64_t i = 0; i < amount && std::ssize(slots) < room.offered; ++i) { slots.push_back(area); }
  };
  add(room.used, "used");
  add(room.others, "others");
  add(room.planned, "planned");
  add(room.leaving, "leaving");
  add(room.offered, "free");
  return slots;
}

// Draws a line under the free slots for each member that fits there.
void add_brackets(Markup& html, const Room& room, std::int64_t request) {
  if (request <= 0) { return; }
  const auto first = static_cast<int>(std::min(room.taken(), room.offered));
  for (int slot = first; slot + request <= room.offered; slot += static_cast<int>(request)) {
    const int row = slot / k_slots_in_row, last = slot + static_cast<int>(request) - 1;
    if (last / k_slots_in_row != row) { continue; } // it would extend beyond the row
    const int left = (slot % k_slots_in_row) * k_slot_step, right = (last % k_slots_in_row) * k_slot_step + k_slot;
    const int y = row * (k_slot_step + 5) + k_slot + 4;
    html.alone("path", {{"class", "bracket"}, {"d", fmt::format("M{} {}v3h{}v-3", left + 1, y - 1, right - left - 2)}});
  }
}

void add_slots(Markup& html, const Room& room, std::int64_t request, std::string_view words) {
  const std::vector<std::string_view> slots = slots_of(room);
  const int rows = (static_cast<int>(slots.size()) + k_slots_in_row - 1) / k_slots_in_row;
  const int width = std::min(static_cast<int>(slots.size()), k_slots_in_row) * k_slot_step,
            height = rows * (k_slot_step + 5);
  html.open("svg", {{"class", "slots"}, {"width", width}, {"height", height}, {"role", "img"}, {"aria-label", words}});
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const int x = static_cast<int>(i) % k_slots_in_row * k_slot_step;
    const int y = static_cast<int>(i) / k_slots_in_row * (k_slot_step + 5);
    html.alone("rect",
               {{"class", slots[i]}, {"x", x + 1}, {"y", y + 1}, {"width", k_slot - 2}, {"height", k_slot - 2}});
  }
  add_brackets(html, room, request);
  html.close();
}

// The areas of a bar of length `across`, from the start: name, start, length.
struct Area {
  std::string_view name;
  int from, length;
};
std::vector<Area> areas_of(const Room& room, int across) {
  constexpr std::array<std::string_view, 3> k_names = {"used", "others", "planned"}; // in the order of room_parts()
  const std::vector<int> lengths = part_lengths(room, across);
  std::vector<Area> areas;
  int from = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] > 0) { areas.push_back({k_names[i], from, lengths[i]}); }
    from += lengths[i];
  }
  return areas;
}

void add_mark(Markup& html, const ClusterPicture& picture, const PictureNode& node) {
  const bool any = std::ranges::any_of(picture.kinds, is_unplaced);
  if (node.planned == 0 && !any) { return; }
  const std::string_view path = node.planned > 0           ? "M8 3v10M3 8h10"
                                : takes_one(picture, node) ? "M3 8.5l3.5 3.5L13 4.5"
                                                           : "M4 4l8 8M12 4l-8 8";
  html.open("svg", {{"class", "mark"}, {"viewBox", "0 0 16 16"}, {"aria-hidden", "true"}});
  html.alone("path", {{"d", path}}).close();
}

std::string_view tile_class(const ClusterPicture& picture, const PictureNode& node) {
  if (node.planned > 0) { return "tile has-plan"; }
  return takes_one(picture, node) ? "tile takes" : "tile";
}

// With `only_first` the tile shows the first resource that the node offers; its title and the table have the others.
void add_tile(Markup& html, const ClusterPicture& picture, const PictureNode& node, bool only_first) {
  html.open("li", {{"class", tile_class(picture, node)}, {"title", title_of(picture, node)}});
  html.open("div", {{"class", "name"}});
  add_mark(html, picture, node);
  html.element("span", {}, node.name).close();
  for (std::size_t i = 0; i < node.room.size(); ++i) {
    const Room& room = node.room[i];
    const std::string& resource = picture.resources[i];
    if (room.offered <= 0) { continue; }
    const std::string words = room_words(resource, room);
    if (i == 0 && is_in_pieces(resource, room)) {
      add_slots(html, room, wanted(picture, node), words);
    } else {
      add_bar(html, room, words);
    }
    html.element("div", {{"class", i == 0 ? "main" : "more"}}, words);
    if (only_first) { break; }
  }
  if (const std::string events = events_of(node); !events.empty()) {
    html.element("div", {{"class", "event"}}, events);
  }
  const std::vector<std::string> answers = answers_of(picture, node);
  for (std::size_t i = 0; i < std::min<std::size_t>(answers.size(), 2); ++i) {
    html.element("div", {{"class", "answer"}}, answers[i]);
  }
  html.close().line();
}

// The most informative nodes come first: those with a plan, then those with space for a member, then by remaining
// capacity.
std::vector<const PictureNode*> telling_first(const ClusterPicture& picture, const NodeClass& nodes,
                                              std::size_t drawn) {
  std::vector<const PictureNode*> order;
  for (const PictureNode& node : nodes.nodes) { order.push_back(&node); }
  const auto rank = [&](const PictureNode* node) {
    const Room& room = node->room[drawn];
    return std::tuple(node->planned > 0 ? 0 : takes_one(picture, *node) ? 1 : 2, -room.left(), -room.others);
  };
  std::ranges::stable_sort(order, {}, rank);
  return order;
}

std::string cell_title(const ClusterPicture& picture, const PictureNode& node, std::size_t drawn) {
  std::string words = fmt::format("{}: {}", node.name, room_words(picture.resources[drawn], node.room[drawn]));
  if (const std::string events = events_of(node); !events.empty()) { words += "; " + events; }
  for (const std::string& answer : answers_of(picture, node)) { words += "; " + answer; }
  return words;
}

void add_cell(Markup& html, const ClusterPicture& picture, const PictureNode& node, std::size_t drawn, int number) {
  const int x = number % k_cells_in_row * k_cell_step + 3, y = number / k_cells_in_row * k_cell_step + 3;
  const Room& room = node.room[drawn];
  html.open("g");
  html.element("title", {}, cell_title(picture, node, drawn));
  const std::string_view frame = node.planned > 0 ? "cell has-plan" : takes_one(picture, node) ? "cell takes" : "cell";
  html.alone("rect", {{"class", frame}, {"x", x}, {"y", y}, {"width", k_cell}, {"height", k_cell}});
  for (const Area& area : areas_of(room, k_cell)) { // from the bottom up
    html.alone("rect", {{"class", area.name},
                        {"x", x},
                        {"y", y + k_cell - area.from - area.length},
                        {"width", k_cell},
                        {"height", area.length}});
  }
  html.close().line();
}

} // namespace

bool takes_one(const ClusterPicture& picture, const PictureNode& node) {
  return !picture.kinds.empty() && is_unplaced(picture.kinds.front()) && !node.answers.empty() &&
         node.answers.front() == 0;
}

void add_patterns(Markup& html) {
  html.as_is(R"svg(<svg class="patterns" width="0" height="0" aria-hidden="true"><defs>
<pattern id="p-planned" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="planned-ground" width="5" height="5"/><path class="planned-line" d="M0 0v5"/></pattern>
<pattern id="p-others" width="4" height="4" patternUnits="userSpaceOnUse"><rect class="others-ground" width="4" height="4"/><circle class="others-dot" cx="2" cy="2" r="1"/></pattern>
</defs></svg>
)svg");
}

void add_swatch(Markup& html, Literal area) {
  html.open("svg", {{"class", "swatch"}, {"width", 16}, {"height", 16}, {"aria-hidden", "true"}});
  html.alone("rect", {{"class", area.text()}, {"x", 2}, {"y", 2}, {"width", 12}, {"height", 12}}).close();
}

void add_bar(Markup& html, const Room& room, std::string_view words) {
  html.open("svg", {{"class", "bar"},
                    {"width", k_bar_width},
                    {"height", k_bar_height},
                    {"viewBox", fmt::format("0 0 {} {}", k_bar_width, k_bar_height)},
                    {"preserveAspectRatio", "none"},
                    {"role", "img"},
                    {"aria-label", words}});
  html.alone("rect", {{"class", "free"}, {"x", 1}, {"y", 1}, {"width", k_bar_width - 2}, {"height", k_bar_height - 2}});
  for (const Area& area : areas_of(room, k_bar_width - 2)) {
    html.alone(
        "rect",
        {{"class", area.name}, {"x", area.from + 1}, {"y", 1}, {"width", area.length}, {"height", k_bar_height - 2}});
  }
  html.close();
}

void add_tiles(Markup& html, const ClusterPicture& picture, const NodeClass& nodes) {
  html.open("ul", {{"class", "tiles"}}).line();
  const bool only_first = nodes.nodes.size() > k_most_full_tiles;
  for (const PictureNode& node : nodes.nodes) { add_tile(html, picture, node, only_first); }
  html.close().line();
}

void add_cells(Markup& html, const ClusterPicture& picture, const NodeClass& nodes) {
  std::size_t drawn = 0;
  while (drawn + 1 < nodes.room.size() && nodes.room[drawn].offered == 0) { ++drawn; }
  const std::vector<const PictureNode*> order = telling_first(picture, nodes, drawn);
  const int rows = (static_cast<int>(order.size()) + k_cells_in_row - 1) / k_cells_in_row;
  const std::string label = fmt::format("{}, by free {}; the table below has the same figures",
                                        counted(std::ssize(order), "node"), picture.resources[drawn]);
  html.open("svg", {{"class", "cells"},
                    {"viewBox", fmt::format("0 0 {} {}", k_cells_in_row * k_cell_step, rows * k_cell_step)},
                    {"role", "img"},
                    {"aria-label", label}});
  html.line();
  for (std::size_t i = 0; i < order.size(); ++i) { add_cell(html, picture, *order[i], drawn, static_cast<int>(i)); }
  html.close().line();
}

} // namespace report

// SPDX-License-Identifier: Apache-2.0
#include "report/words/picture_words.hpp"

#include "report/amounts.hpp"
#include "report/english.hpp"
#include "report/words/member_names.hpp"
#include "report/words/node_reasons.hpp"
#include "util/concat.hpp"
#include "util/int128.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

using model::ClusterPicture;
using model::NodeClass;
using model::Room;

std::string amount_with_unit(std::string_view resource, std::int64_t amount) {
  if (resource == "pods") { return counted(amount, "pod slot"); }
  return fmt::format("{} {}", short_amount(resource, amount), resource);
}

// The non-zero amounts, "8 nvidia.com/gpu, 64 cpu".
std::string amounts(const ClusterPicture& picture, const std::vector<std::int64_t>& figures, Rounding rounding) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (figures[i] <= 0) { continue; }
    words.push_back(rounding == Rounding::Up ? amount_of_text(picture.resources[i], figures[i], rounding)
                                             : amount_with_unit(picture.resources[i], figures[i]));
  }
  return util::joined(words, ", ");
}

// The words after "3 nodes": " have too little cpu and too little memory", " had untolerated taint(s)".
std::string predicates(const ClusterPicture& picture, model::AnswerId answer, std::int64_t nodes) {
  constexpr std::string_view k_insufficient = "Insufficient ";
  std::vector<std::string> short_of, words;
  for (const std::string& reason : picture.answers[answer]) {
    if (reason.starts_with(k_insufficient)) {
      short_of.push_back(reason.substr(k_insufficient.size()));
    } else {
      words.push_back(node_predicate(reason, nodes));
    }
  }
  if (!short_of.empty()) {
    words.push_back(fmt::format(" {} too little {}", one_or_many(nodes, "has", "have"), listed(short_of)));
  }
  return util::joined(words, " and");
}

} // namespace

std::string class_name(const ClusterPicture& picture, const NodeClass& nodes) {
  const std::string count = counted(nodes.count, "node");
  const std::string type = nodes.type.empty() ? std::string() : fmt::format(" of type {}", nodes.type);
  const std::string offers = amounts(picture, nodes.offered, Rounding::Down);
  if (offers.empty()) { return fmt::format("{}{} without {}", count, type, picture.resources.front()); }
  if (nodes.is_mixed) { return fmt::format("{}{} of different sizes, at most {}", count, type, offers); }
  return type.empty() ? fmt::format("{} of {}", count, offers) : fmt::format("{}{}: {}", count, type, offers);
}

std::vector<std::string> class_marks(const NodeClass& nodes) {
  std::vector<std::string> marks;
  if (nodes.is_cordoned) { marks.emplace_back("cordoned"); }
  for (const std::string& taint : nodes.taints) { marks.push_back("taint " + taint); }
  return marks;
}

std::string kind_name(const ClusterPicture& picture, const model::MemberKind& kind) {
  std::string names = folded_names(kind.pods, kind.group.empty() ? "pod" : "member");
  const bool one_group = std::ranges::all_of(picture.kinds, [&](const model::MemberKind& other) {
    return other.group == kind.group && other.namespace_name == kind.namespace_name;
  });
  if (one_group) { return names; }
  return kind.group.empty() ? fmt::format("{}: {}", kind.namespace_name, names)
                            : fmt::format("{}/{}: {}", kind.namespace_name, kind.group, names);
}

std::string kind_requests(const ClusterPicture& picture, const model::MemberKind& kind) {
  return amounts(picture, kind.requests, Rounding::Up);
}

std::string answer_words(const ClusterPicture& picture, model::AnswerId answer, std::int64_t nodes) {
  if (answer == 0) {
    return fmt::format("{} {} one more", counted(nodes, "node"), one_or_many(nodes, "takes", "take"));
  }
  return counted(nodes, "node") + predicates(picture, answer, nodes);
}

std::string answer_of_node(const ClusterPicture& picture, model::AnswerId answer) {
  if (answer == 0) { return "takes one more"; }
  std::string words = predicates(picture, answer, 1);
  return words.substr(words.find_first_not_of(": "));
}

std::vector<PieceStep> piece_steps(const NodeClass& nodes, std::size_t most) {
  std::vector<PieceStep> steps;
  if (nodes.pieces.size() <= most) {
    for (const auto& [amount, count] : nodes.pieces) { steps.push_back({amount, amount, count}); }
    return steps;
  }
  // Equal shares of the largest piece; zero is a step of its own.
  const auto shares = static_cast<std::int64_t>(most) - 1;
  const std::int64_t largest = nodes.pieces.front().first;
  const std::int64_t width = largest / shares + (largest % shares == 0 ? 0 : 1);
  for (const auto& [amount, count] : nodes.pieces) {
    const std::int64_t share = amount == 0 ? -1 : (amount - 1) / width;
    const bool is_new = steps.empty() || (steps.back().least == 0 ? -1 : (steps.back().least - 1) / width) != share;
    if (is_new) { steps.push_back({amount, amount, 0}); }
    steps.back().least = amount;
    steps.back().nodes += count;
  }
  return steps;
}

std::string piece_text(std::string_view resource, const PieceStep& step) {
  const std::string least = short_amount(resource, step.least), most = short_amount(resource, step.most);
  return least == most ? most : fmt::format("{} to {}", least, most);
}

std::string short_amount(std::string_view resource, std::int64_t amount) {
  constexpr std::int64_t k_core = 1000, k_tenth = 100;
  if (resource != "cpu" || amount < k_core || amount % k_core < k_tenth) {
    const bool is_whole = resource == "cpu" && amount >= k_core;
    return amount_text(resource, is_whole ? amount / k_core * k_core : amount, Rounding::Down);
  }
  return fmt::format("{}.{}", amount / k_core, amount % k_core / k_tenth);
}

std::int64_t free_before(const Room& room) {
  return std::max<std::int64_t>(0, room.offered - room.used - room.leaving);
}

std::string room_words(std::string_view resource, const Room& room) {
  const auto text = [&](std::int64_t amount) { return short_amount(resource, amount); };
  std::string words = fmt::format("{} of {} free", text(free_before(room)), amount_with_unit(resource, room.offered));
  if (room.leaving > 0) { words += fmt::format(", {} freed by eviction", text(room.leaving)); }
  if (room.others > 0) { words += fmt::format(", {} to others", text(room.others)); }
  if (room.planned > 0) { words += fmt::format(", {} planned", text(room.planned)); }
  if (room.others > 0 || room.planned > 0) { words += fmt::format(", {} left", text(room.left())); }
  return words;
}

const std::vector<RoomPart>& room_parts() {
  static const std::vector<RoomPart> k_parts = {
      {&Room::used, "in use", '#'},
      {&Room::others, "used by others in this run", 'o'},
      {&Room::planned, "planned", '+'},
  };
  return k_parts;
}

std::vector<int> part_lengths(const Room& room, int across) {
  // Each part ends at the sum so far, but leaves one column to each non-zero part after it.
  const auto is_there = [&](const RoomPart& part) { return room.*part.amount > 0; };
  auto following = static_cast<int>(std::ranges::count_if(room_parts(), is_there)) + (room.left() > 0 ? 1 : 0);
  std::vector<int> lengths;
  util::int128 sum = 0;
  int from = 0;
  for (const RoomPart& part : room_parts()) {
    int to = from;
    if (is_there(part) && room.offered > 0) {
      sum += room.*part.amount;
      --following;
      const auto end = static_cast<int>(std::min<util::int128>(sum, room.offered) * across / room.offered);
      to = std::max(from, std::min(std::max(end, from + 1), across - following));
    }
    lengths.push_back(to - from);
    from = to;
  }
  return lengths;
}

bool has_any(const ClusterPicture& picture, std::int64_t Room::*amount) {
  return std::ranges::any_of(picture.classes, [&](const NodeClass& nodes) {
    return std::ranges::any_of(nodes.room, [&](const Room& room) { return room.*amount > 0; });
  });
}

} // namespace report

// SPDX-License-Identifier: Apache-2.0
// Draws the cluster as text.
//
//   The cluster as the run leaves it, by nvidia.com/gpu: # in use, . left
//
//   4 nodes of 8 nvidia.com/gpu
//     ##########################################..................  12 of 32 free
//     free on one node: 6 (1 node), 2 (3 nodes)
//     train-worker-1: 3 nodes have too little nvidia.com/gpu, 1 node takes one more
#include "report/text/cluster_text.hpp"

#include "report/english.hpp"
#include "report/layout/wrap.hpp"
#include "report/safe_text.hpp"
#include "report/words/picture_words.hpp"
#include "util/concat.hpp"
#include "util/terminal_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace report {

namespace {

using model::ClusterPicture;
using model::NodeClass;
using model::Room;

constexpr std::size_t k_most_classes = 8, k_most_text_steps = 6, k_most_kinds = 3, k_most_answers = 3;
constexpr int k_indent = 4, k_shortest_bar = 10;

Tone tone_of_sign(char sign) { return sign == '+' ? Tone::Good : sign == 'o' ? Tone::Unsure : Tone::Plain; }

std::string bar(const Room& room, int columns, bool color) {
  const std::vector<int> lengths = part_lengths(room, columns);
  std::string text;
  int drawn = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const char sign = room_parts()[i].sign;
    text += painted(std::string(static_cast<std::size_t>(lengths[i]), sign), tone_of_sign(sign), color);
    drawn += lengths[i];
  }
  return text + std::string(static_cast<std::size_t>(columns - drawn), k_left_sign);
}

std::string figures(const std::string& resource, const Room& room) {
  std::string free =
      fmt::format("{} of {} free", short_amount(resource, free_before(room)), short_amount(resource, room.offered));
  if (room.others <= 0 && room.planned <= 0) { return free; }
  return fmt::format("{}, {} left", free, short_amount(resource, room.left()));
}

std::string legend(const ClusterPicture& picture) {
  std::vector<std::string> words;
  for (const RoomPart& part : room_parts()) {
    if (has_any(picture, part.amount)) { words.push_back(fmt::format("{} {}", part.sign, part.words)); }
  }
  words.push_back(fmt::format("{} {}", k_left_sign, k_left_words));
  return util::joined(words, ", ");
}

std::string steps_line(const ClusterPicture& picture, const NodeClass& nodes) {
  std::vector<std::string> words;
  for (const PieceStep& step : piece_steps(nodes, k_most_text_steps)) {
    words.push_back(fmt::format("{} ({})", piece_text(picture.resources.front(), step), counted(step.nodes, "node")));
  }
  return fmt::format("free on one node before the run: {}", util::joined(words, ", "));
}

std::string answers_line(const ClusterPicture& picture, const NodeClass& nodes, std::size_t kind) {
  std::vector<std::string> words;
  for (const auto& [answer, count] : nodes.answers[kind]) { words.push_back(answer_words(picture, answer, count)); }
  const std::size_t all = words.size();
  words.resize(std::min(all, k_most_answers));
  const std::string more = words.size() < all ? fmt::format(" and {} more answers", all - words.size()) : std::string();
  return fmt::format("{}: {}{}", kind_name(picture, picture.kinds[kind]), util::joined(words, ", "), more);
}

class Lines {
 public:
  Lines(const ClusterPicture& picture, const Style& style) : m_picture(picture), m_style(style) {
    for (const NodeClass& nodes : shown()) {
      const std::size_t resource = bar_of(nodes);
      const int width = util::display_width(figures(picture.resources[resource], nodes.room[resource]));
      m_figures = std::max(m_figures, width);
    }
  }

  std::string text() {
    prose(fmt::format("The cluster as the run leaves it, by {}: {}", m_picture.resources.front(), legend(m_picture)),
          0);
    for (const NodeClass& nodes : shown()) { add(nodes); }
    add_rest();
    return std::move(m_text);
  }

 private:
  std::span<const NodeClass> shown() const {
    const std::span<const NodeClass> classes = m_picture.classes;
    return classes.size() > k_most_classes ? classes.first(k_most_classes - 1) : classes;
  }

  // The first resource that the nodes have.
  static std::size_t bar_of(const NodeClass& nodes) {
    for (std::size_t i = 0; i < nodes.room.size(); ++i) {
      if (nodes.room[i].offered > 0) { return i; }
    }
    return 0;
  }

  void prose(std::string_view text, int indent) { m_text += wrapped(safe(text), indent, indent + 2, m_style.columns); }

  void add(const NodeClass& nodes) {
    const std::size_t resource = bar_of(nodes);
    const std::string& name = m_picture.resources[resource];
    m_text += '\n';
    std::vector<std::string> words = {class_name(m_picture, nodes)};
    for (const std::string& mark : class_marks(nodes)) { words.push_back(mark); }
    prose(util::joined(words, "; "), 2);
    const int columns = std::max(k_shortest_bar, m_style.columns - k_indent - 2 - m_figures);
    m_text += fmt::format("{:{}}{}  {}\n", "", k_indent, bar(nodes.room[resource], columns, m_style.color),
                          safe(figures(name, nodes.room[resource])));
    if (nodes.room[resource].leaving > 0) {
      prose(fmt::format("freed by eviction: {}", short_amount(name, nodes.room[resource].leaving)), k_indent);
    }
    if (resource == 0 && nodes.count > 1) { prose(steps_line(m_picture, nodes), k_indent); }
    const std::size_t kinds = std::min(nodes.answers.size(), k_most_kinds);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      const model::MemberKind& members = m_picture.kinds[kind];
      const bool is_settled = members.placed == static_cast<std::int64_t>(members.pods.size());
      if (!is_settled) { prose(answers_line(m_picture, nodes, kind), k_indent); }
    }
  }

  void add_rest() {
    const std::size_t drawn = shown().size();
    if (drawn == m_picture.classes.size()) { return; }
    std::int64_t nodes = 0;
    for (std::size_t i = drawn; i < m_picture.classes.size(); ++i) { nodes += m_picture.classes[i].count; }
    m_text += '\n';
    prose(fmt::format("{} more classes with {} (-o html shows them)", m_picture.classes.size() - drawn,
                      counted(nodes, "node")),
          2);
  }

  const ClusterPicture& m_picture;
  const Style& m_style;
  int m_figures = 0;
  std::string m_text;
};

} // namespace

void add_cluster(Page& page, const model::Report& report) {
  if (!report.picture || report.picture->classes.empty()) { return; }
  page.gap();
  page.lines(Lines(*report.picture, page.style()).text());
}

} // namespace report

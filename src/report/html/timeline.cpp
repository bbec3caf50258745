// SPDX-License-Identifier: Apache-2.0
// The time axis is not to scale: attempts take milliseconds and waits minutes. All turns have the same width, and the
// axis shows how far the clock jumps.
#include "report/html/timeline.hpp"

#include "model/values/time.hpp"
#include "report/english.hpp"
#include "report/html/turns.hpp"
#include "report/safe_text.hpp"
#include "util/concat.hpp"
#include "util/terminal_text.hpp"
#include "util/utf8.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace report {

namespace {

constexpr std::size_t k_most_timeline_rows = 80, k_most_turns = 1'500;
constexpr int k_label_width = 230, k_row = 22, k_top = 30, k_room = 900, k_least_turn = 18, k_most_turn = 40;
constexpr int k_sign_width = 8; // a narrower part of a turn has no sign
constexpr int k_label_columns = 30;
constexpr std::int64_t k_second = 1'000'000; // in microseconds
constexpr int k_label_step = 64;             // minimum distance between labels of the axis

std::string_view class_of(TurnPart part) {
  switch (part) {
  case TurnPart::Bound:
    return "bound";
  case TurnPart::WaitsThenBound:
    return "waits";
  case TurnPart::WaitsInVain:
    return "in-vain";
  case TurnPart::TimesOut:
    return "times-out";
  case TurnPart::Refused:
    return "refused";
  case TurnPart::Preempts:
    return "preempts";
  }
  return {};
}

// The start of the name, at most as wide as the label column.
std::string shortened(std::string_view whole) {
  std::string name = safe(whole);
  if (util::display_width(name) <= k_label_columns) { return name; }
  std::string text;
  for (std::string_view rest = name; util::display_width(text) < k_label_columns - 3;) {
    const std::size_t bytes = util::first_character(rest).bytes;
    text += rest.substr(0, bytes);
    rest.remove_prefix(bytes);
  }
  return text + "..."; // like all other output, not U+2026
}

std::string words_of(const Turn& turn) {
  std::vector<std::string> words;
  for (const auto& [part, count] : turn.parts) { words.push_back(part_words(part, count)); }
  if (!turn.victims.empty()) { words.push_back("evicts " + listed_up_to(turn.victims, 3)); }
  if (turn.times > 1) {
    words.push_back(fmt::format("{} times, until {}", turn.times, model::time_text_milli(turn.last_at)));
  }
  return util::joined(words, "; ");
}

std::string duration_words(std::int64_t micros) {
  if (micros < k_second) { return fmt::format("{} ms", micros / 1000); }
  return model::go_duration_text((micros + k_second / 2) / k_second * 1'000'000'000);
}

class Drawing {
 public:
  Drawing(Markup& html, const Turns& turns) : m_html(html), m_turns(turns) {
    const auto count = std::max<int>(1, static_cast<int>(turns.turns.size()));
    m_turn = std::clamp(k_room / count, k_least_turn, k_most_turn);
  }

  void add() {
    const int width = k_label_width + m_turn * static_cast<int>(m_turns.turns.size()) + 2 * k_label_step;
    const int height = k_top + k_row * static_cast<int>(m_turns.rows.size()) + 4;
    m_html.open("div",
                {{"class", "scroll"}, {"tabindex", 0}, {"role", "region"}, {"aria-label", "timeline of the run"}});
    m_html.open("svg", {{"class", "timeline"},
                        {"width", width},
                        {"height", height},
                        {"role", "img"},
                        {"aria-label", "Scheduling attempts in order; the table below has the same data"}});
    m_html.line();
    add_rows(width);
    add_axis(height);
    for (std::size_t i = 0; i < m_turns.turns.size(); ++i) { add_wait(i); }
    for (std::size_t i = 0; i < m_turns.turns.size(); ++i) { add_turn(i); }
    m_html.close().close().line();
  }

 private:
  int x_of(std::size_t turn) const { return k_label_width + m_turn * static_cast<int>(turn); }
  static int y_of(std::size_t row) { return k_top + k_row * static_cast<int>(row); }

  void add_rows(int width) {
    for (std::size_t i = 0; i < m_turns.rows.size(); ++i) {
      const TurnRow& row = m_turns.rows[i];
      const std::string_view shade = i % 2 == 0 ? "row" : "row odd";
      m_html.alone("rect", {{"class", shade}, {"y", y_of(i)}, {"width", width}, {"height", k_row}});
      m_html.open("text", {{"x", 6}, {"y", y_of(i) + 15}});
      m_html.element("title", fmt::format("{}: {} bound, {} refused", row.name, row.bound, row.refused));
      m_html.text(shortened(row.name)).close();
      if (row.attempts == 0) {
        m_html.element("text", {{"class", "axis"}, {"x", k_label_width + 2}, {"y", y_of(i) + 15}},
                       "not tried in this run");
      }
      m_html.line();
    }
  }

  // Labels the first moment, and each jump of a second or more.
  void add_axis(int height) {
    int free_from = k_label_width;
    const auto mark = [&](int x, const std::string& words) {
      m_html.alone("path", {{"class", "jump"}, {"d", fmt::format("M{} {}V{}", x, k_top - 8, height - 2)}});
      if (x < free_from) { return; }
      m_html.element("text", {{"class", "axis"}, {"x", x}, {"y", k_top - 12}}, words).line();
      free_from = x + k_label_step;
    };
    const std::vector<Turn>& turns = m_turns.turns;
    if (turns.empty()) { return; }
    m_html.element("text", {{"class", "axis"}, {"x", 6}, {"y", k_top - 12}}, model::time_text(turns.front().at)).line();
    for (std::size_t i = 1; i < turns.size(); ++i) {
      const model::Time before = turns[i - 1].times > 1 ? turns[i - 1].last_at : turns[i - 1].at;
      const std::int64_t jump = turns[i].at.micros - before.micros;
      if (jump >= k_second) { mark(x_of(i), "+" + duration_words(jump)); }
    }
  }

  // Draws a line from the turn to the one that ended the wait.
  void add_wait(std::size_t number) {
    const Turn& turn = m_turns.turns[number];
    if (!turn.waits_until && !turn.waits_on) { return; }
    std::size_t end = m_turns.turns.size();
    if (!turn.waits_on) {
      const auto after = std::find_if(m_turns.turns.begin() + static_cast<std::ptrdiff_t>(number) + 1,
                                      m_turns.turns.end(), [&](const Turn& one) { return one.at > *turn.waits_until; });
      end = static_cast<std::size_t>(after - m_turns.turns.begin());
    }
    if (end <= number + 1) { return; }
    m_html.alone("rect", {{"class", "hold"},
                          {"x", x_of(number)},
                          {"y", y_of(turn.row) + 8},
                          {"width", m_turn * static_cast<int>(end - number)},
                          {"height", k_row - 16}});
  }

  void add_turn(std::size_t number) {
    const Turn& turn = m_turns.turns[number];
    const int y = y_of(turn.row) + 3, height = k_row - 6, width = m_turn - 2;
    m_html.open("g");
    m_html.element("title", fmt::format("{}, turn {}, {}: {}", m_turns.rows[turn.row].name, number + 1,
                                        model::time_text_milli(turn.at), words_of(turn)));
    // Every part is wide enough for its sign if the turn allows it. The rest is divided by attempts.
    const int least = std::min(k_sign_width, width / static_cast<int>(turn.parts.size()));
    const int spare = width - least * static_cast<int>(turn.parts.size());
    std::int64_t before = 0;
    int from = x_of(number) + 1;
    for (const auto& [part, count] : turn.parts) {
      const auto start = static_cast<int>(before * spare / turn.attempts);
      before += count;
      const int length = std::max(1, least + static_cast<int>(before * spare / turn.attempts) - start);
      m_html.alone("rect", {{"class", class_of(part)}, {"x", from}, {"y", y}, {"width", length}, {"height", height}});
      if (length >= k_sign_width) { add_sign(part, from + length / 2, y + height / 2); }
      from += length;
    }
    if (turn.times > 1) {
      m_html.element("text", {{"class", "times"}, {"x", x_of(number) + 2}, {"y", y + height - 4}},
                     fmt::format("x{}", turn.times));
    }
    m_html.close().line();
  }

  // Repeats the colour's meaning as a shape: a cross for a refusal, a bolt for preemption, a clock for a timeout, two
  // bars for a wasted reservation.
  void add_sign(TurnPart part, int x, int y) {
    switch (part) {
    case TurnPart::Preempts:
      m_html.alone("path", {{"class", "sign on-dark"}, {"d", fmt::format("M{} {}l-3 5h4l-2 5", x + 1, y - 5)}});
      return;
    case TurnPart::TimesOut:
      m_html.alone("path", {{"class", "sign"}, {"d", fmt::format("M{} {}v4h3", x - 1, y - 3)}});
      return;
    case TurnPart::WaitsInVain:
      m_html.alone("path", {{"class", "sign"}, {"d", fmt::format("M{} {}v6m3 0v-6", x - 1, y - 3)}});
      return;
    case TurnPart::Refused:
      m_html.alone("path", {{"class", "sign"}, {"d", fmt::format("M{} {}l5 5m0-5l-5 5", x - 2, y - 2)}});
      return;
    case TurnPart::Bound:
    case TurnPart::WaitsThenBound:
      return;
    }
  }

  Markup& m_html;
  const Turns& m_turns;
  int m_turn;
};

void add_legend(Markup& html, const Turns& turns) {
  const auto occurs = [&](TurnPart part) {
    return std::ranges::any_of(turns.turns, [&](const Turn& turn) {
      return std::ranges::any_of(turn.parts, [&](const auto& one) { return one.first == part; });
    });
  };
  const auto entry = [&](TurnPart part, std::string_view words) {
    if (!occurs(part)) { return; }
    html.open("li").open("svg", {{"class", "swatch"}, {"width", 16}, {"height", 16}, {"aria-hidden", "true"}});
    html.alone("rect", {{"class", class_of(part)}, {"x", 2}, {"y", 2}, {"width", 12}, {"height", 12}}).close();
    html.text(" ").text(words).close();
  };
  html.open("ul", {{"class", "legend"}});
  entry(TurnPart::Bound, "bound");
  entry(TurnPart::WaitsThenBound, "reserves a node until its group is complete");
  entry(TurnPart::WaitsInVain, "reserves a node, then is rejected with its group");
  entry(TurnPart::TimesOut, "reserves a node until the timeout");
  entry(TurnPart::Refused, "refused");
  entry(TurnPart::Preempts, "refused, and evicts others");
  html.close().line();
}

void add_table(Markup& html, const Turns& turns) {
  html.open("details").element("summary",
                               fmt::format("The same as a table ({})", counted(std::ssize(turns.turns), "turn")));
  html.open("div", {{"class", "scroll"}}).open("table").open("thead").open("tr");
  for (const char* const words : {"TURN", "AT", "WHO", "WHAT", "LAST REFUSAL"}) {
    html.element("th", {{"scope", "col"}}, words);
  }
  html.close().close().open("tbody").line();
  for (std::size_t i = 0; i < turns.turns.size(); ++i) {
    const Turn& turn = turns.turns[i];
    html.open("tr").element("td", fmt::format("{}", i + 1)).element("td", model::time_text_milli(turn.at));
    html.element("td", turns.rows[turn.row].name).element("td", words_of(turn)).element("td", turn.message);
    html.close().line();
  }
  html.close().close().close().close().line();
}

} // namespace

void add_timeline(Markup& html, const model::Report& report) {
  const Turns turns = turns_of(report, k_most_timeline_rows, k_most_turns);
  if (turns.turns.empty()) { return; }
  html.open("section", {{"id", "run"}}).element("h2", "The run, turn by turn").line();
  html.element("p",
               "Each column is one turn of the scheduler in simulated time. A line with a time is a pause. x8: the "
               "scheduler repeats the turn eight times.");
  add_legend(html, turns);
  Drawing(html, turns).add();
  if (turns.left_out > 0) {
    html.element("p", fmt::format("{} more turns follow; -o json has them all.", turns.left_out));
  }
  add_table(html, turns);
  html.close().line();
}

} // namespace report

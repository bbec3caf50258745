// SPDX-License-Identifier: Apache-2.0
// A table in kubectl's format.
#include "report/layout/table.hpp"

#include "report/safe_text.hpp"
#include "report/write.hpp"
#include "util/terminal_text.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace report {

namespace {

// kubectl: each column but the last is at least 6 wide, its longest cell and 3 blanks.
constexpr int k_least_width = 6, k_padding = 3;
constexpr int k_least_prose = 20; // a sentence in a narrower column is hard to read
constexpr int k_indent_below = 2; // of a name that is too wide beside its header

// The pieces that a line break must not split: words, and the names of a list up to a comma.
std::vector<std::string_view> pieces_of(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool ends_item = text[at] == ',' && at + 1 < text.size() && text[at + 1] != ' ';
    if (text[at] != ' ' && !ends_item) { continue; }
    pieces.push_back(text.substr(start, at + 1 - start));
    start = at + 1;
  }
  if (start < text.size()) { pieces.push_back(text.substr(start)); }
  return pieces;
}

std::string_view without_blank(std::string_view text) {
  while (text.ends_with(' ')) { text.remove_suffix(1); }
  return text;
}

int widest_piece(std::string_view text) {
  int widest = 0;
  for (const std::string_view piece : pieces_of(text)) {
    widest = std::max(widest, util::display_width(without_blank(piece)));
  }
  return widest;
}

// `text` in lines of at most `width`; a piece that is wider has a line of its own.
std::vector<std::string> lines_of(std::string_view text, int width) {
  std::vector<std::string> lines(1);
  for (const std::string_view piece : pieces_of(text)) {
    std::string& line = lines.back();
    const std::string longer = line + std::string(without_blank(piece));
    if (!line.empty() && util::display_width(longer) > width) {
      line = without_blank(line);
      lines.emplace_back(piece);
    } else {
      line += piece;
    }
  }
  lines.back() = without_blank(lines.back());
  return lines;
}

int line_width(const std::vector<int>& widths) { return std::accumulate(widths.begin(), widths.end(), -k_padding); }

void add_line(std::string& out, const std::vector<Table::Cell>& cells, const std::vector<int>& widths, bool color) {
  std::size_t last = cells.size();
  while (last > 0 && cells[last - 1].text.empty()) { --last; } // no blanks at the end
  for (std::size_t i = 0; i < last; ++i) {
    out += painted(cells[i].text, cells[i].tone, color);
    if (i + 1 == last) { break; }
    out.append(static_cast<std::size_t>(widths[i] - util::display_width(cells[i].text)), ' ');
  }
  out += '\n';
}

} // namespace

void Table::add_row(std::vector<Cell> cells) {
  assert(cells.size() == m_headers.size());
  for (Cell& cell : cells) { cell.text = safe(cell.text); }
  m_rows.push_back(std::move(cells));
}

// Narrows the widest columns, each no further than its widest word and k_least_prose, until a line has at most
// `columns`.
std::vector<int> Table::narrowed(std::vector<int> widths, int columns) const {
  std::vector<int> least(widths.size(), k_least_width);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    least[i] = std::max(least[i], util::display_width(m_headers[i]) + k_padding);
    for (const std::vector<Cell>& row : m_rows) {
      const int prose = std::min(util::display_width(row[i].text), k_least_prose);
      least[i] = std::max(least[i], std::max(widest_piece(row[i].text), prose) + k_padding);
    }
  }
  while (line_width(widths) > columns) {
    std::size_t widest = widths.size();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (widths[i] > least[i] && (widest == widths.size() || widths[i] > widths[widest])) { widest = i; }
    }
    if (widest == widths.size()) { break; }
    widths[widest] = std::max(least[widest], widths[widest] - (line_width(widths) - columns));
  }
  return widths;
}

std::string Table::wrapped_rows(const std::vector<int>& widths, bool color) const {
  std::string out;
  for (const std::vector<Cell>& row : m_rows) {
    std::vector<std::vector<std::string>> cells;
    std::size_t height = 1;
    for (std::size_t i = 0; i < row.size(); ++i) {
      cells.push_back(lines_of(row[i].text, widths[i] - k_padding));
      height = std::max(height, cells.back().size());
    }
    for (std::size_t at = 0; at < height; ++at) {
      std::vector<Cell> line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        line.emplace_back(at < cells[i].size() ? cells[i][at] : std::string(), row[i].tone);
      }
      add_line(out, line, widths, color);
    }
  }
  return out;
}

std::string Table::records(int columns, bool color) const {
  int label = 0;
  for (const std::string& header : m_headers) { label = std::max(label, util::display_width(header) + k_padding); }
  std::string out;
  for (const std::vector<Cell>& row : m_rows) {
    if (!out.empty()) { out += '\n'; }
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].text.empty()) { continue; }
      const bool is_beside = widest_piece(row[i].text) <= columns - label;
      const int indent = is_beside ? label : k_indent_below;
      std::string lead = m_headers[i] + (is_beside ? "" : "\n");
      int used = is_beside ? util::display_width(lead) : 0;
      for (const std::string& line : lines_of(row[i].text, columns - indent)) {
        out += lead;
        out.append(static_cast<std::size_t>(indent - used), ' ');
        out += painted(line, row[i].tone, color) + '\n';
        lead.clear();
        used = 0;
      }
    }
  }
  return out;
}

Table Table::slimmed(std::string& folded) const {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < m_headers.size(); ++i) {
    const std::string& first = m_rows.front()[i].text;
    const bool is_equal =
        std::ranges::all_of(m_rows, [&](const std::vector<Cell>& row) { return row[i].text == first; });
    const bool may_go = m_rows.size() > 1 && std::ranges::find(m_foldable, m_headers[i]) != m_foldable.end();
    if (!is_equal || (!first.empty() && !may_go)) {
      kept.push_back(i);
    } else if (!first.empty()) {
      folded += (folded.empty() ? "" : ", ") + m_headers[i] + ' ' + first;
    }
  }
  Table slim({});
  for (const std::size_t i : kept) { slim.m_headers.push_back(m_headers[i]); }
  for (const std::vector<Cell>& row : m_rows) {
    std::vector<Cell>& cells = slim.m_rows.emplace_back();
    for (const std::size_t i : kept) { cells.push_back(row[i]); }
  }
  return slim;
}

std::vector<int> Table::widths(bool with_header) const {
  std::vector<int> widths(m_headers.size(), k_least_width);
  for (std::size_t i = 0; i < widths.size(); ++i) {
    if (with_header) { widths[i] = std::max(widths[i], util::display_width(m_headers[i]) + k_padding); }
    for (const std::vector<Cell>& row : m_rows) {
      widths[i] = std::max(widths[i], util::display_width(row[i].text) + k_padding);
    }
  }
  return widths;
}

std::string Table::rows_or_records(const Style& style) const {
  std::vector<int> all = widths(style.headers);
  if (style.table_columns > 0) {
    const std::vector<int> narrow = narrowed(all, style.table_columns);
    if (line_width(narrow) <= style.table_columns) {
      all = narrow;
    } else if (style.headers && m_headers.size() > 1) {
      return records(style.table_columns, style.color);
    }
  }
  std::string out;
  if (style.headers) { add_line(out, std::vector<Cell>(m_headers.begin(), m_headers.end()), all, false); }
  return out + wrapped_rows(all, style.color);
}

std::string Table::text(const Style& style) const {
  if (m_rows.empty()) { return {}; }
  const bool is_too_wide = style.table_columns > 0 && line_width(widths(style.headers)) > style.table_columns;
  if (!is_too_wide || !style.headers) { return rows_or_records(style); }
  std::string folded;
  const Table slim = slimmed(folded);
  return (folded.empty() ? "" : folded + " in all rows\n") + slim.rows_or_records(style);
}

} // namespace report

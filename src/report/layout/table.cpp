// SPDX-License-Identifier: Apache-2.0
// A table in kubectl's format.
#include "report/layout/table.hpp"

#include "report/safe_text.hpp"
#include "report/write.hpp"
#include "util/terminal_text.hpp"

#include <algorithm>
#include <cassert>

namespace report {

namespace {

// kubectl: each column but the last is at least 6 wide, its longest cell and 3 blanks.
constexpr int k_least_width = 6, k_padding = 3;

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

std::string Table::text(const Style& style) const {
  if (m_rows.empty()) { return {}; }
  std::vector<Cell> header;
  if (style.headers) { header.assign(m_headers.begin(), m_headers.end()); }
  std::vector<int> widths(m_headers.size(), k_least_width);
  const auto widen = [&](const std::vector<Cell>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], util::display_width(cells[i].text) + k_padding);
    }
  };
  widen(header);
  for (const std::vector<Cell>& row : m_rows) { widen(row); }
  std::string out;
  if (style.headers) { add_line(out, header, widths, false); }
  for (const std::vector<Cell>& row : m_rows) { add_line(out, row, widths, style.color); }
  return out;
}

} // namespace report

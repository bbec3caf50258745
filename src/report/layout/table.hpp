// SPDX-License-Identifier: Apache-2.0
// A table in kubectl's format: no lines, upper-case headers, three blanks between columns, nothing truncated. Widths
// are terminal columns, so that CJK names align; no line ends in blanks. On a terminal, cells that are too wide for it
// go on in further lines, broken between words. A table that is too wide loses the columns that are empty in each row.
// No name is split: if the names do not fit side by side, the table becomes a list of records, one line per cell.
#pragma once

#include "report/layout/color.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace report {

struct Style;

class Table {
 public:
  struct Cell {
    Cell(std::string_view cell_text, Tone cell_tone = Tone::Plain) : text(cell_text), tone(cell_tone) {}
    Cell(const std::string& cell_text) : text(cell_text) {}
    Cell(const char* cell_text) : text(cell_text) {}
    std::string text;
    Tone tone = Tone::Plain;
  };

  explicit Table(std::vector<std::string> headers) : m_headers(std::move(headers)) {}

  // Columns that a line above the table replaces if it is too wide for the terminal and all rows have the same value.
  void may_fold(std::vector<std::string_view> headers) { m_foldable = std::move(headers); }

  // One cell per header. Makes the text safe for terminals.
  void add_row(std::vector<Cell> cells);

  bool empty() const { return m_rows.empty(); }
  const std::vector<std::string>& headers() const { return m_headers; }
  const std::vector<std::vector<Cell>>& rows() const { return m_rows; }

  // The header (unless style.headers is false) and the rows; empty if there are no rows. Without headers, rows that do
  // not fit the terminal stay rows.
  std::string text(const Style& style) const;

 private:
  // Widths are those of cells and the padding after them.
  std::vector<int> widths(bool with_header) const;
  std::vector<int> narrowed(std::vector<int> widths, int columns) const;
  std::string wrapped_rows(const std::vector<int>& widths, bool color) const;
  // A block of lines "HEADER   cell" per row, without empty cells, and a blank line between blocks.
  std::string records(int columns, bool color) const;
  // Without empty and folded columns; the latter, with their values, in `folded`.
  Table slimmed(std::string& folded) const;
  std::string rows_or_records(const Style& style) const;

  std::vector<std::string> m_headers;
  std::vector<std::string_view> m_foldable; // literals
  std::vector<std::vector<Cell>> m_rows;
};

} // namespace report

// SPDX-License-Identifier: Apache-2.0
#include "document/yaml/yaml_reader.hpp"

#include "document/yaml/yaml_builder.hpp"
#include "document/yaml/yaml_stream.hpp"
#include "util/concat.hpp"

#include <istream>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/yaml.h>

namespace document {

namespace {

// yaml-cpp's positions count from 0, and from the start of the current document.
std::string failure_text(const YAML::Exception& failure, std::int64_t lines) {
  // yaml-cpp reports "bad file" for too many nested brackets (0.7: at 500 levels).
  const bool deep = dynamic_cast<const YAML::DeepRecursion*>(&failure) != nullptr;
  std::string why = deep ? "it is nested too deeply" : failure.msg;
  if (failure.mark.is_null()) { return why; }
  return util::concat(line_and_column(lines + failure.mark.line + 1, failure.mark.column + 1), why);
}

} // namespace

YamlReader& YamlReader::after(std::int64_t lines, std::int64_t documents) {
  m_lines = lines;
  m_documents = documents;
  return *this;
}

std::optional<Failure> YamlReader::read() {
  try {
    read_documents();
  } catch (const YamlFailure& failure) { return Failure{Failure::Kind::Syntax, failure.what()}; }
  return std::nullopt;
}

void YamlReader::read_documents() {
  YamlBudget budget{m_max_item_bytes};
  YamlStream stream(std::move(m_text), budget);
  YamlBuilder builder(m_items, budget);
  bool warned = false;
  while (stream.next_document()) {
    const std::int64_t lines = m_lines + stream.line();
    builder.begin_document(lines, ++m_documents);
    try {
      std::istream in(&stream);
      YAML::Parser parser(in);
      while (parser.HandleNextDocument(builder)) {}
    } catch (const YAML::Exception& failure) {
      stream.rethrow();
      throw YamlFailure(failure_text(failure, lines));
    }
    stream.rethrow();
    builder.end_document();
    m_is_blank = stream.is_blank();
    Place place{m_items.file(), 0, 0, m_documents};
    if (const auto line = stream.dropped_line()) {
      place.line = m_lines + *line;
      m_items.warn(place, Value(), "text after the end of a document (...) is not read, up to the next ---");
    }
    if (const auto line = stream.repaired_line(); line && !warned) {
      warned = true;
      place.line = m_lines + *line;
      m_items.warn(place, Value(), "the file holds bytes that are not UTF-8; they are read as U+FFFD, as kubectl does");
    }
  }
}

} // namespace document

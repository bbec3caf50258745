// SPDX-License-Identifier: Apache-2.0
#include "document/reading/field_lines.hpp"

#include "document/bytes/source.hpp"
#include "document/yaml/yaml_stream.hpp"
#include "util/error.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <array>
#include <filesystem>
#include <istream>
#include <set>
#include <string_view>
#include <system_error>

namespace document {

namespace {

// Collects the lines of the objects of one document from its events.
class LineCollector : public YAML::EventHandler {
 public:
  LineCollector(std::deque<ObjectLines>& out, std::int64_t first_line) : m_out(out), m_first_line(first_line) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { scalar(mark, {}); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { scalar(mark, {}); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& value) override {
    scalar(mark, value);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark, Shape::Sequence);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    open(mark, Shape::Map);
  }
  void OnMapEnd() override { close(); }

 private:
  enum class Shape : std::uint8_t { Map, Sequence };
  struct Open {
    Shape shape = Shape::Map;
    bool expects_key = true; // of a map
    bool is_object = false;  // a Kubernetes object begins here
    std::size_t path = 0;    // length of the path outside of this
  };

  std::int64_t line_of(const YAML::Mark& mark) const { return m_first_line + mark.line + 1; }

  bool expects_key() const { return !m_open.empty() && m_open.back().shape == Shape::Map && m_open.back().expects_key; }

  // True if the next value is an object: a document, an element of a list's `items`, or of a document that is a list.
  bool begins_object() const {
    return m_open.empty() || (m_open.size() == 1 && m_open[0].shape == Shape::Sequence) ||
           (m_open.size() == 2 && m_open[1].shape == Shape::Sequence && m_path == "items");
  }

  void scalar(const YAML::Mark& mark, std::string_view text) {
    if (expects_key()) { return key(mark, text); }
    note(text);
    end_value();
  }

  void key(const YAML::Mark& mark, std::string_view text) {
    Open& map = m_open.back();
    map.expects_key = false;
    m_path.resize(map.path);
    if (!m_path.empty()) { m_path += '.'; }
    m_path += text;
    if (m_objects.empty()) { return; }
    ObjectLines& object = m_out[m_objects.back()];
    if (m_seen.insert(m_path).second) { object.fields.emplace_back(m_path, line_of(mark)); }
  }

  void note(std::string_view text) {
    if (m_objects.empty()) { return; }
    ObjectLines& object = m_out[m_objects.back()];
    if (m_path == "kind") { object.kind = text; }
    if (m_path == "metadata.name") { object.name = text; }
    if (m_path == "metadata.namespace") { object.namespace_name = text; }
  }

  void open(const YAML::Mark& mark, Shape shape) {
    Open opened;
    opened.shape = shape;
    opened.is_object = shape == Shape::Map && begins_object();
    if (opened.is_object) {
      m_paths.push_back(std::move(m_path));
      m_path.clear();
      m_seen.clear(); // a list itself is no object with fields to find
      m_objects.push_back(m_out.size());
      m_out.emplace_back().line = line_of(mark);
    }
    opened.path = m_path.size();
    m_open.push_back(opened);
  }

  void close() {
    const Open closed = m_open.back();
    m_open.pop_back();
    m_path.resize(closed.path);
    if (closed.is_object) {
      m_path = std::move(m_paths.back());
      m_paths.pop_back();
      m_objects.pop_back();
    }
    end_value();
  }

  void end_value() {
    // Even a key may be something other than a scalar; it then has no name.
    if (!m_open.empty()) { m_open.back().expects_key = !m_open.back().expects_key; }
  }

  std::deque<ObjectLines>& m_out;
  std::int64_t m_first_line;
  std::vector<Open> m_open;
  std::string m_path;                 // within the object
  std::vector<std::string> m_paths;   // of the enclosing objects
  std::vector<std::size_t> m_objects; // in m_out: the objects that have begun
  std::set<std::string, std::less<>> m_seen;
};

std::deque<ObjectLines> lines_of(ByteSource bytes) {
  std::deque<ObjectLines> lines;
  try {
    YamlBudget budget{k_most_bytes_for_lines};
    YamlStream stream(std::move(bytes), budget);
    while (stream.next_document()) {
      LineCollector collector(lines, stream.line());
      std::istream in(&stream);
      YAML::Parser parser(in);
      while (parser.HandleNextDocument(collector)) {}
      stream.rethrow();
    }
  } catch (const YAML::Exception&) { return {}; } catch (const YamlFailure&) {
    return {};
  } catch (const util::Error&) { return {}; }
  return lines;
}

// A file that is too large throws util::Error here, before the parser spends time on its first megabyte.
std::string text_of_file(const std::string& path) {
  const ByteSource bytes = unpacked(file_source(path, path), path, k_most_bytes_for_lines);
  std::string text;
  std::array<char, 65'536> part{};
  while (const std::size_t read = bytes(part.data(), part.size())) { text.append(part.data(), read); }
  return text;
}

} // namespace

std::deque<ObjectLines> lines_of_objects(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) { return {}; }
  try {
    return lines_in_text(text_of_file(path));
  } catch (const util::Error&) { return {}; }
}

std::deque<ObjectLines> lines_in_text(const std::string& text) { return lines_of(text_source(text)); }

} // namespace document

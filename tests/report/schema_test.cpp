// SPDX-License-Identifier: Apache-2.0
// schemas/*.json are what the field tables of the structured output make of them (model/report/field.hpp).
#include "report/golden.hpp"
#include "report/schema_fields.hpp"
#include "support/catch.hpp"
#include "util/ascii.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

using report::Definitions;

// Definitions that the types of all rows use; schemas/snapshot.json uses some of them too.
const Definitions k_common = {
    {"apiVersion", util::concat(R"({"const": ")", report::k_api_version, R"("})")},
    {"time", R"({"description": "RFC 3339, UTC.", "type": "string", )"
             R"("pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?Z$"})"},
    {"count", R"({"type": "integer", "minimum": 0})"},
    {"priority", R"({"type": "integer", "minimum": -2147483648, "maximum": 2147483647})"},
    {"text", R"({"type": "string", "minLength": 1})"},
    {"texts", R"({"type": "array", "items": {"type": "string"}})"},
    {"podKey", R"({"description": "namespace/name", "type": "string", "pattern": "^[^/]*/.+$"})"},
};

constexpr std::string_view k_dialect = R"("$schema": "https://json-schema.org/draft/2020-12/schema")";

// "DryRun": "dry-run".
std::string file_name(model::ReportKind kind) {
  std::string name;
  for (const char letter : model::word(kind)) {
    if (letter >= 'A' && letter <= 'Z' && !name.empty()) { name += '-'; }
    name += letter;
  }
  return util::lowercase(name);
}

std::string command(model::ReportKind kind) {
  const std::string file = file_name(kind);
  return kind == model::ReportKind::Explanation ? "explain" : file.substr(0, file.find("-report"));
}

struct Schema {
  std::string members;
  Definitions definitions;
};

Schema schema_of(model::ReportKind kind) {
  Schema schema;
  model::Report report;
  report.kind = kind;
  schema.members = report::SchemaFields(schema.definitions).type_of(report);
  return schema;
}

std::string definitions_member(const Definitions& definitions) {
  std::string members;
  for (const auto& [name, schema] : definitions) {
    util::append(members, util::concat(members.empty() ? "" : ", ", document::json_string(name), ": ", schema));
  }
  return util::concat("\"$defs\": {", members, '}');
}

// The position behind the element that starts at `begin`: of the comma, or of the end.
std::size_t end_of_element(std::string_view json, std::size_t begin) {
  bool is_text = false;
  int depth = 0;
  for (std::size_t i = begin; i < json.size(); ++i) {
    if (json[i] == '\\') {
      ++i;
    } else if (json[i] == '"') {
      is_text = !is_text;
    } else if (!is_text && (json[i] == '{' || json[i] == '[')) {
      ++depth;
    } else if (!is_text && (json[i] == '}' || json[i] == ']')) {
      --depth;
    } else if (!is_text && depth == 0 && json[i] == ',') {
      return i;
    }
  }
  return json.size();
}

// Puts each element of a long list or object on a line of its own.
void lay_out(std::string_view json, std::size_t indent, std::size_t column, std::string& out) {
  constexpr std::size_t k_width = 120;
  if (column + json.size() < k_width || (json.front() != '{' && json.front() != '[')) {
    out += json;
    return;
  }
  const std::string line = '\n' + std::string(indent + 4, ' ');
  const std::string_view inside = json.substr(1, json.size() - 2);
  out += json.front();
  for (std::size_t begin = 0, end = 0; begin < inside.size(); begin = end + 2) { // behind the comma and a blank
    end = end_of_element(inside, begin);
    std::string_view element = inside.substr(begin, end - begin);
    util::append(out, util::concat(begin == 0 ? "" : ",", line));
    const std::size_t value = json.front() == '{' ? element.find("\": ") + 3 : 0;
    out += element.substr(0, value);
    lay_out(element.substr(value), indent + 4, indent + 4 + value, out);
  }
  util::append(out, util::concat('\n', std::string(indent, ' '), json.back()));
}

void check_schema(const std::string& name, const std::string& json) {
  std::string text;
  lay_out(json, 0, 0, text);
  text += '\n';
  CHECK(text == golden::file(util::concat(GANG_SCHEMAS, '/', name, ".json"), text));
}

} // namespace

TEST_CASE("schemas/*.json are made from the field tables of the structured output") {
  std::vector<std::pair<model::ReportKind, Schema>> schemas;
  std::map<std::string, int> uses;
  for (const model::ReportKind kind : model::all_with_words<model::ReportKind>()) {
    schemas.emplace_back(kind, schema_of(kind));
    for (const auto& [name, schema] : schemas.back().second.definitions) { ++uses[name]; }
  }

  // The parts of two reports or more are in common.json.
  Definitions common = k_common;
  std::set<std::string> is_common;
  for (const auto& [name, schema] : common) { is_common.insert(name); }
  for (const auto& [kind, schema] : schemas) {
    for (const auto& [name, part] : schema.definitions) {
      if (uses[name] > 1 && is_common.insert(name).second) { common.emplace_back(name, part); }
    }
  }
  check_schema("common",
               util::concat('{', k_dialect, R"(, "title": "Parts that the reports of kubectl gang share", )",
                            R"("description": "Absent means not applicable; nothing is null. New fields may be added )",
                            R"(within v1alpha1.", )", definitions_member(common), '}'));

  for (auto& [kind, schema] : schemas) {
    std::erase_if(schema.definitions, [&](const auto& part) { return is_common.contains(part.first); });
    std::string json =
        util::concat('{', k_dialect, ", \"title\": \"", model::word(kind), "\", \"description\": \"kubectl gang ",
                     command(kind), " -o json|yaml\", ", schema.members);
    if (!schema.definitions.empty()) { util::append(json, ", " + definitions_member(schema.definitions)); }
    json += '}';
    for (const std::string& name : is_common) {
      const std::string own = util::concat("\"#/$defs/", name, '"');
      for (std::size_t at = json.find(own); at != std::string::npos; at = json.find(own, at + own.size())) {
        json.insert(at + 1, "common.json");
      }
    }
    check_schema(file_name(kind), json);
  }
}

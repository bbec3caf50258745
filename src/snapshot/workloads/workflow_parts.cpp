// SPDX-License-Identifier: Apache-2.0
#include "snapshot/workloads/workflow_parts.hpp"

#include "util/integers.hpp"

#include <algorithm>

namespace snapshot {

namespace {

// A value in an expression: without quotes around it.
std::string_view unquoted(std::string_view text) {
  while (text.starts_with(' ')) { text.remove_prefix(1); }
  while (text.ends_with(' ')) { text.remove_suffix(1); }
  const bool is_quoted =
      text.size() >= 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

// A value in an expression that is a word or a number, or has quotes around it.
bool is_operand(std::string_view text) {
  constexpr std::string_view k_word = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const std::string_view inner = unquoted(text);
  const bool is_quoted = text.find_first_of("'\"") != std::string_view::npos;
  return is_quoted ? inner.find_first_of("'\"") == std::string_view::npos
                   : !inner.empty() && inner.find_first_not_of(k_word) == std::string_view::npos;
}

// The tasks of a DAG that `depends` names: "a && (b.Succeeded || c)".
std::set<std::string_view> tasks_in(std::string_view depends) {
  constexpr std::string_view k_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  std::set<std::string_view> names;
  while (!depends.empty()) {
    const std::size_t end = std::min(depends.find_first_not_of(k_letters), depends.size());
    if (end > 0) { names.insert(depends.substr(0, end)); }
    const bool has_state = end < depends.size() && depends[end] == '.';
    depends.remove_prefix(std::min(end + 1, depends.size()));
    if (has_state) { depends.remove_prefix(std::min(depends.find_first_not_of(k_letters), depends.size())); }
  }
  return names;
}

} // namespace

std::string_view parameter_in(std::string_view text) {
  const std::size_t begin = text.find(k_parameter_begin);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find(k_parameter_end, begin);
  if (end == std::string_view::npos) {
    return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
  }
  return text.substr(begin, end + k_parameter_end.size() - begin);
}

std::optional<bool> truth_of(std::string_view expression) {
  for (const std::string_view sign : {"==", "!=", "<=", ">=", "<", ">"}) {
    const std::size_t at = expression.find(sign);
    if (at == std::string_view::npos) { continue; }
    const std::string_view left = expression.substr(0, at), right = expression.substr(at + sign.size());
    if (!is_operand(left) || !is_operand(right)) { return std::nullopt; }
    if (sign == "==") { return unquoted(left) == unquoted(right); }
    if (sign == "!=") { return unquoted(left) != unquoted(right); }
    const auto a = util::parse_int64(unquoted(left)), b = util::parse_int64(unquoted(right));
    if (!a || !b) { return std::nullopt; }
    return sign == "<=" ? *a <= *b : sign == ">=" ? *a >= *b : sign == "<" ? *a < *b : *a > *b;
  }
  const std::string_view word = unquoted(expression);
  if (word == "true" || word == "false") { return word == "true"; }
  return std::nullopt;
}

std::set<std::string_view> needs_of(document::Value task) {
  std::set<std::string_view> names = tasks_in(task["depends"].text());
  for (const document::Value name : task["dependencies"].elements()) { names.insert(name.text()); }
  return names;
}

std::set<std::string_view> tasks_for(std::string_view targets, document::Value tasks) {
  std::set<std::string_view> needed = tasks_in(targets);
  for (std::size_t before = 0; before < needed.size();) {
    before = needed.size();
    for (const document::Value task : tasks.elements()) {
      if (needed.contains(task["name"].text())) { needed.merge(needs_of(task)); }
    }
  }
  return needed;
}

bool mounts_volume(document::Value value, std::string_view volume) {
  const auto has = [&](document::Value container) {
    const auto mounted = container["volumeMounts"].elements();
    for (const document::Value mount : mounted) {
      if (mount["name"].text() == volume) { return true; }
    }
    return false;
  };
  if (has(value["container"]) || has(value["script"]) || has(value["containerSet"])) { return true; }
  for (const document::Value list : {value["containerSet"]["containers"], value["sidecars"], value["initContainers"]}) {
    for (const document::Value container : list.elements()) {
      if (has(container)) { return true; }
    }
  }
  return false;
}

} // namespace snapshot

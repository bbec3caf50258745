// SPDX-License-Identifier: Apache-2.0
#include "snapshot/collected/raw.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace snapshot {

namespace {

using document::Value;

constexpr std::string_view k_last_applied = "kubectl.kubernetes.io/last-applied-configuration";

// Dropped at any depth: many kinds contain templates, including kinds that we do not know.
constexpr std::array<std::string_view, 3> k_dropped_lists = {"args", "command", "httpHeaders"};

bool is_dropped(std::string_view key, Value value) {
  return key == k_last_applied ||
         (value.is_array() && std::ranges::find(k_dropped_lists, key) != k_dropped_lists.end());
}

// `flags`: the arguments to keep of the first container. The copy takes them away.
using Flags = std::vector<std::string>;

void copy(Value value, document::Tree& out, Flags& flags);
void copy_member(std::string_view key, Value value, document::Tree& out, Flags& flags);

// Copies the names of variables and the sources of their values, but not their values.
void copy_variables(Value variables, document::Tree& out, Flags& flags) {
  out.begin_array();
  for (const Value variable : variables.elements()) {
    if (!variable.is_object()) { continue; } // "NAME=value"
    out.begin_object();
    for (const auto [key, value] : variable.members()) {
      if (key == "value") { continue; }
      out.key(key);
      copy(value, out, flags);
    }
    out.end();
  }
  out.end();
}

void copy_containers(Value containers, document::Tree& out, Flags& flags) {
  out.begin_array();
  for (const Value container : containers.elements()) {
    const Flags kept = std::exchange(flags, {});
    out.begin_object();
    for (const auto [key, value] : container.members()) { copy_member(key, value, out, flags); }
    if (!kept.empty()) {
      out.key("args");
      out.begin_array();
      for (const std::string& flag : kept) { out.string(out.keep(flag)); }
      out.end();
    }
    out.end();
  }
  out.end();
}

void copy_member(std::string_view key, Value value, document::Tree& out, Flags& flags) {
  if (is_dropped(key, value)) { return; }
  out.key(key);
  if (key == "env" && value.is_array()) {
    copy_variables(value, out, flags);
  } else if (key == "containers" && value.is_array() && !flags.empty()) {
    copy_containers(value, out, flags);
  } else if (key == "env" && value.is_object()) { // a map from names to values
    out.begin_object();
    out.end();
  } else {
    copy(value, out, flags);
  }
}

void copy(Value value, document::Tree& out, Flags& flags) {
  if (value.is_object()) {
    out.begin_object();
    for (const auto [key, member] : value.members()) { copy_member(key, member, out, flags); }
    out.end();
  } else if (value.is_array()) {
    out.begin_array();
    for (const Value element : value.elements()) { copy(element, out, flags); }
    out.end();
  } else {
    out.copy(value);
  }
}

} // namespace

bool is_never_kept(std::string_view api_group, std::string_view kind) {
  return api_group.empty() && (kind == "Secret" || kind == "ConfigMap");
}

void copy_raw(Value object, document::Tree& out, std::vector<std::string> flags) {
  for (const auto [key, value] : object.members()) {
    if (key != "kind" && key != "apiVersion") { copy_member(key, value, out, flags); }
  }
}

} // namespace snapshot

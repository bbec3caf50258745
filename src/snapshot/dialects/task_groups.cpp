// SPDX-License-Identifier: Apache-2.0
#include "snapshot/dialects/task_groups.hpp"

#include "document/json/json_object.hpp"
#include "document/yaml/writer.hpp"
#include "snapshot/dialects/dialects.hpp"
#include "util/concat.hpp"

#include <algorithm>
#include <set>

namespace snapshot {

namespace {

// Returns the part of the original that `value`, a string of the parsed copy, comes from. Empty if it contains escapes,
// which no name of a task group needs.
std::string_view in_original(document::Value value, std::string_view copy, std::string_view original) {
  const std::string_view text = value.text();
  const bool is_inside = !text.empty() && text.data() >= copy.data() && text.data() < copy.data() + copy.size();
  return is_inside ? original.substr(static_cast<std::size_t>(text.data() - copy.data()), text.size())
                   : std::string_view();
}

// Requests of one placeholder, with names as views into `original`. Skips amounts that are not quantities, because
// comparing with them is impossible.
std::optional<model::ResourceQuantities> min_resource_of(document::Value amounts, std::string_view copy,
                                                         std::string_view original) {
  if (!amounts.is_object()) { return std::nullopt; }
  model::ResourceQuantities read;
  for (const auto& [key, amount] : amounts.members()) {
    const std::string_view name = original.substr(static_cast<std::size_t>(key.data() - copy.data()), key.size());
    if (const auto quantity = model::Quantity::parse(amount.text())) { read.emplace_back(name, *quantity); }
  }
  std::ranges::sort(read, {}, &model::ResourceQuantities::value_type::first);
  return read;
}

} // namespace

std::optional<std::vector<model::SubGroup>> task_groups_of(std::string_view text) {
  // The parser accepts only objects, so wrap the list as the only member of one.
  constexpr std::string_view k_before = "{\"l\":";
  std::string copy = util::concat(k_before, text, '}');
  const std::size_t size = copy.size();
  copy.append(document::JsonParser::k_padding, ' ');
  document::JsonParser parser;
  document::Tree tree;
  if (parser.parse({copy.data(), size}, tree) != document::JsonResult::Ok) { return std::nullopt; }
  const document::Value list = tree.root()["l"];
  if (tree.root().size() != 1 || !list.is_array() || parser.repaired()) { return std::nullopt; }
  std::vector<model::SubGroup> groups;
  std::set<std::string_view> names;
  for (const document::Value element : list.elements()) {
    const std::string_view inside = std::string_view(copy).substr(k_before.size(), text.size());
    const std::string_view name = in_original(element["name"], inside, text);
    const auto min_member = element["minMember"].is_number() ? count_of(element["minMember"].text()) : std::nullopt;
    if (name.empty() || !min_member || *min_member < 1 || !names.insert(name).second) { return std::nullopt; }
    groups.push_back({.name = name,
                      .parent = {},
                      .min_member = *min_member,
                      .min_resources = min_resource_of(element["minResource"], inside, text)});
  }
  return groups;
}

std::string task_groups_text(std::string_view text, const std::function<std::string(std::string_view name)>& name_of) {
  const auto groups = task_groups_of(text);
  if (!groups) { return "not valid"; }
  document::Output list = document::Output::array();
  for (const model::SubGroup& group : *groups) {
    document::Output entry;
    entry["name"] = name_of(group.name);
    entry["minMember"] = group.min_member;
    for (const auto& [resource, quantity] : group.min_resources.value_or(model::ResourceQuantities())) {
      entry["minResource"][resource] = quantity.text();
    }
    list.push(std::move(entry));
  }
  return document::to_json_line(list);
}

} // namespace snapshot

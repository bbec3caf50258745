// SPDX-License-Identifier: Apache-2.0
// Converts between Value, which is read, and Output, which is written.
#include "document/reading/editing.hpp"

#include <string>
#include <utility>

namespace document {

namespace {

struct Builder {
  Tree& tree;

  void operator()(bool value) const { tree.boolean(value); }
  void operator()(std::int64_t value) const { tree.number(tree.keep(std::to_string(value))); }
  void operator()(const NumberText& value) const { tree.number(tree.keep(value.text)); }
  void operator()(const std::string& value) const { tree.string(tree.keep(value)); }
  void operator()(const Output::Array& values) const {
    tree.begin_array();
    for (const Output& value : values) { std::visit(*this, value.data()); }
    tree.end();
  }
  void operator()(const Output::Object& members) const {
    tree.begin_object();
    for (const auto& [key, value] : members) {
      tree.key(tree.keep(key));
      std::visit(*this, value.data());
    }
    tree.end();
  }
};

} // namespace

Output editable(Value value) {
  switch (value.type()) {
  case Type::Boolean:
    return {value.boolean()};
  case Type::Number:
    return {NumberText{std::string(value.text())}};
  case Type::String:
    return {value.text()};
  case Type::Array: {
    Output array = Output::array();
    for (const Value element : value.elements()) {
      if (!element.absent()) { array.push(editable(element)); }
    }
    return array;
  }
  default: {
    Output object;
    for (const auto [key, member] : value.members()) {
      if (!member.absent()) { object[key] = editable(member); }
    }
    return object;
  }
  }
}

void build(Tree& tree, const Output& value) { std::visit(Builder{tree}, value.data()); }

const Output* find(const Output& object, std::string_view key) {
  const auto* const members = std::get_if<Output::Object>(&object.data());
  if (members == nullptr) { return nullptr; }
  const auto found = members->find(key);
  return found == members->end() ? nullptr : &found->second;
}

std::string_view text_of(const Output* value) {
  const auto* const text = value == nullptr ? nullptr : std::get_if<std::string>(&value->data());
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

void edit_texts(Output& value, const std::string& at,
                const std::function<bool(std::string& text, const std::string& path)>& keep) {
  const auto is_kept = [&](Output& child, const std::string& path) {
    edit_texts(child, path, keep);
    auto* const text = std::get_if<std::string>(&child.data());
    return text == nullptr || keep(*text, path);
  };
  if (auto* const object = std::get_if<Output::Object>(&value.data())) {
    for (auto member = object->begin(); member != object->end();) {
      member = is_kept(member->second, at + '.' + member->first) ? std::next(member) : object->erase(member);
    }
  } else if (auto* const array = std::get_if<Output::Array>(&value.data())) {
    for (std::size_t i = 0; i < array->size(); ++i) { is_kept((*array)[i], at + '[' + std::to_string(i) + ']'); }
  }
}

} // namespace document

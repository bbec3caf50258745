// SPDX-License-Identifier: Apache-2.0
#include "snapshot/validation/oddities.hpp"

#include "snapshot/collected/api_fields.hpp"
#include "util/concat.hpp"
#include "util/edit_distance.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

namespace snapshot {

namespace {

// Fields that users confuse with existing ones, although the names are not similar.
struct Misplaced {
  std::string_view type_words, name, remark;
};

constexpr std::array<Misplaced, 7> k_misplaced = {{
    {"a pod template", "annotations", "annotations belong in metadata"},
    {"a pod template", "labels", "labels belong in metadata"},
    {"a pod template", "name", "a name belongs in metadata"},
    {"the spec of a pod", "annotations", "annotations belong in the metadata next to the spec"},
    {"the spec of a pod", "labels", "labels belong in the metadata next to the spec"},
    {"the spec of a pod", "priorityClass", "the field is called priorityClassName"},
    {"the spec of a pod", "scheduler", "the field is called schedulerName"},
}};

// Parts of custom resources in which the API server keeps unknown fields, because the CustomResourceDefinition says
// x-kubernetes-preserve-unknown-fields. The operators leave such fields out.
struct OpenPart {
  std::string_view kind, part; // of the path
};

constexpr std::array<OpenPart, 5> k_open_parts = {{
    {"AppWrapper", "].template."},
    {"ScheduledSparkApplication", ".driver.template."},
    {"ScheduledSparkApplication", ".executor.template."},
    {"SparkApplication", ".driver.template."},
    {"SparkApplication", ".executor.template."},
}};

bool is_in_open_part(std::string_view kind, std::string_view field) {
  return std::ranges::any_of(k_open_parts, [&](const OpenPart& row) {
    return row.kind == kind && field.find(row.part) != std::string_view::npos;
  });
}

// True for one typing error in a word that is long enough not to be another word, or for a missing or added end. For
// types with an incomplete list of fields, because more would be guessing.
bool is_slip(std::string_view name, std::string_view known) {
  const bool is_cut = known.starts_with(name) && known.size() == name.size() + 2;
  if ((is_cut || (name.starts_with(known) && name.size() == known.size() + 2)) && name.size() > 8) { return true; }
  const bool is_near = name.size() <= known.size() + 1 && known.size() <= name.size() + 1;
  return is_near && known.size() > 4 && util::edit_distance(name, known) == 1;
}

std::optional<std::string_view> meant_by(std::string_view name, const FieldsType& type) {
  std::vector<std::string_view> names;
  std::ranges::transform(type.fields, std::back_inserter(names), &FieldsType::Field::name);
  if (type.complete) { return util::closest(name, names); }
  const auto near = std::ranges::find_if(names, [&](std::string_view known) { return is_slip(name, known); });
  return near == names.end() ? std::nullopt : std::optional(*near);
}

// nullopt if the field may exist.
std::optional<std::string> remark_on(std::string_view name, const FieldsType& type) {
  const auto misplaced = std::ranges::find_if(
      k_misplaced, [&](const Misplaced& row) { return row.type_words == type.words && row.name == name; });
  if (misplaced != k_misplaced.end()) { return util::concat("; ", misplaced->remark); }
  if (type.words == "resources" && (name.find('/') != std::string_view::npos || name == "cpu" || name == "memory")) {
    return "; amounts belong in requests and limits";
  }
  if (const auto meant = meant_by(name, type)) { return util::concat("; did you mean ", *meant, '?'); }
  return type.complete ? std::optional(std::string()) : std::nullopt;
}

class Finder {
 public:
  std::vector<Oddity> found;

  void look_at(document::Value value, const FieldsType* type, const Path& path) {
    if (value.is_array()) {
      return each_element(value, path, [&](document::Value element, const Path& at) { look_at(element, type, at); });
    }
    if (type == nullptr) { type = type_by_looks(value); }
    for (const auto [name, member] : value.members()) {
      const Path at = path[name];
      const FieldsType::Field* const field = type == nullptr ? nullptr : type->find(name);
      if (type == nullptr) {
        look_at(member, nullptr, at);
      } else if (field == nullptr) {
        note(name, *type, at);
        if (!type->complete) { look_at(member, nullptr, at); }
      } else if (field->shape == FieldShape::Map) {
        for (const auto [key, each] : member.members()) { look_at(each, field->below, at[key]); }
      } else if (field->below != nullptr || !type->typed) {
        look_at(member, field->below, at);
      }
    }
  }

 private:
  // Recognizes an object of a known kind inside another one, and a pod template by its spec with containers. An object
  // has metadata or a spec. A reference has apiVersion and kind, too, but names the object beside them: scaleTargetRef
  // of a HorizontalPodAutoscaler (autoscaling/v2 CrossVersionObjectReference), targetRef, workloadRef.
  static const FieldsType* type_by_looks(document::Value value) {
    const document::Value kind = value["kind"];
    if (kind.is_string() && !is_reference(value)) { return fields_of_kind(value["apiVersion"].text(), kind.text()); }
    return value["spec"]["containers"].is_array() ? &fields_of_pod_template() : nullptr;
  }

  static bool is_reference(document::Value value) {
    return value["metadata"].absent() && value["spec"].absent() && value["template"].absent();
  }

  void note(std::string_view name, const FieldsType& type, const Path& path) {
    if (auto remark = remark_on(name, type)) {
      found.push_back({path.text_with_dots(), type.words, std::move(*remark), type.complete});
    }
  }
};

} // namespace

std::vector<Oddity> oddities_of(document::Value object, const Path& path, std::string_view api_version,
                                std::string_view kind) {
  Finder finder;
  finder.look_at(object, fields_of_kind(api_version, kind), path);
  const bool is_inside = !path.text().empty(); // its operator creates it, without strict validation
  for (Oddity& oddity : finder.found) { oddity.is_kept = is_inside || is_in_open_part(kind, oddity.field); }
  return std::move(finder.found);
}

std::string warning_about(const Oddity& oddity) {
  return util::concat(oddity.field, ": ", oddity.where, " has no such field, so it has no effect", oddity.remark);
}

std::string refusal_of(const Oddity& oddity) {
  return oddity.is_certain ? util::concat("strict decoding error: unknown field \"", oddity.field, '"', oddity.remark)
                           : util::concat(oddity.field, ": ", oddity.where, " has no such field", oddity.remark);
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// What an update changes in an object, and whether the API server allows it.
#pragma once

#include "document/bytes/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace snapshot {

struct Difference {
  std::string path;     // "spec.template.spec.containers[0].image"
  bool both = false;    // both objects have the field, with other values
  bool removed = false; // the object as it was has the field, and the update lacks it
};

// The first field of `wanted` that `stored` lacks or has with another value. The stored object has more fields: those
// that the API server fills in.
std::optional<Difference> first_difference(document::Value wanted, document::Value stored, const std::string& path);

// Fields of spec whose change creates or ends no pods that count here, or that the expansion counts.
bool is_free_field(std::string_view kind, std::string_view field);

// Fields of spec that the API server does not let anybody change. (validation.ValidateJobUpdate,
// ValidateDeploymentUpdate, ValidateStatefulSetUpdate)
bool is_immutable(std::string_view kind, std::string_view field);

// True for an Indexed Job whose number of completions may change together with its parallelism. `spec`: as the update
// has it. (validation.validateCompletions)
bool has_elastic_completions(std::string_view kind, document::Value spec);

// Fixed fields of spec without a default: an object that lacks one was made without it.
bool is_never_filled_in(std::string_view field);

// How an object of a manifest updates an earlier one of the same name. `path` is the field that decides.
enum class Update : std::uint8_t {
  None,    // the two are equal
  Allowed, // the later one counts
  Open,    // what the controller of the object does then is not simulated
  Refused, // the API server refuses it
};
struct ManifestUpdate {
  Update update = Update::None;
  std::string path;
};
ManifestUpdate update_between(std::string_view api_group, std::string_view kind, document::Value earlier,
                              document::Value later);

} // namespace snapshot

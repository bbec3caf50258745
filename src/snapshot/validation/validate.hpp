// SPDX-License-Identifier: Apache-2.0
// Whether the API server accepts a new object. It works in three steps, and each names its errors only if the step
// before found none: the types of the values, unknown fields (kubectl apply asks for strict validation), the rules of
// the kind.
#pragma once

#include "document/bytes/value.hpp"
#include "snapshot/validation/oddities.hpp"
#include "snapshot/validation/rules.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct Validity {
  std::vector<std::string> errors; // in the API server's words, with the path of the field; empty: valid
  std::vector<Oddity> oddities;    // unknown fields, also among the errors
  bool is_readable = true;         // false: a value has a wrong type, or the kind is not served in this version
};

// True for kinds of Kubernetes itself whose rules are known here.
bool is_validated_kind(std::string_view api_version, std::string_view kind);

// True for the kinds among them that have no namespace.
bool is_cluster_scoped_kind(std::string_view api_version, std::string_view kind);

// Objects of other kinds: only the values and fields whose types are known (collected/api_fields.cpp), and the rules of
// their operators. `path`: of the object inside another one. `release`: of the API server, as in served_kinds.hpp.
Validity validity_of(document::Value object, const Path& path, std::string_view api_version, std::string_view kind,
                     std::optional<int> release);

// An object that the controller of an operator makes, apart from its pod template: as the API server sees it, or the
// webhook of another operator. `path`: of the operator's field that has its spec.
std::vector<std::string> invalid_fields_of_made(document::Value object, const Path& path, std::string_view api_version,
                                                std::string_view kind);

// What the template of such an object needs besides the rules of pods; nothing for kinds outside apps and batch.
std::vector<std::string> invalid_fields_for_kind(document::Value pod_template, const Path& path,
                                                 std::string_view api_version, std::string_view kind);

// A pod template in an object whose controller creates the pods, or the pods of a role as their operator makes them.
std::vector<std::string> invalid_fields_of_template(document::Value pod_template, const Path& path, TemplateOf of);

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// Rows for objects that have no struct of their own (model/report/field.hpp), such as some fields of a struct as an
// object inside it.
#pragma once

#include "model/report/field.hpp"
#include "model/report/report.hpp"

namespace report {

using model::k_any_integer;
using model::k_any_text;
using model::k_pod_key;
using model::k_pod_keys;
using model::k_priority;
using model::k_time;

// The value of a field: an object with the fields that rows(of, fields) gives it. If `of` is a vector, a list of such
// objects; if it is an empty optional, an object without fields.
template <typename Of, typename Rows>
struct WithFields {
  const Of& of;
  Rows rows;
};

template <typename Of, typename Rows>
WithFields<Of, Rows> with_fields(const Of& of, Rows rows) {
  return {of, rows};
}

template <typename Of, typename Rows>
void each_field(const WithFields<Of, Rows>& value, auto& fields) {
  value.rows(value.of, fields);
}

} // namespace report

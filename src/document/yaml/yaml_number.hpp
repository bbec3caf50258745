// SPDX-License-Identifier: Apache-2.0
// Numbers and dates in YAML 1.1, by the rules of go-yaml v2, and floats in Go's format.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace document {

// The decimal text of an integer that fits into int64 or uint64, with an optional sign and 0x, 0o, 0b or 0 before it
// (Go: strconv.ParseInt with base 0); empty if it is none. The caller removes underscores.
std::string yaml_integer(std::string_view text);

// The value of a decimal float; nullopt if it is none or beyond float64: "1e400" is a string.
std::optional<double> yaml_float(std::string_view text);

// True if go-yaml reads the text as a date or time: 2001-12-14, 2001-12-14T21:59:43.10Z, 2001-12-14 21:59:43.
bool is_yaml_timestamp(std::string_view text);

// YAML 1.1 numbers with base 60, "12:30". No reader here or in Go interprets them as numbers; writers quote them.
bool is_base60(std::string_view text);

// A finite value in the format of Go's encoding/json: the shortest digits, with an exponent below 1e-6 and from 1e21
// on.
std::string go_json_float(double value);

// Like strconv.FormatFloat(value, 'g', -1, 32): the spelling of float keys.
std::string go_general_float(float value);

} // namespace document

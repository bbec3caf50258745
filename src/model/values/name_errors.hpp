// SPDX-License-Identifier: Apache-2.0
// Why a text is not a label key or label value, in Kubernetes' own words. (apimachinery util/validation)
#pragma once

#include <string>
#include <string_view>

namespace model {

// IsQualifiedName's complaints joined by "; ", empty if `text` is a label key.
std::string label_key_error(std::string_view text);

// IsValidLabelValue's complaints joined by "; ", empty if `text` is a label value.
std::string label_value_error(std::string_view text);

} // namespace model

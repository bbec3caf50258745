// SPDX-License-Identifier: Apache-2.0
// Why a text is no label key or label value, in Kubernetes' own words. (apimachinery util/validation)
#pragma once

#include <string>
#include <string_view>

namespace model {

// IsQualifiedName's complaints joined by "; ", empty where `text` is a label key.
std::string label_key_error(std::string_view text);

// IsValidLabelValue's complaints joined by "; ", empty where `text` is a label value.
std::string label_value_error(std::string_view text);

} // namespace model

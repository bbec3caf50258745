// SPDX-License-Identifier: Apache-2.0
// --operator-option NAME=VALUE: options of controllers that decide what they create. A manifest cannot show them.
//
// A new option is one row in operator_options.cpp.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

struct OperatorOption {
  std::string_view name;               // CONTROLLER.FLAG
  std::vector<std::string_view> words; // the known values
  bool takes_others;                   // also accepts any other text: the name of a scheduler
  std::string_view default_value;      // the value if it is not set
  std::string_view meaning;
};

std::span<const OperatorOption> operator_options(); // sorted by name

class OperatorOptions {
 public:
  // Parses "kuberay.batch-scheduler=volcano". Throws util::Error for an unknown name or value, and lists the known
  // ones.
  void set(std::string_view typed);
  std::string_view get(std::string_view name) const; // `name` must have a row; returns its default if not set

 private:
  std::map<std::string, std::string, std::less<>> m_values;
};

} // namespace snapshot

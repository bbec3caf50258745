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
  std::vector<std::string_view> words; // the values that are known
  bool takes_others;                   // any other text too: the name of a scheduler
  std::string_view default_value;      // what is taken where it is not given
  std::string_view meaning;
};

std::span<const OperatorOption> operator_options(); // sorted by name

class OperatorOptions {
 public:
  // "kuberay.batch-scheduler=volcano". Throws util::Error where the name or the value is not known, naming those that
  // are.
  void set(std::string_view typed);
  std::string_view get(std::string_view name) const; // of a row; its default where not given

 private:
  std::map<std::string, std::string, std::less<>> m_values;
};

} // namespace snapshot

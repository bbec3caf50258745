// SPDX-License-Identifier: Apache-2.0
// The table of operator options.
#include "snapshot/collected/operator_options.hpp"

#include "util/concat.hpp"
#include "util/edit_distance.hpp"
#include "util/error.hpp"

#include <algorithm>
#include <cassert>

namespace snapshot {

namespace {

const OperatorOption* find_option(std::string_view name) {
  const auto all = operator_options();
  const auto row = std::ranges::find(all, name, &OperatorOption::name);
  return row == all.end() ? nullptr : &*row;
}

} // namespace

std::span<const OperatorOption> operator_options() {
  // clang-format off
  static const std::vector<OperatorOption> rows = {
      {"kuberay.batch-scheduler", {"auto", "none", "scheduler-plugins", "volcano"}, false, "auto",
       "KubeRay's --batch-scheduler; auto: scheduler-plugins for a RayCluster with the label ray.io/gang-scheduling-enabled"},
      {"lws.gang-scheduling", {"auto", "none", "volcano"}, false, "auto",
       "the scheduler provider in the configuration of LeaderWorkerSet; auto: volcano where the templates name it"},
      {"mpi-operator.gang-scheduling", {"auto", "none", "scheduler-plugins-scheduler", "volcano"}, true, "auto",
       "the MPI operator's --gang-scheduling, volcano or a scheduler's name; auto: by the manifest, else none"},
      {"rbg.scheduler-name", {"auto", "scheduler-plugins", "volcano"}, false, "auto",
       "the RoleBasedGroup controller's --scheduler-name; auto: volcano where the templates name it, else scheduler-plugins"},
      {"tf-operator.enable-gang-scheduling", {"auto", "none", "kube-batch"}, false, "auto",
       "the tf-operator of v1alpha2 to v1beta2; auto: kube-batch where the templates name that scheduler, else none"},
      {"training-operator.gang-scheduler-name", {"auto", "none", "scheduler-plugins-scheduler", "volcano"}, true, "auto",
       "the training operator's --gang-scheduler-name, volcano or a scheduler's name; auto: by the manifest, else none"},
  };
  // clang-format on
  return rows;
}

void OperatorOptions::set(std::string_view typed) {
  const std::size_t equals = typed.find('=');
  const std::string_view name = typed.substr(0, equals);
  std::vector<std::string_view> names;
  for (const OperatorOption& option : operator_options()) { names.push_back(option.name); }
  if (equals == std::string_view::npos || equals + 1 == typed.size()) {
    throw util::Error(util::concat("--operator-option ", typed, ": give NAME=VALUE, where NAME is one of ",
                                   util::joined(names, ", ")));
  }
  const std::string_view value = typed.substr(equals + 1);
  const OperatorOption* const option = find_option(name);
  if (option == nullptr) {
    const auto near = util::closest(name, names);
    throw util::Error(util::concat("--operator-option ", typed, ": there is no option ", name,
                                   near ? util::concat("; did you mean ", *near, "? Known") : "; known",
                                   " are: ", util::joined(names, ", ")));
  }
  if (!option->takes_others && std::ranges::find(option->words, value) == option->words.end()) {
    throw util::Error(util::concat("--operator-option ", typed, ": \"", value, "\" is no value of ", name,
                                   "; known are: ", util::joined(option->words, ", ")));
  }
  m_values.insert_or_assign(std::string(name), std::string(value));
}

std::string_view OperatorOptions::get(std::string_view name) const {
  const auto given = m_values.find(name);
  if (given != m_values.end()) { return given->second; }
  const OperatorOption* const option = find_option(name);
  assert(option != nullptr);
  return option->default_value;
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
#include "snapshot/collected/operator_options.hpp"

#include "snapshot/objects.hpp"

#include <algorithm>

using snapshot::OperatorOptions;

TEST_CASE("an option without a value has its default, and the last value counts") {
  OperatorOptions options;
  CHECK(options.get("kuberay.batch-scheduler") == "auto");
  options.set("kuberay.batch-scheduler=volcano");
  options.set("kuberay.batch-scheduler=none");
  CHECK(options.get("kuberay.batch-scheduler") == "none");
}

TEST_CASE("any scheduler name is valid if the operator accepts one") {
  OperatorOptions options;
  options.set("mpi-operator.gang-scheduling=my-own");
  CHECK(options.get("mpi-operator.gang-scheduling") == "my-own");
}

TEST_CASE("errors about unknown names and values list the known ones") {
  const auto error = [](std::string_view typed) { return error_of([&] { OperatorOptions().set(typed); }); };
  CHECK(error("kuberay.batch-scheduller=volcano") ==
        "--operator-option kuberay.batch-scheduller=volcano: there is no option kuberay.batch-scheduller; did you mean "
        "kuberay.batch-scheduler? Known are: kuberay.batch-scheduler, lws.gang-scheduling, "
        "mpi-operator.gang-scheduling, rbg.scheduler-name, tf-operator.enable-gang-scheduling, "
        "training-operator.gang-scheduler-name");
  CHECK(error("lws.gang-scheduling=kai") ==
        "--operator-option lws.gang-scheduling=kai: \"kai\" is no value of lws.gang-scheduling; known are: auto, none, "
        "volcano");
  CHECK(error("volcano").starts_with("--operator-option volcano: give NAME=VALUE, where NAME is one of kuberay."));
}

TEST_CASE("the table has sorted names and each default is a known word") {
  const auto all = snapshot::operator_options();
  CHECK(std::ranges::is_sorted(all, {}, &snapshot::OperatorOption::name));
  for (const snapshot::OperatorOption& option : all) {
    CHECK(std::ranges::find(option.words, option.default_value) != option.words.end());
  }
}

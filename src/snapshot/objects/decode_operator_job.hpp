// SPDX-License-Identifier: Apache-2.0
// Jobs of operators: those whose pods are their own, of Kubeflow's training operators and Volcano, and those that make
// other objects, of KubeRay, Kubeflow's trainer, Spark, Argo and AppWrapper.
#pragma once

#include "snapshot/collected/collected.hpp"
#include "snapshot/collected/fields.hpp"

#include <string_view>

namespace snapshot {

// Reads how many pods the job declares, whether it is suspended, and whether its controller ends it. An MPIJob whose
// launcher is a Job has no pods_at_once: in_all are its workers. Does nothing for objects of other kinds.
void read_operator_job(Collected& collected, document::Value object, std::string_view api_version,
                       std::string_view kind, model::WorkloadObject& out);

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
// The cluster of a report: legend, nodes by class, reasons of refusal, and all of it in tables.
#pragma once

#include "model/report/cluster_picture.hpp"
#include "report/html/markup.hpp"

namespace report {

void add_drawing(Markup& html, const model::ClusterPicture& picture);

} // namespace report

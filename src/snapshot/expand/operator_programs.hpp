// SPDX-License-Identifier: Apache-2.0
// Deployments of the programs that make the pods of operators' kinds: whether they run, and what their flags leave out.
#pragma once

#include "snapshot/expand/expander.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace snapshot {

// True for the name of the Deployment of such a program, with or without the prefix of a Helm release.
bool is_operator_program(std::string_view deployment);

// The arguments of the program that are read below, as "--flag=value", for a snapshot, which keeps no others. The
// values have no variables. Each namespace goes through `namespace_text`.
std::vector<std::string> flags_of_program(document::Value deployment,
                                          const std::function<std::string(std::string_view)>& namespace_text);

// Keeps the object for the questions below if it is the Deployment of such a program.
void keep_operator_object(Manifest& manifest, Collected& collected, const document::Item& item);

// Notes that the operator of the object, or Kueue, has no pod. Returns true if the operator has none.
bool note_stopped_operator(const Source& source, bool is_queued, Expander& expander);

// Notes flags of the operator by which it leaves the object alone, or gives its pods another scheduler.
void note_operator_flags(const Source& source, Expander& expander);

} // namespace snapshot

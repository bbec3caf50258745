// SPDX-License-Identifier: Apache-2.0
#include "snapshot/workloads/made_names.hpp"

#include "util/concat.hpp"

namespace snapshot {

namespace {

constexpr std::size_t k_longest_label = 63; // content.IsLabelValue; also IsDNS1035Label and IsDNS1123Label

} // namespace

// (statefulset, initIdentity; history.ControllerRevisionName: the hash is a number of 32 bits)
void note_names_of_stateful_set(const Source& set, std::int32_t last, bool has_pods, Expander& expander) {
  constexpr std::size_t k_longest_hash = 10;
  if (last < 0) { return; }
  const std::string text = text_of(set);
  const std::string pod = util::concat(set.name, '-', last);
  if (pod.size() > k_longest_label) {
    expander.note(model::Authority::Admission, model::Reply::Refuses,
                  util::concat("the name of ", text,
                               " is too long: the label statefulset.kubernetes.io/pod-name of pod ", pod, " has ",
                               pod.size(), " characters, and the API server allows ", k_longest_label),
                  text);
  } else if (!has_pods && set.name.size() + 1 + k_longest_hash > k_longest_label) {
    expander.note(model::Authority::Admission, model::Reply::NotAsked,
                  util::concat("the name of ", text, " has ", set.name.size(),
                               " characters: with a hash of up to 10 digits, the label controller-revision-hash of its "
                               "pods may have more than the ",
                               k_longest_label, " that the API server allows"),
                  text);
  }
}

void note_name_of_service(const Source& owner, std::string_view service, Expander& expander) {
  if (service.size() <= k_longest_label) { return; }
  const std::string text = text_of(owner);
  expander.note(model::Authority::Operator, model::Reply::NotAsked,
                util::concat("the name of ", text, " is too long: its operator cannot make Service ", service,
                             ", whose name has ", service.size(), " characters, and the API server allows ",
                             k_longest_label),
                text);
}

} // namespace snapshot

// SPDX-License-Identifier: Apache-2.0
#include "model/cluster/pod.hpp"

#include "util/concat.hpp"

#include <algorithm>
#include <array>

namespace model {

PodSpec::PodSpec() = default;
PodSpec::PodSpec(const PodSpec& other) = default;
PodSpec::PodSpec(PodSpec&& other) noexcept = default;
PodSpec& PodSpec::operator=(const PodSpec& other) = default;
PodSpec& PodSpec::operator=(PodSpec&& other) noexcept = default;
PodSpec::~PodSpec() = default;

namespace {

constexpr std::array<std::string_view, 21> k_start_failures = {"", // by StartFailure; first: None
                                                               "CrashLoopBackOff",
                                                               "CreateContainerConfigError",
                                                               "CreateContainerError",
                                                               "ErrImageNeverPull",
                                                               "ErrImagePull",
                                                               "FailedAttachVolume",
                                                               "FailedCreatePodSandBox",
                                                               "FailedMapVolume",
                                                               "FailedMount",
                                                               "ImageInspectError",
                                                               "ImagePullBackOff",
                                                               "Init:Error",
                                                               "InvalidImageName",
                                                               "PostStartHookError",
                                                               "PreCreateHookError",
                                                               "PreStartHookError",
                                                               "RunContainerError",
                                                               "SMTAlignmentError",
                                                               "SignatureValidationFailed",
                                                               "TopologyAffinityError"};

} // namespace

std::string_view start_failure_name(StartFailure failure) {
  return k_start_failures[static_cast<std::size_t>(failure)];
}

StartFailure start_failure_of(std::string_view reason) {
  const auto found = std::ranges::find(k_start_failures, reason);
  return found == k_start_failures.end() ? StartFailure::None
                                         : static_cast<StartFailure>(found - k_start_failures.begin());
}

bool is_static(const Pod& pod) {
  return (pod.owner != nullptr && pod.owner->kind == "Node") || find_label(*pod.marks, k_mirror_annotation);
}

bool is_of_its_node(const Pod& pod) {
  return (pod.owner != nullptr && pod.owner->kind == "DaemonSet") || is_static(pod);
}

std::string pod_key(const Pod& pod) { return util::concat(pod.namespace_name, '/', pod.name); }

bool key_less(const Pod& a, const Pod& b) {
  const std::size_t common = std::min(a.namespace_name.size(), b.namespace_name.size());
  const int order = a.namespace_name.substr(0, common).compare(b.namespace_name.substr(0, common));
  if (order != 0) { return order < 0; }
  if (a.namespace_name.size() == b.namespace_name.size()) { return a.name < b.name; }
  // One namespace is a prefix of the other: compare the slash after the shorter one with the longer one's next byte.
  // ("a-b/x" < "a/x", because '-' and '.' come before '/')
  const bool a_is_shorter = a.namespace_name.size() < b.namespace_name.size();
  const char next = a_is_shorter ? b.namespace_name[common] : a.namespace_name[common];
  if (next == '/') { return pod_key(a) < pod_key(b); } // not a valid namespace, but files may contain it
  const bool slash_first = static_cast<unsigned char>('/') < static_cast<unsigned char>(next);
  return a_is_shorter == slash_first;
}

std::optional<Time> last_written(const PendingStatus& status, std::string_view manager) {
  const auto writer = std::ranges::find(status.status_writers, manager, &StatusWriter::manager);
  return writer == status.status_writers.end() ? std::nullopt : writer->last;
}

} // namespace model

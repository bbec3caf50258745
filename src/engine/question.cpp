// SPDX-License-Identifier: Apache-2.0
#include "engine/question.hpp"

#include <algorithm>

namespace engine {

bool is_asked(const Question& question, const model::Pod& pod, model::PodIndex index) {
  return pod.group == model::k_none ? std::ranges::binary_search(question.pods, index)
                                    : std::ranges::binary_search(question.groups, pod.group);
}

} // namespace engine

// SPDX-License-Identifier: Apache-2.0
// Words of the cluster drawing, shared by text and HTML.
#pragma once

#include "model/report/cluster_picture.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace report {

// "4 nodes of 8 nvidia.com/gpu, 64 cpu and 256Gi memory"; "12 nodes of several classes".
std::string class_name(const model::ClusterPicture& picture, const model::NodeClass& nodes);

// Properties of the class that keep pods off its nodes: "cordoned", "taint dedicated=ml:NoSchedule". May be empty.
std::vector<std::string> class_marks(const model::NodeClass& nodes);

// "worker-0 ... worker-7 (8 members)"; with several groups, "ml/train: worker-0".
std::string kind_name(const model::ClusterPicture& picture, const model::MemberKind& kind);

// "4 nvidia.com/gpu, 8 cpu": one member's request of the drawn resources.
std::string kind_requests(const model::ClusterPicture& picture, const model::MemberKind& kind);

// "3 nodes have too little nvidia.com/gpu": one answer of several nodes; if they accept the member, "1 node takes one
// more".
std::string answer_words(const model::ClusterPicture& picture, model::AnswerId answer, std::int64_t nodes);
// The same for a node that another text names: "has too little nvidia.com/gpu".
std::string answer_of_node(const model::ClusterPicture& picture, model::AnswerId answer);

// Free capacity on single nodes, in at most `most` steps, the largest piece first.
struct PieceStep {
  std::int64_t least = 0, most = 0; // of the free capacity on one node
  std::int64_t nodes = 0;
};
std::vector<PieceStep> piece_steps(const model::NodeClass& nodes, std::size_t most);
std::string piece_text(std::string_view resource, const PieceStep& step); // "6", "4 to 7", "12Gi to 64Gi"

// The format of amounts in drawings: cores with at most one decimal.
std::string short_amount(std::string_view resource, std::int64_t amount);

// Free capacity before the run.
std::int64_t free_before(const model::Room& room);

// "6 of 8 nvidia.com/gpu free", and the pods that get some of it: ", 2 go to others".
std::string room_words(std::string_view resource, const model::Room& room);

// The parts of each node's drawing, in this order, with the words of the legend.
struct RoomPart {
  std::int64_t model::Room::*amount;
  std::string_view words;
  char sign; // in text drawings
};
inline constexpr char k_left_sign = '.';
inline constexpr std::string_view k_left_words = "left";
const std::vector<RoomPart>& room_parts();

// The length of each of those parts in a bar of length `across`. A non-zero part never has length zero, and neither
// does remaining capacity.
std::vector<int> part_lengths(const model::Room& room, int across);

// True if the amount is non-zero anywhere. Parts that do not occur need no legend.
bool has_any(const model::ClusterPicture& picture, std::int64_t model::Room::*amount);

} // namespace report

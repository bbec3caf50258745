// SPDX-License-Identifier: Apache-2.0
// The words beside a picture of the cluster, which text and HTML have in common.
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

// What keeps pods off all of them: "cordoned", "taint dedicated=ml:NoSchedule". May be empty.
std::vector<std::string> class_marks(const model::NodeClass& nodes);

// "worker-0 ... worker-7 (8 members)" of ml/train: "ml/train: worker-0".
std::string kind_name(const model::ClusterPicture& picture, const model::MemberKind& kind);

// "4 nvidia.com/gpu, 8 cpu": what one of them asks for, of what is drawn.
std::string kind_requests(const model::ClusterPicture& picture, const model::MemberKind& kind);

// "3 nodes have too little nvidia.com/gpu": one answer of some nodes; of those that take it, "1 node takes one more".
std::string answer_words(const model::ClusterPicture& picture, model::AnswerId answer, std::int64_t nodes);
// The same of a node that is named elsewhere: "has too little nvidia.com/gpu".
std::string answer_of_node(const model::ClusterPicture& picture, model::AnswerId answer);

// How much is free on single nodes, in at most `most` steps, the largest piece first.
struct PieceStep {
  std::int64_t least = 0, most = 0; // of what is free on one node
  std::int64_t nodes = 0;
};
std::vector<PieceStep> piece_steps(const model::NodeClass& nodes, std::size_t most);
std::string piece_text(std::string_view resource, const PieceStep& step); // "6", "4 to 7", "12Gi to 64Gi"

// As amounts are read in pictures: cores with one decimal, no finer.
std::string short_amount(std::string_view resource, std::int64_t amount);

// What is free before the run.
std::int64_t free_before(const model::Room& room);

// "6 of 8 nvidia.com/gpu free", and who gets of it: ", 2 go to others".
std::string room_words(std::string_view resource, const model::Room& room);

// The parts that are drawn of each node, in this order, with the words of the legend.
struct RoomPart {
  std::int64_t model::Room::*amount;
  std::string_view words;
  char sign; // of text pictures
};
inline constexpr char k_left_sign = '.';
inline constexpr std::string_view k_left_words = "left";
const std::vector<RoomPart>& room_parts();

// How long each of those parts is in a bar of `across`. What is there is never drawn as nothing, what is left neither.
std::vector<int> part_lengths(const model::Room& room, int across);

// Of the classes, whether any pod comes or goes: parts that nobody has need no legend.
bool has_any(const model::ClusterPicture& picture, std::int64_t model::Room::*amount);

} // namespace report

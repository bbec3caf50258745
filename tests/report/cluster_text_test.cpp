// SPDX-License-Identifier: Apache-2.0
// The diagram of the cluster in text (-o wide).
#include "report/samples.hpp"
#include "report/words/picture_words.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using report::Format;
using report::Style;
using namespace samples;

namespace {

// The diagram alone, without the preceding text.
std::string drawn(const model::ClusterPicture& picture, const Style& style = {}) {
  model::Report report = explanation({}, {pod("x", model::Outcome::Bound, "gpu-a")});
  report.picture = picture;
  const std::string all = text(report, Format::Wide, style);
  return all.substr(all.find("The cluster"));
}

} // namespace

TEST_CASE("each class of nodes has a bar") {
  CHECK(drawn(four_nodes()) == R"(The cluster as the run leaves it, by nvidia.com/gpu: # in use, . left

  4 nodes of 8 nvidia.com/gpu, 64 cpu
    ######################################.......................  12 of 32 free
    free on one node before the run: 6 (1 node), 2 (3 nodes)
    worker-0 ... worker-2 (3 members): 3 nodes have too little nvidia.com/gpu, 1
      node takes one more
)");
}

TEST_CASE("bars fit the width of the terminal, but keep a minimal length") {
  Style style;
  for (const int columns : {20, 60, 80, 100}) {
    style.columns = columns;
    const std::string text = drawn(four_nodes(), style);
    const std::size_t bar = text.find("    #"), end = text.find('\n', bar);
    INFO(text);
    CHECK(static_cast<int>(end - bar) == std::max(columns, 29));
  }
}

TEST_CASE("signs and colours separate planned capacity from that of other pods") {
  model::ClusterPicture picture = four_nodes();
  model::NodeClass& nodes = picture.classes.front();
  nodes.room[0].planned = 8;
  nodes.room[0].others = 2;
  Style style;
  style.columns = 100;
  const std::string plain = drawn(picture, style);
  CHECK(plain.find("# in use, o used by others") != std::string::npos);
  std::string in_one_line; // independent of line breaks
  for (const char sign : plain) {
    const char shown = sign == '\n' ? ' ' : sign;
    if (shown != ' ' || !in_one_line.ends_with(' ')) { in_one_line += shown; }
  }
  CHECK(in_one_line.find("+ planned, . left") != std::string::npos);
  CHECK(plain.find("#ooo") != std::string::npos);
  CHECK(plain.find("o++++") != std::string::npos);
  style.color = true;
  const std::string colored = drawn(picture, style);
  CHECK(colored.find("\x1b[32m++++") != std::string::npos);
  CHECK(colored.find("12 of 32 free, 2 left") != std::string::npos);
}

TEST_CASE("many classes fold into a count") {
  model::ClusterPicture picture = four_nodes();
  for (int i = 0; i < 20; ++i) { picture.classes.push_back(picture.classes.front()); }
  CHECK(drawn(picture).find("14 more classes with 56 nodes (-o html shows them)") != std::string::npos);
}

TEST_CASE("cordon and taints appear next to the name of a class") {
  model::ClusterPicture picture = four_nodes();
  picture.classes.front().is_cordoned = true;
  picture.classes.front().taints = {"dedicated=ml:NoSchedule"};
  picture.classes.front().type = "a3-highgpu-8g";
  const std::string text = drawn(picture);
  CHECK(text.find("4 nodes of type a3-highgpu-8g: 8 nvidia.com/gpu, 64 cpu; cordoned; taint") != std::string::npos);
}

TEST_CASE("parts of a bar fill it, and no existing part is invisible") {
  model::Room room;
  room.offered = 1'000'000;
  room.used = 1;
  room.others = 1;
  room.planned = 1;
  CHECK(report::part_lengths(room, 60) == std::vector<int>{1, 1, 1});
  room.used = 999'998; // nothing free
  CHECK(report::part_lengths(room, 60) == std::vector<int>{58, 1, 1});
  room.used = 999'000; // little free
  CHECK(report::part_lengths(room, 60) == std::vector<int>{57, 1, 1});
  CHECK(report::part_lengths(room, 2) == std::vector<int>{0, 0, 1}); // too short for all parts
  room = {};
  room.offered = 3;
  room.used = room.others = room.planned = 1;
  CHECK(report::part_lengths(room, 10) == std::vector<int>{3, 3, 4});
  room.used = 7; // overcommitted
  CHECK(report::part_lengths(room, 10) == std::vector<int>{8, 1, 1});
  CHECK(report::part_lengths({}, 10) == std::vector<int>{0, 0, 0});
}

TEST_CASE("steps of free pieces cover all nodes") {
  model::NodeClass nodes;
  for (std::int64_t i = 100; i >= 0; --i) { nodes.pieces.emplace_back(i * 1'000, i + 1); }
  const std::vector<report::PieceStep> steps = report::piece_steps(nodes, 6);
  CHECK(steps.size() <= 6);
  std::int64_t sum = 0;
  for (const report::PieceStep& step : steps) {
    CHECK(step.least <= step.most);
    sum += step.nodes;
  }
  CHECK(sum == 101 * 102 / 2);
  CHECK(steps.front().most == 100'000);
  CHECK(steps.back().most == 0); // zero is a step of its own
  CHECK(steps.back().nodes == 1);
}

TEST_CASE("amounts in diagrams are short") {
  CHECK(report::short_amount("cpu", 95'690) == "95.6");
  CHECK(report::short_amount("cpu", 95'040) == "95");
  CHECK(report::short_amount("cpu", 500) == "500m");
  CHECK(report::short_amount("cpu", 0) == "0");
  CHECK(report::short_amount("nvidia.com/gpu", 8) == "8");
  CHECK(report::short_amount("memory", std::int64_t{64} << 30) == "64Gi");
}

TEST_CASE("one sentence lists all resources that are short") {
  model::ClusterPicture picture = four_nodes();
  picture.answers[1] = {"Insufficient cpu", "Insufficient memory", "Insufficient nvidia.com/gpu"};
  CHECK(report::answer_words(picture, 1, 2) == "2 nodes have too little cpu, memory and nvidia.com/gpu");
  CHECK(report::answer_of_node(picture, 1) == "has too little cpu, memory and nvidia.com/gpu");
  CHECK(report::answer_words(picture, 0, 1) == "1 node takes one more");
}

TEST_CASE("without a diagram there are no lines") {
  const std::string text = samples::text(explanation({fragmented()}), Format::Wide);
  CHECK(text.find("The cluster") == std::string::npos);
}

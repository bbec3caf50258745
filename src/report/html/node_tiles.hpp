// SPDX-License-Identifier: Apache-2.0
// Draws the nodes of one class: a few as tiles with all details, many as small cells.
#pragma once

#include "model/report/cluster_picture.hpp"
#include "report/html/markup.hpp"

#include <cstddef>
#include <string>

namespace report {

inline constexpr std::size_t k_most_tiles = 48; // more nodes become cells

void add_tiles(Markup& html, const model::ClusterPicture& picture, const model::NodeClass& nodes);
void add_cells(Markup& html, const model::ClusterPicture& picture, const model::NodeClass& nodes);

// Fill patterns that both use; add them once, before both.
void add_patterns(Markup& html);

// A small sample of one kind of area, for the legend: "used", "others", "planned", "free", "leaving", "takes".
void add_swatch(Markup& html, Literal area);

// One resource as a bar with the same width for every amount, followed by its words.
void add_bar(Markup& html, const model::Room& room, std::string_view words);

// True if the first kind of member has unplaced members and one of them fits on the node.
bool takes_one(const model::ClusterPicture& picture, const model::PictureNode& node);

} // namespace report

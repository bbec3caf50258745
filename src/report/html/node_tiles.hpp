// SPDX-License-Identifier: Apache-2.0
// The nodes of one class, drawn: a few as tiles that tell everything, many as small cells.
#pragma once

#include "model/report/cluster_picture.hpp"
#include "report/html/markup.hpp"

#include <cstddef>
#include <string>

namespace report {

inline constexpr std::size_t k_most_tiles = 48; // more nodes become cells

void add_tiles(Markup& html, const model::ClusterPicture& picture, const model::NodeClass& nodes);
void add_cells(Markup& html, const model::ClusterPicture& picture, const model::NodeClass& nodes);

// Patterns that both fill with; once on the page, before them.
void add_patterns(Markup& html);

// A small drawing of one kind of area, for the legend: "used", "others", "planned", "free", "leaving", "takes".
void add_swatch(Markup& html, Literal area);

// One resource as a bar, equally wide for every amount. The words stand beside it.
void add_bar(Markup& html, const model::Room& room, std::string_view words);

// Whether the node would take one more of the first kind of member that lacks a place.
bool takes_one(const model::ClusterPicture& picture, const model::PictureNode& node);

} // namespace report

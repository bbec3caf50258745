// SPDX-License-Identifier: Apache-2.0
// Colour for verdict words. Colour is never the only sign: the word has the same meaning.
#pragma once

#include "model/report/report.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace report {

enum class Tone : std::uint8_t { Plain, Good, Bad, Unsure };

Tone tone_of(model::GroupVerdict verdict);
Tone tone_of(model::Verdict verdict);
Tone tone_of(model::Outcome outcome);
Tone tone_of(model::FindingLevel level);

// `text` in the tone's colour (SGR green, red, yellow); unchanged if !color or the tone is Plain.
std::string painted(std::string_view text, Tone tone, bool color);

} // namespace report

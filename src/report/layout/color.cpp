// SPDX-License-Identifier: Apache-2.0
// Colour for verdict words.
#include "report/layout/color.hpp"

#include <fmt/format.h>

namespace report {

Tone tone_of(model::GroupVerdict verdict) {
  switch (verdict) {
  case model::GroupVerdict::Satisfied:
  case model::GroupVerdict::Fits:
    return Tone::Good;
  case model::GroupVerdict::DoesNotFit:
    return Tone::Bad;
  case model::GroupVerdict::Unknown:
    return Tone::Unsure;
  case model::GroupVerdict::Idle:
    break;
  }
  return Tone::Plain;
}

Tone tone_of(model::Verdict verdict) {
  switch (verdict) {
  case model::Verdict::Yes:
    return Tone::Good;
  case model::Verdict::No:
    return Tone::Bad;
  case model::Verdict::Unknown:
    break;
  }
  return Tone::Unsure;
}

Tone tone_of(model::Outcome outcome) {
  switch (outcome) {
  case model::Outcome::AlreadyBound:
  case model::Outcome::Bound:
    return Tone::Good;
  case model::Outcome::Unschedulable:
  case model::Outcome::Rejected:
    return Tone::Bad;
  case model::Outcome::Gated:
  case model::Outcome::NotAttempted:
    break;
  }
  return Tone::Unsure;
}

Tone tone_of(model::FindingLevel level) {
  switch (level) {
  case model::FindingLevel::Error:
    return Tone::Bad;
  case model::FindingLevel::Warning:
    return Tone::Unsure;
  case model::FindingLevel::Info:
    break;
  }
  return Tone::Plain;
}

std::string painted(std::string_view text, Tone tone, bool color) {
  if (!color || tone == Tone::Plain || text.empty()) { return std::string(text); }
  const int code = tone == Tone::Good ? 32 : tone == Tone::Bad ? 31 : 33;
  return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

} // namespace report

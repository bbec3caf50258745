// SPDX-License-Identifier: Apache-2.0
// Catch2, version 2 or 3. Tests include this header and use only macros that both versions have.
#pragma once

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

# Warnings and sanitizers as one target, for the project's own code only. hardening.cmake has the hardening flags.
add_library(gang_warnings INTERFACE)
target_compile_options(gang_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdate-time -Wnon-virtual-dtor)
# From -O1 on, g++ 12 warns about values of empty std::optionals that the code never reads. clang keeps its own warning.
target_compile_options(gang_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
# Names that the language reserves, such as _X and __x. clang-tidy takes a sixth of its time to find them.
target_compile_options(gang_warnings INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wreserved-identifier>)
# In a group of sources (quick.cmake), a name of one source shadows that of another for clang. tests/alone.py parses each by itself.
if(KUBECTL_GANG_QUICK)
  target_compile_options(gang_warnings INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)
endif()
if(KUBECTL_GANG_WERROR)
  target_compile_options(gang_warnings INTERFACE -Werror)
endif()
if(KUBECTL_GANG_SANITIZE)
  target_compile_options(gang_warnings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(gang_warnings INTERFACE -fsanitize=address,undefined)
  # With these checks g++ takes 1.5 times as long for every file, and twice as long for tests; with that of variables after their
  # scope, 1.4 times. AddressSanitizer also stops at null pointers. clang runs these checks in tests/run.sh --all; they do not slow
  # it down.
  target_compile_options(gang_warnings INTERFACE
    "$<$<CXX_COMPILER_ID:GNU>:-fno-sanitize=null,alignment,object-size;-fno-sanitize-address-use-after-scope>")
endif()

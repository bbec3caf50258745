# Warnings and sanitizers as one target, for our own code only. Hardening is beside it (hardening.cmake).
add_library(gang_warnings INTERFACE)
target_compile_options(gang_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdate-time -Wnon-virtual-dtor)
# With -O1 and more g++ 12 warns of members of empty std::optionals that nobody reads. UBSan and clang watch over the rest.
target_compile_options(gang_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
if(KUBECTL_GANG_WERROR)
  target_compile_options(gang_warnings INTERFACE -Werror)
endif()
if(KUBECTL_GANG_SANITIZE)
  target_compile_options(gang_warnings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(gang_warnings INTERFACE -fsanitize=address,undefined)
  # With these g++ takes half as long again for every file, and twice as long for tests. AddressSanitizer stops at null
  # pointers too, and clang, which is as quick with them, checks them in tests/run.sh --all.
  target_compile_options(gang_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-fno-sanitize=null,alignment,object-size>)
endif()

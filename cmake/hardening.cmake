# What makes a fault end the program instead of giving it away, for all that is compiled here, tests included.
# tests/packages/binary.py looks for it in the finished program.

# Tables of the loader are filled at the start and read-only then, the stack holds no code, and what is no code is not
# mapped as code.
add_link_options(-pie -Wl,-z,relro,-z,now,-z,noexecstack,-z,separate-code)

# Indices, iterators and optionals of the standard library are checked. (src/engine/CMakeLists.txt has an exception.)
add_compile_definitions(_GLIBCXX_ASSERTIONS)

# The sanitizers see more than the rest, and _FORTIFY_SOURCE would hide calls from them; it needs an optimiser, too.
if(KUBECTL_GANG_SANITIZE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  return()
endif()

# The program may be loaded at any address. Of -fPIE and CMake's -fPIC, which it would give to libraries, the first lets
# a function be called directly and inlined, for nobody can put another in its place.
add_compile_options(-fPIE)

add_compile_options(-fstack-protector-strong -fstack-clash-protection)
add_compile_options("$<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-fcf-protection=full)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_compile_options(-mbranch-protection=standard)
endif()

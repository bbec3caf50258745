# Hardening flags: a memory error ends the program before an attacker can use it. They apply to all code compiled here, tests
# included. tests/packages/binary.py checks the finished program for them.

# The loader fills its tables at the start and then makes them read-only. The stack is not executable, and only code is mapped as
# code.
add_link_options(-pie -Wl,-z,relro,-z,now,-z,noexecstack,-z,separate-code)

# The standard library checks indices, iterators and optionals. (src/engine/CMakeLists.txt has an exception.)
add_compile_definitions(_GLIBCXX_ASSERTIONS)

# The sanitizers find more than these flags. _FORTIFY_SOURCE would hide calls from them, and it needs an optimiser.
if(KUBECTL_GANG_SANITIZE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  return()
endif()

# The loader may place the program at any address. CMake would compile libraries with -fPIC. -fPIE lets the compiler call functions
# directly and inline them, because no other object can replace them.
add_compile_options(-fPIE)

add_compile_options(-fstack-protector-strong -fstack-clash-protection)
add_compile_options("$<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-fcf-protection=full)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_compile_options(-mbranch-protection=standard)
endif()

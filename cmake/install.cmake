# What `cmake --install` puts where. kubectl finds a plugin by its name on PATH.
install(TARGETS kubectl-gang)

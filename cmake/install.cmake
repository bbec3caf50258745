# What `cmake --install` puts where. kubectl finds a plugin by its name on PATH, and asks kubectl_complete-gang beside
# it what TAB can offer; each shell finds the script for kubectl-gang in its own folder.
install(TARGETS kubectl-gang)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/completions/kubectl_complete-gang DESTINATION ${CMAKE_INSTALL_BINDIR})

install(FILES ${PROJECT_SOURCE_DIR}/completions/kubectl-gang.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME kubectl-gang)
install(FILES ${PROJECT_SOURCE_DIR}/completions/_kubectl-gang
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${PROJECT_SOURCE_DIR}/completions/kubectl-gang.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man7 FILES_MATCHING PATTERN "*.7")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# What -o json and -o yaml print, for editors and tests (tests/validate_schema.py).
install(DIRECTORY ${PROJECT_SOURCE_DIR}/schemas/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kubectl-gang/schemas
  FILES_MATCHING PATTERN "*.json")

# Installed files, for `cmake --install` and for packages. The parts are CMake's components: both install `program`; `plain` is the
# rest of `cmake --install`; packages.cmake has the parts that only packages contain. kubectl finds a plugin by its name on PATH.
# For completion it runs kubectl_complete-gang in the same folder. Each shell finds the script for kubectl-gang in its own folder.
set(CMAKE_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(gang_docs README.md CHANGELOG.md GLOSSARY.md SECURITY.md NOTICE)
set(gang_zsh ${PROJECT_SOURCE_DIR}/completions/_kubectl-gang)

install(TARGETS kubectl-gang RUNTIME COMPONENT program)
install(PROGRAMS completions/kubectl_complete-gang DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES completions/kubectl-gang.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME kubectl-gang COMPONENT program)
install(FILES completions/kubectl-gang.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
# Schemas of the output of -o json and -o yaml, for editors and tests (tests/validate_schema.py).
install(DIRECTORY schemas/ DESTINATION ${CMAKE_INSTALL_DATADIR}/kubectl-gang/schemas COMPONENT program FILES_MATCHING PATTERN "*.json")

# Keeps README.md and the examples in their relative places, so that paths in README.md also work in the documentation folder.
function(install_documents folder)
  install(FILES ${gang_docs} DESTINATION ${folder} ${ARGN})
  install(DIRECTORY docs DESTINATION ${folder} ${ARGN})
  install(DIRECTORY examples DESTINATION ${folder} ${ARGN} PATTERN run.sh EXCLUDE) # it runs a build
endfunction()
install_documents(${CMAKE_INSTALL_DOCDIR} COMPONENT program)

install(FILES ${gang_zsh} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT plain)
install(DIRECTORY man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT plain FILES_MATCHING PATTERN "*.1")
install(DIRECTORY man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man7 COMPONENT plain FILES_MATCHING PATTERN "*.7")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT plain)

# Run by cpack on what it has gathered, before it is packed: rpm keeps the dates of files, which are those of a checkout.
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch --no-dereference --date @$ENV{SOURCE_DATE_EPOCH} {} +
  COMMAND_ERROR_IS_FATAL ANY)

# SPDX-License-Identifier: Apache-2.0
# fish completion for kubectl-gang. It asks the program itself what can come next.

# The program's answer: candidates, then ":" and a directive (0: files, 4: only these, 8: files with these endings).
function __kubectl_gang_ask
    set -l words (commandline -opc)
    set -l arguments
    for word in $words[2..-1]
        set -a arguments (string replace -r '^~/' "$HOME/" -- "$word")
    end
    $words[1] __complete $arguments (commandline -ct | string collect --allow-empty) 2>/dev/null
end

function __kubectl_gang_wants_files
    set -l lines (__kubectl_gang_ask)
    test "$lines[-1]" = ":0"
end

function __kubectl_gang_complete
    set -l lines (__kubectl_gang_ask)
    set -l directive $lines[-1]
    set -e lines[-1]

    # Behind --flag= fish wants the whole word.
    set -l current (commandline -ct)
    set -l prefix (string match -r -- '^-[^=]*=' $current)
    if test "$directive" = ":8"
        set -l value (string replace -r -- '^-[^=]*=' '' $current | string replace -r '^~/' "$HOME/")
        set -l endings (string join '|' $lines)
        set lines (__fish_complete_path "$value" | string match -r ".*(?:/|\.(?:$endings))(?:\t.*)?\$")
        string match -q -r -- '^(-[^=]*=)?~/' $current
        and set lines (string replace -- "$HOME/" '~/' $lines)
    end
    for line in $lines
        printf '%s%s\n' "$prefix" "$line"
    end
end

complete -c kubectl-gang -n __kubectl_gang_wants_files -F
complete -c kubectl-gang -n 'not __kubectl_gang_wants_files' -f -a '(__kubectl_gang_complete)'

# SPDX-License-Identifier: Apache-2.0
# fish completion for kubectl-gang. It asks the program itself what can come next.

function __kubectl_gang_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l arguments
    for word in $words[2..-1] $current
        set -a arguments (string replace -r '^~/' "$HOME/" -- "$word")
    end
    test -z "$current"; and set -a arguments ''
    set -l lines ($words[1] __complete $arguments 2>/dev/null)
    or return
    set -l directive (string sub --start 2 -- $lines[-1])
    set -e lines[-1]

    # Behind --flag= fish wants the whole word.
    set -l prefix (string match -r -- '^-[^=]*=' $current)
    if test "$directive" = 8 -o "$directive" = 0 -a (count $lines) -eq 0
        __fish_complete_path (string replace -r -- '^-[^=]*=' '' $current) | string replace -r -- '^' "$prefix"
        return
    end
    for line in $lines
        printf '%s%s\n' "$prefix" "$line"
    end
end

complete -c kubectl-gang -f -a '(__kubectl_gang_complete)'

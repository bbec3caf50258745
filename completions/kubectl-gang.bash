# SPDX-License-Identifier: Apache-2.0
# bash completion for kubectl-gang. It asks the program itself what can come next, and needs no other package.
# (kubectl's own completion covers `kubectl gang`, by way of kubectl_complete-gang.)

# Fills the caller's `words` with what was typed up to the cursor. COMP_WORDS are also split at = and :, which are
# part of --flag=value and of times; pieces that no blank separates belong together.
__kubectl_gang_words() {
  local line=${COMP_LINE:0:COMP_POINT} piece i
  words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece=${COMP_WORDS[i]}
    if [[ $line == [[:blank:]]* || $i -eq 0 ]]; then
      line=${line#"${line%%[![:blank:]]*}"}
      words+=("")
    fi
    # The last piece ends at the cursor.
    ((i == COMP_CWORD)) && piece=${piece:0:${#line}}
    words[${#words[@]} - 1]+=$piece
    line=${line#"$piece"}
  done
}

# What the shell would make of a typed word, for the cases that matter in file names. Nothing is executed.
__kubectl_gang_unquoted() {
  local word=$1
  [[ $word == '~/'* ]] && word=$HOME/${word:2}
  word=${word//[\"\']/}
  word=${word//\\/}
  printf '%s' "$word"
}

__kubectl_gang() {
  local words=() arguments=() out directive cur word candidate
  __kubectl_gang_words
  for word in "${words[@]:1}"; do
    arguments+=("$(__kubectl_gang_unquoted "$word")")
  done
  COMPREPLY=()
  local program=${words[0]}
  [[ $program == '~/'* ]] && program=$HOME/${program:2}
  out=$("$program" __completeNoDesc "${arguments[@]}" 2>/dev/null) || return
  directive=${out##*:}
  out=${out%:*}

  # bash replaces only the last piece of a word that it splits at = or :.
  cur=${arguments[${#arguments[@]} - 1]}
  local value=$cur
  [[ $cur == -*=* ]] && value=${cur#*=}
  local kept=""
  if [[ $value == "$cur" || $COMP_WORDBREAKS != *=* ]]; then
    kept=${cur%"$value"}
  fi

  if [[ $directive == 8 ]]; then
    local endings=${out//$'\n'/|}
    while IFS= read -r candidate; do
      [[ -d $candidate || ${candidate##*.} =~ ^(${endings%|})$ ]] && COMPREPLY+=("$kept$candidate")
    done < <(compgen -f -- "$value")
    compopt -o filenames 2>/dev/null
    return
  fi
  while IFS= read -r candidate; do
    [[ $candidate == "$value"* && -n $candidate ]] && COMPREPLY+=("$kept$candidate")
  done <<<"$out"
  if [[ $value == *:* && $COMP_WORDBREAKS == *:* ]]; then
    local before=${value%"${value##*:}"} i
    for i in "${!COMPREPLY[@]}"; do
      COMPREPLY[i]=${COMPREPLY[i]#"$before"}
    done
  fi
  # Directive 0: where there is no candidate, bash offers files (-o default).
  ((directive & 4)) && compopt +o default 2>/dev/null
}

complete -o default -F __kubectl_gang kubectl-gang

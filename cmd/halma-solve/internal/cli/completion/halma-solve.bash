# bash completion for halma-solve:
#   source <(halma-solve completion bash)
_halma_solve() {
  local current=${COMP_WORDS[COMP_CWORD]} word
  [[ $current == "=" ]] && current=""
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    if [[ $word == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
    else
      COMPREPLY+=("$word")
    fi
  done < <("${COMP_WORDS[@]:0:COMP_CWORD}" "$current" --generate-bash-completion 2>/dev/null)
}
complete -F _halma_solve halma-solve

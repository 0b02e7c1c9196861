# bash completion for halma-solve:
#   source <(halma-solve completion bash)
_halma_solve() {
  local current=${COMP_WORDS[COMP_CWORD]}
  [[ $current == "=" ]] && current=""
  local IFS=$'\n'
  COMPREPLY=($(compgen -W "$("${COMP_WORDS[@]:0:COMP_CWORD}" "$current" --generate-bash-completion 2>/dev/null)" -- "$current"))
}
complete -o bashdefault -o default -F _halma_solve halma-solve

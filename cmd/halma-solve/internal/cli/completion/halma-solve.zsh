#compdef halma-solve
# zsh completion for halma-solve; in ~/.zshrc, after compinit:
#   source <(halma-solve completion zsh)
_halma_solve() {
  local -a found
  found=("${(@f)$("${(@)words[1,CURRENT-1]}" "${words[CURRENT]}" --generate-bash-completion 2>/dev/null)}")
  if [[ -n ${found[1]} ]]; then
    compadd -- "${found[@]}"
  else
    _files
  fi
}
compdef _halma_solve halma-solve

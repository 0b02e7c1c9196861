#compdef halma-solve
# zsh completion for halma-solve; in ~/.zshrc, after compinit:
#   source <(halma-solve completion zsh)
_halma_solve() {
  local -a found
  local line files word meaning
  for line in "${(@f)$("${(@)words[1,CURRENT-1]}" "${words[CURRENT]}" --generate-bash-completion 2>/dev/null)}"; do
    case $line in
      '') ;;
      :files) files=1 ;;
      *)
        word=${line%%$'\t'*}
        meaning=${${line#$word}#$'\t'}
        found+=("${word//:/\\:}${meaning:+:$meaning}")
        ;;
    esac
  done
  (( $#found )) && _describe -V halma-solve found
  [[ -n $files ]] && _files
}
compdef _halma_solve halma-solve

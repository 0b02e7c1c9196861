# fish completion for halma-solve:
#   halma-solve completion fish > ~/.config/fish/completions/halma-solve.fish
function __halma_solve_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    $words "$current" --generate-bash-completion 2>/dev/null
end
complete -c halma-solve -a '(__halma_solve_complete)'

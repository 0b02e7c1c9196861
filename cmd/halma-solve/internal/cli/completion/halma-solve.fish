# fish completion for halma-solve:
#   halma-solve completion fish > ~/.config/fish/completions/halma-solve.fish
function __halma_solve_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l found ($words "$current" --generate-bash-completion 2>/dev/null)
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete -c halma-solve -f -a '(__halma_solve_complete)'

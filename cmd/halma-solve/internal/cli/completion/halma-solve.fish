# fish completion for halma-solve:
#   halma-solve completion fish > ~/.config/fish/completions/halma-solve.fish
function __halma_solve_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words "$current" --generate-bash-completion 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path "$current"
        else
            printf '%s\n' $line
        end
    end
end
complete -c halma-solve -f -a '(__halma_solve_complete)'

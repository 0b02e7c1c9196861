# PowerShell completion for halma-solve; in $PROFILE:
#   halma-solve completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName halma-solve -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
    $before = @($words | Select-Object -Skip 1)
    if ($wordToComplete -ne '') { $before = @($before | Select-Object -SkipLast 1) }
    $current = if ($wordToComplete -eq '') { '-' } else { $wordToComplete }
    & $words[0] @before $current --generate-bash-completion 2>$null |
        Where-Object { $_ -ne ':files' -and $_ -like "$wordToComplete*" } |
        ForEach-Object {
            $word, $meaning = $_ -split "`t", 2
            if (-not $meaning) { $meaning = $word }
            [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $meaning)
        }
}

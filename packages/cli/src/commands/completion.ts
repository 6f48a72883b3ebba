import { usageError } from '../cli-error.ts'
import type { Command, CommandOption } from '../command.ts'
import { renderCompletion, shells } from '../render-completion.ts'

/** Declares the command that prints the completion of the others, for a shell. */
export const createCompletion = (
  listCommands: () => readonly Command[],
  globalOptions: Record<string, CommandOption>,
): Command => ({
  name: 'completion',
  usage: shells.join('|'),
  summary: 'Print the completion for a shell',
  details: `bash: prompt-collection completion bash > ~/.local/share/bash-completion/completions/prompt-collection
zsh:  prompt-collection completion zsh > a folder of $fpath, as _prompt-collection
fish: prompt-collection completion fish > ~/.config/fish/completions/prompt-collection.fish`,
  words: [1, 1],
  options: {},
  run: async ({ positionals: [written], terminal }) => {
    const shell = shells.find((name) => name === written)
    if (!shell) throw usageError(`There is no completion for ${written}.`, `Choose ${shells.join(', ')}.`)
    const script = renderCompletion(shell, listCommands(), globalOptions)
    if (terminal.isJson) terminal.printJson({ shell, script })
    else terminal.write(script)
  },
})

import { Argument, type Command } from 'commander'
import type { CommandEntry } from '../command-entry.ts'
import { leaf } from '../options.ts'
import { printData } from '../output.ts'

/** `stoa completion`: shell completion. */
export function command(all: readonly CommandEntry[]): Command {
  return leaf(
    'completion',
    'Print a script that completes commands in a shell',
    'stoa completion bash > ~/.local/share/bash-completion/completions/stoa',
    'stoa completion zsh > "${fpath[1]}/_stoa"',
    'stoa completion fish > ~/.config/fish/completions/stoa.fish',
  )
    .addArgument(new Argument('<shell>', 'Which shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { findNodes, scripts } = await import('../completion.ts')
      const commands = await Promise.all(all.map(async ({ load }) => (await load()).command(all)))
      printData(scripts[shell](await findNodes(commands)))
    })
}

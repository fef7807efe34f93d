import type { Command } from 'commander'

/** One place in the tree of commands, with what may follow there. */
export interface Node {
  /** Words up to here, without the program's name. */
  path: string
  words: { word: string; text: string }[]
}

/** The tree of commands as a flat list, the root first. */
export function nodesOf(commands: readonly Command[]): Node[] {
  const root: Node = {
    path: '',
    words: [...commands.map(entry), { word: 'help', text: 'Show help of a command' }],
  }
  return [root, ...commands.flatMap((c) => below(c, c.name()))]
}

const entry = (command: Command) => ({ word: command.name(), text: command.description() })

function below(command: Command, path: string): Node[] {
  const options = command.options.filter((o) => o.long && !o.hidden).map((o) => ({ word: o.long ?? '', text: o.description }))
  const choices = command.registeredArguments.flatMap((a) => (a.argChoices ?? []).map((word) => ({ word, text: a.description })))
  const help = { word: '--help', text: 'Show help' }
  return [
    { path, words: [...command.commands.map(entry), ...choices, ...options, help] },
    ...command.commands.flatMap((c) => below(c, `${path} ${c.name()}`)),
  ]
}

/** Generators by shell. The scripts are static: nothing of the product runs when Tab is pressed. */
export const scripts: Record<'bash' | 'zsh' | 'fish', (nodes: readonly Node[]) => string> = {
  bash,
  zsh,
  fish,
}

const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
const paths = (nodes: readonly Node[]) =>
  nodes
    .filter((n) => n.path !== '')
    .map((n) => single(n.path))
    .join('|')

function bash(nodes: readonly Node[]): string {
  const cases = nodes.map((n) => `    ${single(n.path)}) words=${single(n.words.map((w) => w.word).join(' '))} ;;`)
  return `# bash completion for stoa
_stoa() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path='' word words i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "\${path:+$path }$word" in
    ${paths(nodes)}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _stoa stoa`
}

function zsh(nodes: readonly Node[]): string {
  const colon = (text: string) => text.replaceAll(':', '\\:')
  const cases = nodes.map(
    (n) => `    ${single(n.path)}) entries=(${n.words.map((w) => single(`${colon(w.word)}:${colon(w.text)}`)).join(' ')}) ;;`,
  )
  return `#compdef stoa
_stoa() {
  local at='' word
  local -a entries
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case "\${at:+$at }$word" in
    ${paths(nodes)}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  _describe 'stoa' entries || _files
}
compdef _stoa stoa`
}

function fish(nodes: readonly Node[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const lines = nodes.flatMap((n) =>
    n.words.map((w) => {
      const what = w.word.startsWith('--') ? `-l ${w.word.slice(2)}` : `-a ${quoted(w.word)}`
      return `complete -c stoa -n ${quoted(`__stoa_at "${n.path}"`)} ${what} -d ${quoted(w.text)}`
    }),
  )
  const known = nodes
    .filter((n) => n.path !== '')
    .map((n) => quoted(n.path))
    .join(' ')
  return `# fish completion for stoa
function __stoa_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    contains -- $next ${known}; and set at $next
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}`
}

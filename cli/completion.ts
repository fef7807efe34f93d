import type { Command } from 'commander'
import { findWords } from './words.ts'

/** A command in the tree, with what may follow it. */
export interface Node {
  /** Words up to here, without the program name. */
  path: string
  words: Word[]
  /** Possible values of the first argument; for later arguments files are completed. */
  first: Word[]
}

interface Word {
  word: string
  text: string
}

/** The command tree as a flat list, the root first. */
export async function findNodes(commands: readonly Command[]): Promise<Node[]> {
  const words = commands.map(entry)
  return [
    { path: '', words: [...words, { word: 'help', text: 'Show help of a command' }], first: [] },
    ...(await Promise.all(commands.map((c) => below(c, c.name())))).flat(),
    { path: 'help', words: [], first: words },
  ]
}

const entry = (command: Command) => ({ word: command.name(), text: command.description() })

async function below(command: Command, path: string): Promise<Node[]> {
  const options = command.options.filter((o) => o.long && !o.hidden).map((o) => ({ word: o.long ?? '', text: o.description }))
  const [argument] = command.registeredArguments
  const first = argument ? (await findWords(argument)).map((word) => ({ word, text: argument.description })) : []
  const help = { word: '--help', text: 'Show help' }
  return [
    { path, words: [...command.commands.map(entry), ...options, help], first },
    ...(await Promise.all(command.commands.map((c) => below(c, `${path} ${c.name()}`)))).flat(),
  ]
}

/** Script generators by shell. The scripts are static, so completion is immediate: dynamic values are read when a script is generated. */
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
  const list = (words: readonly Word[]) => single(words.map((w) => w.word).join(' '))
  const cases = nodes.map((n) => `    ${single(n.path)}) words=${list(n.words)} first=${list(n.first)} ;;`)
  return `# bash completion for stoa
_stoa() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path='' given=0 word words first i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "\${path:+$path }$word" in
    ${paths(nodes)}) path="\${path:+$path }$word" given=0 ;;
    *) [[ $word == -* ]] || given=$((given + 1)) ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  ((given > 0)) || words="$words $first"
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _stoa stoa`
}

function zsh(nodes: readonly Node[]): string {
  const colon = (text: string) => text.replaceAll(':', '\\:')
  const list = (words: readonly Word[]) => words.map((w) => single(`${colon(w.word)}:${colon(w.text)}`)).join(' ')
  const cases = nodes.map((n) => `    ${single(n.path)}) entries=(${list(n.words)}) first=(${list(n.first)}) ;;`)
  return `#compdef stoa
_stoa() {
  local at='' given=0 word
  local -a entries first
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case "\${at:+$at }$word" in
    ${paths(nodes)}) at="\${at:+$at }$word" given=0 ;;
    *) [[ $word == -* ]] || given=$((given + 1)) ;;
    esac
  done
  case "$at" in
${cases.join('\n')}
  esac
  ((given > 0)) || entries+=("\${first[@]}")
  _describe 'stoa' entries || _files
}
compdef _stoa stoa`
}

function fish(nodes: readonly Node[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const line = (at: string, w: Word) =>
    `complete -c stoa -n ${quoted(at)} ${w.word.startsWith('--') ? `-l ${w.word.slice(2)}` : `-a ${quoted(w.word)}`} -d ${quoted(w.text)}`
  const lines = nodes.flatMap((n) => [
    ...n.words.map((w) => line(`__stoa_at "${n.path}"`, w)),
    ...n.first.map((w) => line(`__stoa_at "${n.path}" first`, w)),
  ])
  const commandPaths = nodes
    .filter((n) => n.path !== '')
    .map((n) => quoted(n.path))
    .join(' ')
  return `# fish completion for stoa
function __stoa_at
  set -l at ''
  set -l given 0
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    if contains -- $next ${commandPaths}
      set at $next
      set given 0
    else if not string match -q -- '-*' $word
      set given (math $given + 1)
    end
  end
  test "$at" = "$argv[1]"; and test (count $argv) -eq 1 -o $given -eq 0
end
${lines.join('\n')}`
}

import { spawnSync } from 'node:child_process'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { allCommands } from '../../cli/commands.ts'

/** Users copy the examples from the help: each must parse as a call of the command that shows it. */
const commands = await allCommands()
const built = async (only?: string) => {
  const program = new Command('stoa').enablePositionalOptions()
  for (const { name, load } of commands) if (only === undefined || name === only) program.addCommand(await (await load()).command(commands))
  return program
}

/** Every leaf command with its path. */
const leaves = (command: Command, path: string[]): { path: string[]; command: Command }[] => [
  ...(command.commands.length === 0 || command.registeredArguments.length > 0 ? [{ path, command }] : []),
  ...command.commands.flatMap((child) => leaves(child, [...path, child.name()])),
]

function getHelp(command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
  return help
}

/** The arguments of a command line as a shell would pass them: of a pipeline, the part that calls `stoa`, without redirections. */
function splitCommandLine(line: string): string[] {
  const part = line.split(' | ').find((segment) => /(^|\s)stoa /.test(segment)) ?? ''
  const call = part.replace(/^(.*\s)?stoa /, '').replace(/\s+[<>#].*$/, '')
  return spawnSync('bash', ['-c', `printf '%s\\0' ${call}`], { encoding: 'utf8', env: {} })
    .stdout.split('\0')
    .slice(0, -1)
}

const all = (await Promise.all(leaves(await built(), []))).flatMap(({ path, command }) => {
  const [, text = ''] = /Examples?:\n((?: {2}.+\n)+)/.exec(getHelp(command)) ?? []
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ path, line }))
})

test('every command has examples', () => {
  expect(all.length).toBeGreaterThan(70)
})

test.each(all)('$line', async ({ path, line }) => {
  const program = await built(path[0])
  const called: string[][] = []
  for (const { path: at, command } of leaves(program, [])) {
    command.exitOverride().configureOutput({ writeErr: () => undefined })
    command.action(() => void called.push(at))
  }
  program.exitOverride().configureOutput({ writeErr: () => undefined })
  await program.parseAsync(splitCommandLine(line), { from: 'user' })
  expect(called).toEqual([path])
})

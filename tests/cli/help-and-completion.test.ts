import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { allCommands } from '../../cli/commands.ts'
import { EXIT, EXIT_MEANS } from '../../cli/errors.ts'
import { nearest } from '../../core/text/edit-distance.ts'
import { stoa } from './run.ts'
import { inside } from './run-in-process.ts'

const leaves = (command: Command, path: string): [string, Command][] => [
  ...(command.registeredArguments.length > 0 || command.commands.length === 0 ? [[path, command] as [string, Command]] : []),
  ...command.commands.flatMap((c) => leaves(c, `${path} ${c.name()}`)),
]
const commands = await allCommands()
const all = (await Promise.all(commands.map(async ({ name, load }) => leaves(await (await load()).command(commands), name)))).flat()

describe.each(all)('stoa %s', (path, command) => {
  test('shows an example and the common flags', () => {
    let help = ''
    command
      .configureOutput({
        writeOut: (text) => {
          help += text
        },
      })
      .outputHelp()
    expect(help).toMatch(new RegExp(`Examples?:\\n(.*\\n)*?.*stoa ${path}`))
    for (const flag of ['--json', '--dry-run', '--yes', '--no-input', '--quiet', '--verbose']) expect(help).toContain(flag)
  })
})

test('names in the command list match the commands', async () => {
  for (const { name, load } of commands) expect((await (await load()).command(commands)).name()).toBe(name)
})

test('help names every command without loading the product', async () => {
  const { code, out, err } = await stoa(['--help'], {
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  expect([code, err]).toEqual([0, ''])
  for (const { name, summary } of commands) expect(out).toMatch(new RegExp(`${name}\\s+${summary}`))
})

test('help for an unknown command suggests a similar one', async () => {
  const { code, err } = await inside(['help', 'rol'])
  expect([code, err]).toEqual([2, 'Error: no command "rol". Did you mean role?\nTry: stoa --help\n'])
})

test('--no-color works before a command as well as after it', async () => {
  const help = await inside(['role', '--help'])
  expect(await inside(['--no-color', 'role', '--help'])).toMatchObject({ code: 0, out: help.out })
})

test('exit codes are listed in the help and in the guide', async () => {
  const { out } = await inside(['--help'])
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guide/operator.md'), 'utf8')
  for (const [name, code] of Object.entries(EXIT)) {
    const means = EXIT_MEANS[name as keyof typeof EXIT]
    expect(out).toContain(`  ${String(code).padEnd(4)}${means}`)
    expect(guide).toContain(`| ${code} | ${means} |`)
  }
})

test('help for a subcommand prints the same as its --help', async () => {
  const { code, out } = await inside(['help', 'role', 'grant'])
  expect([code, out]).toEqual([0, (await inside(['role', 'grant', '--help'])).out])
  expect(out).toContain('Usage: stoa role grant')
})

test('an unknown command is a usage error with a suggestion', async () => {
  const near = await inside(['imprt'])
  expect(near.code).toBe(2)
  expect(near.err).toContain('Did you mean import?')
  const far = await inside(['xyzzy', '--json'])
  expect([far.code, far.out]).toEqual([2, ''])
  expect(JSON.parse(far.err)).toMatchObject({ error: { code: 'USAGE' } })
})

test('an unreachable database is reported as unavailable', async () => {
  const { code, out, err } = await inside(['role', 'list', '--json'], {
    env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  expect([code, out]).toEqual([69, ''])
  expect(JSON.parse(err).error).toMatchObject({
    code: 'UNAVAILABLE',
    hint: expect.stringContaining('DATABASE_URL'),
  })
})

test('an invalid environment names every wrong variable at once', async () => {
  const { code, err } = await inside(['role', 'list'], {
    env: { STOA_PORT: 'abc', STOA_POOL: '1', DATABASE_URL: 'postgres://x@y/z' },
  })
  expect(code).toBe(78)
  expect(err).toContain('STOA_PORT')
  expect(err).toContain('STOA_POOL')
})

test('the bash completion script completes commands, verbs, choices and options', async () => {
  const { out } = await inside(['completion', 'bash'])
  const complete = (words: string) => {
    const ask = `${out}\nCOMP_WORDS=(stoa ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _stoa; echo "\${COMPREPLY[*]}"`
    return spawnSync('bash', ['-c', ask], { encoding: 'utf8' }).stdout.trim()
  }
  expect(complete('rol')).toBe('role')
  expect(complete('role g')).toBe('grant')
  expect(complete("import mapping ''")).toContain('list show save delete')
  expect(complete('seed d')).toBe('demo')
  expect(complete('export product --fo')).toBe('--format --force')
  expect(complete('help rol')).toBe('role')
})

test('completion knows importable and exportable resources, plugins and settings, and leaves files to the shell', async () => {
  const { out } = await inside(['completion', 'bash'])
  const complete = (words: string) => {
    const ask = `${out}\nCOMP_WORDS=(stoa ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _stoa; echo "\${COMPREPLY[*]}"`
    return spawnSync('bash', ['-c', ask], { encoding: 'utf8' }).stdout.trim()
  }
  expect(complete('import prod')).toBe('product')
  expect(complete('import --dry-run prod')).toBe('product')
  // Orders cannot be imported.
  expect([complete('export orde'), complete('import orde')]).toEqual(['order order_import', 'order_import'])
  expect(complete('import mapping show prod')).toBe('product')
  expect(complete('resource show prod')).toBe('product')
  expect(complete('plugin why wish')).toBe('wishlist')
  expect(complete('settings set basic.supported_l')).toBe('basic.supported_languages')
  // The argument after the resource is a file, so `p` must not be completed to `page`.
  expect(complete('import product p')).toBe('')
  for (const shell of ['zsh', 'fish']) expect((await inside(['completion', shell])).out).toContain('wishlist')
})

test('the completion scripts for zsh and fish know every verb', async () => {
  for (const shell of ['zsh', 'fish']) {
    const { out } = await inside(['completion', shell])
    for (const [path] of all) expect(out).toContain(`'${path}'`)
  }
})

test('the nearest name is found despite missing, swapped and wrong letters, and not beyond', () => {
  const words = ['editor', 'owner', 'get article']
  expect(nearest('edtor', words)).toBe('editor')
  expect(nearest('onwer', words)).toBe('owner')
  expect(nearest('get articel', words)).toBe('get article')
  expect(nearest('warehouse', words)).toBeUndefined()
})

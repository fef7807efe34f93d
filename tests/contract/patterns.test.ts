import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'
import { extractPatterns } from '../support/patterns/extract.ts'
import { slowPatterns } from '../support/patterns/measure.ts'

/** What runs in the process that answers visitors; pages of the store are drawn there too. */
const FOLDERS = ['core', 'plugins', 'cli', 'ui-store']
const isServer = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)(tests|admin|locales)\//.test(path)

/** Patterns of input that is short for a reason, with its most characters: they are tried no longer. */
const BOUNDED: Readonly<Record<string, number>> = {
  // Digits of a number of the language.
  'core/money.ts': 40,
}

/** Where a pattern is only known at run time, and what bounds it. */
const RUNTIME = [
  // Words of the template that the command replaces.
  'cli/make-plugin.ts',
  // Names of members, as the shape of an answer declares them.
  'core/http/response-filter.ts',
  // Patterns of the shop's own forms: built to see whether they are well formed, run with a time limit.
  'plugins/forms/domain/options.ts',
  // Pieces of one list, put together: each stands for itself.
  'plugins/sheets/source/addresses.ts',
]

test('no regular expression of the server is slow on repeated input', { timeout: 300_000 }, async () => {
  const root = projectRoot()
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter(isServer),
  )
  const found = files.map((file) => extractPatterns(file, readFileSync(join(root, file), 'utf8')))
  const patterns = found.flatMap((extracted) => extracted.patterns)
  expect(patterns.length).toBeGreaterThan(200)
  expect([...new Set(found.flatMap((extracted) => extracted.runtime))].toSorted()).toEqual(RUNTIME)
  const longest = (place: string) => BOUNDED[place.split(':')[0] ?? '']
  expect(await slowPatterns(patterns.map((pattern) => ({ ...pattern, longest: longest(pattern.place) })))).toEqual([])
})

test('patterns with exponential and quadratic time are detected, wherever they are written', async () => {
  const { patterns, runtime } = extractPatterns(
    'planted.ts',
    [
      String.raw`const a = /^(<!--[\s\S]*?-->\s*)*<svg/i`,
      String.raw`const b = /\s*\n[ \t]+/g`,
      'const c = new RegExp(String.raw`^${name}:(\\w+\\s?)*$`)',
      String.raw`const d = { pattern: '^(a|a)+$' }`,
      String.raw`const e = /^[a-z]+$/`,
      'const f = new RegExp(given)',
    ].join('\n'),
  )
  expect(patterns).toHaveLength(5)
  expect(runtime).toEqual(['planted.ts'])
  const slow = await slowPatterns(patterns)
  expect(slow.map((line) => line.split(' ')[0])).toEqual(['planted.ts:1', 'planted.ts:2', 'planted.ts:3', 'planted.ts:4'])
}, 120_000)

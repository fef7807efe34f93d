import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'
import { extractPatterns } from '../support/patterns/extract.ts'
import { slowPatterns } from '../support/patterns/measure.ts'

/** Code that runs in the server process; store pages are rendered there too. */
const FOLDERS = ['core', 'plugins', 'cli', 'ui-store']
const isServer = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)(tests|admin|locales)\//.test(path)

/** Patterns whose input is always short, with its maximum length: the test uses no longer input. */
const BOUNDED: Readonly<Record<string, number>> = {
  // Digits of a JavaScript number.
  'core/money.ts': 40,
}

/** Files with patterns that are only known at run time, and why they are safe. */
const RUNTIME = [
  // Words of the template that the command replaces.
  'cli/make-plugin.ts',
  // Property names, as declared in the response shape.
  'core/http/response-filter.ts',
  // Patterns from the shop's forms: compiled to check their syntax, executed with a time limit.
  'plugins/forms/domain/options.ts',
  // Patterns of one list, joined: each is independent.
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

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../core/root.ts'
import { EXAMPLES } from '../support/app.ts'

/** Code in the guides is copied from examples that are compiled and tested: each snippet names its file and matches it exactly. */
const GUIDE = 'docs/guide/plugin-author.md'
/** Guides with snippets from the examples, each with its minimum number of snippets. */
const GUIDES: [guide: string, pieces: number][] = [
  [GUIDE, 20],
  ['docs/guide/payment-provider.md', 3],
  ['docs/guide/integrations.md', 8],
]
const read = (file: string) => readFileSync(join(projectRoot(), file), 'utf8')

interface Snippet {
  line: number
  language: string
  /** The file below `docs/examples` that the snippet names: in its first line, or after the language if that language has no comments. */
  file: string | undefined
  lines: string[]
}

function extractSnippets(page: string): Snippet[] {
  return [...page.matchAll(/^```(\w+)(?: (\S+))?\n(.*?)^```$/gms)].map(({ index, 1: language = '', 2: beside, 3: code = '' }) => {
    const lines = code.split('\n').slice(0, -1)
    const named = beside ?? /^\/\/ (\S+\.\w+)$/.exec(lines[0] ?? '')?.[1]
    return { line: page.slice(0, index).split('\n').length, language, file: named, lines: beside ? lines : lines.slice(1) }
  })
}

const OMITTED = /^\s*(?:\/\/ )?…$/

/** The lines between two omission marks, without indentation. */
function splitParts(lines: readonly string[]): string[][] {
  const parts: string[][] = [[]]
  for (const line of lines) {
    if (OMITTED.test(line)) parts.push([])
    else parts.at(-1)?.push(line.trim())
  }
  return parts.filter((part) => part.length > 0)
}

/** The first part of a snippet that is not in the file, or not after the parts before it. */
function missingIn(file: string, lines: readonly string[]): string | undefined {
  const whole = file.split('\n').map((line) => line.trim())
  let from = 0
  for (const part of splitParts(lines)) {
    const at = whole.findIndex((_, i) => i >= from && part.every((line, n) => whole[i + n] === line))
    if (at < 0) return part.join('\n')
    from = at + part.length
  }
  return undefined
}

test.each(GUIDES)('every snippet in %s exists in a file of the examples', (guide, pieces) => {
  const snippets = extractSnippets(read(guide)).filter(({ language }) => ['ts', 'tsx', 'json', 'sql'].includes(language))
  expect(snippets.length).toBeGreaterThanOrEqual(pieces)
  const wrong = snippets.flatMap(({ line, file, lines }) => {
    const path = file && join(EXAMPLES, file)
    if (!path) return [`${guide}:${line} names no file`]
    if (!existsSync(join(projectRoot(), path))) return [`${guide}:${line} names ${path}, which is not there`]
    const missing = missingIn(read(path), lines)
    return missing === undefined ? [] : [`${guide}:${line} is not what ${path} says:\n${missing}`]
  })
  expect(wrong).toEqual([])
})

test('every file beside the example is mentioned in the guide', () => {
  const documentedFiles = extractSnippets(read(GUIDE)).map(({ file }) => file)
  const pieces = readdirSync(join(projectRoot(), EXAMPLES, 'pieces'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.\w+$/.test(file),
  )
  // Of texts in three languages, the English file is sufficient.
  const inEnglish = (file: string) => `pieces/${file}`.replace(/zh-\w\w\.json$/, 'en-US.json')
  expect(pieces.map(inEnglish).filter((file) => !documentedFiles.includes(file))).toEqual([])
})

test('a snippet that differs from its file, or has its parts in another order, is reported', () => {
  const file = 'const a = 1\nif (a) {\n  go()\n}\n'
  expect(missingIn(file, ['const a = 1', '// …', '  go()'])).toBeUndefined()
  expect(missingIn(file, ['go()', '// …', 'const a = 1'])).toBe('const a = 1')
  expect(missingIn(file, ['const a = 2'])).toBe('const a = 2')
})

test('the example has at most 250 lines of code, including its migration and tests', () => {
  const folder = join(projectRoot(), EXAMPLES, 'repair')
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line))
  expect(code.length).toBeLessThanOrEqual(250)
})

import { expect, test } from 'vitest'
import { headerKey } from '../source/cell.ts'
import { openSheet } from '../source/read.ts'

/** Malformed files: each is read or rejected in time linear in its size. */
async function read(name: string, text: string): Promise<{ lines: number; widest: number } | { refused: string }> {
  try {
    const sheet = await openSheet({ name, bytes: Buffer.from(text) })
    let lines = 0
    let widest = 0
    for await (const { cells } of sheet.lines) {
      lines++
      widest = Math.max(widest, cells.length)
    }
    return { lines, widest }
  } catch (error) {
    return { refused: JSON.stringify((error as { messages?: unknown }).messages ?? String(error)) }
  }
}

const million = 1_000_000

test('a header with too many columns is rejected with the maximum', async () => {
  expect(await read('a.csv', `${'a,'.repeat(100_000)}a\n1\n`)).toEqual({ refused: expect.stringContaining('too_wide') as string })
  // A line of commas only is a blank line.
  expect(await read('a.csv', `${','.repeat(100_000)}\n1\n`)).toEqual({ lines: 0, widest: 0 })
}, 60_000)

test('a row with a million cells under a narrow header is read as one row', async () => {
  expect(await read('a.csv', `a,b\n${'1,'.repeat(million)}1\n2,3\n`)).toEqual({ lines: 2, widest: million + 1 })
}, 60_000)

test('a row longer than the maximum is rejected and not buffered', async () => {
  expect(await read('a.csv', `a,b\n${'x'.repeat(20 * million)},1\n`)).toEqual({ refused: expect.any(String) as string })
  expect(await read('a.csv', `a,b\n"${'x\n'.repeat(4 * million)}`)).toEqual({ refused: expect.any(String) as string })
}, 60_000)

test('too deeply nested JSON leaves its cell unread, and the file is read', async () => {
  const deep = 100_000
  expect(await read('a.json', `[{"a":${'['.repeat(deep)}${']'.repeat(deep)}},{"a":1}]`)).toEqual({ lines: 2, widest: 1 })
  expect(await read('a.ndjson', `{"a":${'{"b":'.repeat(deep)}1${'}'.repeat(deep)}}\n{"a":1}\n`)).toEqual({ lines: 2, widest: 1 })
}, 60_000)

test('normalizing a header of blanks and asterisks takes linear time', () => {
  const started = performance.now()
  expect(headerKey(`a${' '.repeat(million)}b`)).toBe('a b')
  expect(headerKey(`name${' '.repeat(million)}*`)).toBe('name')
  expect(headerKey('Price *')).toBe('price')
  expect(performance.now() - started).toBeLessThan(2_000)
})

import { expect, test } from 'vitest'
import type { Block } from 'stoa/plugins/documents'
import { rollHeight } from './roll.ts'

const text = (words: string): Block => ({ type: 'text', text: words })
const table = (first: string | { text: string; detail: string }): Block => ({
  type: 'table',
  columns: [{ label: 'Item', share: 1 }],
  rows: [[first]],
})
/** How many lines higher one block is than another. */
const more = (block: Block, than: Block) => Math.round((rollHeight([block]) - rollHeight([than])) / 5.4)

test('receipt height follows the text: a line holds 38 Latin characters, or half as many Chinese ones', () => {
  expect(more(text('x'.repeat(38)), text('x'))).toBe(0)
  expect(more(text('x'.repeat(39)), text('x'))).toBe(1)
  expect(more(text('字'.repeat(19)), text('x'))).toBe(0)
  expect(more(text('字'.repeat(20)), text('x'))).toBe(1)
  expect(more(text('a\nb\n\nc'), text('x'))).toBe(3)
  expect(more(text(''), text('x'))).toBe(0)
})

test('a label beside a number has less room, and a detail takes its own line', () => {
  expect(more(table('x'.repeat(24)), table('x'))).toBe(0)
  expect(more(table('x'.repeat(25)), table('x'))).toBe(1)
  expect(more(table({ text: 'x', detail: '1 × 2.00' }), table('x'))).toBe(1)
  const pairs = (label: string, value: string): Block => ({ type: 'pairs', rows: [[label, value]] })
  expect(more(pairs('x'.repeat(20), 'y'), pairs('x', 'y'))).toBe(1)
  expect(more(pairs('x', 'y'.repeat(18)), pairs('x', 'y'))).toBe(1)
  expect(more(pairs('x'.repeat(20), 'y'.repeat(18)), pairs('x', 'y'))).toBe(1)
})

test('a receipt without text has only the tear-off margin', () => {
  expect(rollHeight([])).toBe(14)
  expect(rollHeight([{ type: 'space', height: 3 }, { type: 'rule' }])).toBe(23)
})

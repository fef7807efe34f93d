import { expect, test } from 'vitest'
import { dropped, landing, nested, getParent, sameTree, getSpan, stepped, type Node } from './tree.ts'

/** Parses "1 .2 ..3 4"; the number of dots is the depth. */
const tree = (text: string): Node[] =>
  text.split(' ').map((word) => ({ id: Number(word.replaceAll('.', '')), depth: word.lastIndexOf('.') + 1 }))
const words = (lines: Node[] | undefined) => lines?.map(({ id, depth }) => '.'.repeat(depth) + id).join(' ')
const shop = tree('1 .2 ..3 ...4 .5 6 7 .8')

test('moving a line moves its children', () => {
  expect(getSpan(shop, 0)).toBe(5)
  expect(words(stepped(shop, 1, 'down'))).toBe('6 1 .2 ..3 ...4 .5 7 .8')
  expect(words(stepped(shop, 7, 'up'))).toBe('1 .2 ..3 ...4 .5 7 .8 6')
})

test('steps stop at the edges', () => {
  for (const [id, step] of [
    [1, 'up'],
    [7, 'down'],
    [1, 'in'],
    [6, 'out'],
    [2, 'up'],
    [5, 'down'],
  ] as const)
    expect(stepped(shop, id, step), `${id} ${step}`).toBeUndefined()
})

test('moving in makes it the last child of the line before, moving out places it after its parent', () => {
  expect(words(stepped(shop, 7, 'in'))).toBe('1 .2 ..3 ...4 .5 6 .7 ..8')
  expect(words(stepped(shop, 2, 'out'))).toBe('1 .5 2 .3 ..4 6 7 .8')
  expect(words(stepped(shop, 4, 'out'))).toBe('1 .2 ..3 ..4 .5 6 7 .8')
})

test('moving out and in again restores the tree', () => {
  const out = stepped(shop, 5, 'out') ?? []
  expect(words(stepped(out, 5, 'in'))).toBe(words(shop))
})

test('a line dropped lands no deeper than the one above allows', () => {
  expect(landing(shop, 6, 7, 5)).toEqual({ before: 6, depth: 1 })
  expect(words(dropped(shop, 8, 6, 1))).toBe('1 .2 ..3 ...4 .5 .8 6 7')
  expect(words(dropped(shop, 6, 1, 0))).toBe('6 1 .2 ..3 ...4 .5 7 .8')
})

test('a line dropped between parent and child becomes a child, so nothing is torn out', () => {
  expect(words(dropped(shop, 6, 2, 0))).toBe('1 .6 .2 ..3 ...4 .5 7 .8')
})

test('flat lines become nested ids, and know their parent', () => {
  expect(nested(tree('1 .2 ..3 4'))).toEqual([
    { id: 1, children: [{ id: 2, children: [{ id: 3, children: [] }] }] },
    { id: 4, children: [] },
  ])
  expect(getParent(shop, 4)?.id).toBe(3)
  expect(getParent(shop, 5)?.id).toBe(1)
  expect(getParent(shop, 6)).toBeUndefined()
  expect(sameTree(shop, [...shop])).toBe(true)
  expect(sameTree(shop, stepped(shop, 5, 'out') ?? [])).toBe(false)
})

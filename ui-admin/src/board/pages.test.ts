import { expect, test } from 'vitest'
import { getCards, type Loaded, getPlace, withCard, without } from './pages.ts'

const column = (...pages: number[][]): Loaded<{ id: number }> => ({
  pages: pages.map((ids) => ({ cards: ids.map((id) => ({ id })), total: 9 })),
  pageParams: pages.map(() => undefined),
})
const ids = (data: Loaded<{ id: number }> | undefined) => getCards(data).map(({ id }) => id)

test('a card that leaves a column is removed from its page, and the count is updated on every page', () => {
  const left = without(column([1, 2], [3, 4]), 3)
  expect(ids(left)).toEqual([1, 2, 4])
  expect(left?.pages.map(({ total }) => total)).toEqual([8, 8])
})

test('a card that returns is at its previous position', () => {
  const before = column([1, 2], [3, 4])
  const place = getPlace(before, 4)
  expect(ids(withCard(without(before, 4), { id: 4 }, place))).toEqual([1, 2, 3, 4])
})

test('a card that is there already is neither added nor counted again', () => {
  const before = column([1, 2])
  expect(withCard(before, { id: 2 })).toBe(before)
  expect(without(before, 7)).toBe(before)
})

test('a card that shifted between pages while loading more is shown once', () => {
  expect(ids(column([1, 2], [2, 3]))).toEqual([1, 2, 3])
})

test('a column that is still loading is unchanged', () => {
  expect(withCard(undefined, { id: 1 })).toBeUndefined()
  expect(without(undefined, 1)).toBeUndefined()
})

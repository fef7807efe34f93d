import { expect, test } from 'vitest'
import { labelCount, labelsFrom, withOneMore, withStocks } from './choice.ts'

const stock = (id: number) => ({ id, product_id: 1, sku: `S${id}`, code: `S${id}`, name: '', options: '', price: '', quantity: 0 })
const chosen = [
  { stock: stock(1), copies: 3 },
  { stock: stock(2), copies: 4 },
]

test('adding a stock again keeps its number of labels, and scanning it again adds one', () => {
  expect(withStocks(chosen, [stock(2), stock(3)]).map((c) => c.copies)).toEqual([3, 4, 1])
  expect(withOneMore(chosen, stock(2)).map((c) => c.copies)).toEqual([3, 5])
  expect(labelCount(withOneMore(chosen, stock(9)))).toBe(8)
})

test('a page shows the labels that fall on it', () => {
  expect(labelsFrom(chosen, 0, 4).map((s) => s.id)).toEqual([1, 1, 1, 2])
  expect(labelsFrom(chosen, 4, 4).map((s) => s.id)).toEqual([2, 2, 2])
})

import { expect, test } from 'vitest'
import { since } from './since.ts'

test('after a save, input changed meanwhile is kept, and the rest takes the stored values', () => {
  expect(since('tea', 'tea', 'Tea')).toBe('Tea')
  expect(since('tea', 'tea leaves', 'Tea')).toBe('tea leaves')
  expect(since({ a: 1, b: 'x' }, { a: 1, b: 'xy' }, { id: 7, a: 2, b: 'x' })).toEqual({ id: 7, a: 2, b: 'xy' })
})

test('rows sent as new get their ids, and a row added meanwhile has none', () => {
  const sent = [{ price: '1.00' }, { price: '2.00' }]
  const now = [{ price: '1.00' }, { price: '2.50' }, { price: '3.00' }]
  const saved = [
    { id: 1, price: '1.00' },
    { id: 2, price: '2.00' },
  ]
  expect(since(sent, now, saved)).toEqual([{ id: 1, price: '1.00' }, { id: 2, price: '2.50' }, { price: '3.00' }])
  // After rows were removed, rows without an id cannot be matched.
  expect(since(sent, [{ price: '2.00' }], saved)).toEqual([{ price: '2.00' }])
})

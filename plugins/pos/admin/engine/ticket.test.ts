import { expect, test } from 'vitest'
import { add, getDue, empty, type Payment, getReceipt, setPrice, setQuantity, getTotal, getUnits } from './ticket.ts'
import { createArticle } from '../../tests/article.ts'

const article = (id: number, pay: string) => createArticle(id, { price: pay, pay })
const cash = (amount: string, tendered: string | null = null): Payment => ({
  method: 'cash',
  title: 'Cash',
  cash: true,
  amount,
  tendered,
  reference: '',
})

test('the same article adds to its line, which moves to the end; a line with a manual price stays separate', () => {
  let ticket = add(add(add(empty, article(1, '10.00')), article(2, '5.50')), article(1, '10.00'))
  expect(ticket.lines.map((l) => [l.article.id, l.quantity])).toEqual([
    [2, 1],
    [1, 2],
  ])
  const key = ticket.lines[1]?.key ?? ''
  ticket = setPrice(ticket, key, { unit: '8.00', reason: 'scratched' })
  ticket = add(ticket, article(1, '10.00'))
  expect(ticket.lines).toHaveLength(3)
  expect(getTotal(ticket)).toBe(550 + 1_600 + 1_000)
  expect(getUnits(ticket)).toBe(4)
  expect(getTotal(setQuantity(ticket, key, 0))).toBe(1_550)
  expect(getTotal({ ...ticket, discount: { amount: '500.00', reason: 'x' } })).toBe(0)
})

test('cash is rounded to the coin after other payments', () => {
  expect(getDue(10_011, [], '0.10')).toEqual({ due: 10_011, cash: 10_010, odd: 1 })
  expect(getDue(10_011, [{ ...cash('50.00'), method: 'card', cash: false }], '0.10')).toEqual({ due: 5_011, cash: 5_010, odd: 1 })
  expect(getDue(10_011, [], '0.01')).toEqual({ due: 10_011, cash: 10_011, odd: 0 })
})

test('a receipt adds up: lines, discount, cash rounding, tendered amount and change', () => {
  const ticket = { ...add(empty, article(1, '33.37'), 3), discount: { amount: '0.10', reason: 'friend' } }
  const receipt = getReceipt(ticket, [cash('100.00', '120.00')], undefined, {
    number: 'K1-1-1',
    sold_at: '2026-01-01T00:00:00Z',
    cashier: 'May',
    discountLabel: 'Discount',
  })
  expect(receipt).toMatchObject({ total: '100.00', rounding: '0.01', change: '20.00', off: [{ label: 'friend', amount: '0.10' }] })
})

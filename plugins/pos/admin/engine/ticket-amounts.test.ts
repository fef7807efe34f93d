import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, parseMoney } from 'stoa/money'
import { tries } from '../../../../tests/support/property.ts'
import type { CounterQuote, Pickup } from '../../api-types.ts'
import {
  add,
  getBody,
  getDue,
  empty,
  lineTotal,
  type Payment,
  getReceipt,
  receiptOfPickup,
  setPrice,
  setQuantity,
  getTotal,
} from './ticket.ts'
import { createArticle } from '../../tests/article.ts'

const article = (id: number, pay: string) => createArticle(id, { choice: 'Green', price: pay, pay })
const paid = (amount: string, tendered: string | null = null, method = 'cash'): Payment => ({
  ...{ method, title: method, cash: method === 'cash', amount, tendered, reference: '' },
})
const more = { number: 'K1-1-1', sold_at: '2026-01-01T00:00:00Z', cashier: 'May', discountLabel: 'Discount' }
const createTicket = (pay = '10.00', quantity = 1) => add(empty, article(1, pay), quantity)
const getLineKey = (ticket: ReturnType<typeof createTicket>) => ticket.lines[0]?.key ?? ''

test('an article scanned again updates its line to the current price', () => {
  const ticket = add(createTicket('10.00', 2), article(1, '8.00'))
  expect(ticket.lines).toMatchObject([{ quantity: 3, article: { pay: '8.00' } }])
  expect(getTotal(ticket)).toBe(2_400)
})

test('a line has at most 9,999 units, however they were added', () => {
  const ticket = add(createTicket('1.00', 9_998), article(1, '1.00'), 5)
  expect(ticket.lines[0]?.quantity).toBe(9_999)
  expect(setQuantity(ticket, getLineKey(ticket), 10_000).lines[0]?.quantity).toBe(9_999)
  expect(setQuantity(ticket, getLineKey(ticket), 1).lines[0]?.quantity).toBe(1)
  expect(setQuantity(ticket, getLineKey(ticket), -1).lines).toEqual([])
  expect(setQuantity(ticket, 'another', 5)).toEqual(ticket)
})

test('removing a manual price restores the article price', () => {
  const ticket = createTicket('10.00', 2)
  const priced = setPrice(ticket, getLineKey(ticket), { unit: '0.00', reason: 'gift' })
  expect(priced.lines.map(lineTotal)).toEqual([0])
  const plain = setPrice(priced, getLineKey(ticket), undefined)
  expect(plain.lines).toEqual(ticket.lines)
  expect(plain.lines[0]).not.toHaveProperty('price')
})

test('the request contains the quoted price, a manual price with its reason, and no unset choices', () => {
  const ticket = createTicket('10.00', 2)
  const plain = { subject_id: 1, quantity: 2, told: '10.00', price_signature: '', unit_price: null, reason: '' }
  expect(getBody(ticket)).toEqual({ lines: [plain], customer_id: null, discount: '0.00', discount_reason: '' })
  expect(
    getBody({
      ...setPrice(ticket, getLineKey(ticket), { unit: '9.00', reason: 'scratched' }),
      ...{ customer: { id: 7, name: 'May' }, discount: { amount: '1.00', reason: 'friend' } },
      ...{ codes: { typed: ['A', 'B'] }, points: { use: 50 } },
    }),
  ).toEqual({
    ...{ lines: [{ ...plain, unit_price: '9.00', reason: 'scratched' }], customer_id: 7, discount: '1.00', discount_reason: 'friend' },
    ...{ codes: ['A', 'B'], points: 50 },
  })
})

test('points and codes are not sent after the member is removed from the ticket', () => {
  const ticket = { ...createTicket(), points: { use: 50 }, codes: { typed: [] } }
  expect(getBody(ticket)).not.toHaveProperty('codes')
  expect(getBody(ticket)).not.toHaveProperty('points')
})

test('the amount due falls with payments, never below zero, and cash rounding is less than one coin', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.array(fc.integer({ min: 0, max: 5_000_000 }), { maxLength: 4 }),
      fc.constantFrom('0.01', '0.05', '0.10', '0.50', '1.00'),
      (total, parts, coin) => {
        const { due, cash, odd } = getDue(
          total,
          parts.map((part) => paid(formatMoney(part), null, 'card')),
          coin,
        )
        expect(due).toBe(
          Math.max(
            0,
            parts.reduce((rest, part) => rest - part, total),
          ),
        )
        expect(cash + odd).toBe(due)
        expect(odd).toBeLessThan(parseMoney(coin))
        expect(cash % parseMoney(coin)).toBe(0)
      },
    ),
    tries(200),
  )
})

test('a receipt shows the discounts quoted by the server, else the manual discount', () => {
  const ticket = { ...createTicket('10.00', 3), customer: { id: 7, name: 'May Chan' }, discount: { amount: '2.00', reason: '' } }
  const quote: CounterQuote = {
    ...{ lines: [], subtotal: '30.00', discount: '5.00', total: '25.00' },
    taxes: [{ code: 'GST', label: 'GST', rate: 9, amount: '2.06' }],
    off: [
      { label: 'Autumn', code: null, amount: '3.00' },
      { label: 'Discount', code: null, amount: '2.00' },
    ],
  }
  const receipt = getReceipt(ticket, [paid('25.00')], quote, more)
  expect(receipt).toMatchObject({
    ...{ customer: 'May Chan', cashier: 'May', order_number: '', rounding: '0.00', total: '25.00', change: '0.00' },
    taxes: [{ label: 'GST', rate: 9, amount: '2.06' }],
    off: [
      { label: 'Autumn', amount: '3.00' },
      { label: 'Discount', amount: '2.00' },
    ],
    lines: [{ name: 'Thing 1', choice: 'Green', quantity: 3, unit: '10.00', total: '30.00' }],
  })
  expect(getReceipt(ticket, [paid('28.00')], undefined, more)).toMatchObject({
    off: [{ label: 'Discount', amount: '2.00' }],
    total: '28.00',
  })
  expect(getReceipt(createTicket(), [paid('10.00')], undefined, more)).toMatchObject({ off: [], customer: '' })
})

test('change is the tendered cash beyond the amount due, for cash only', () => {
  const receipt = getReceipt(createTicket('50.05'), [paid('20.00', null, 'card'), paid('30.00', '50.00')], undefined, more)
  expect(receipt).toMatchObject({ change: '20.00', total: '50.00', rounding: '0.05' })
})

test('a pickup receipt shows earlier payments, the current payment and cash rounding', () => {
  const order: Pickup = {
    ...{ id: 1, number: 'SO-1', status: 'pending', name: 'May Chan', email: '', phone: null, placed_at: null, currency: 'HKD' },
    ...{ total: '105.16', due: '75.16', paid: '30.00', units: 3, ready: false, note: '', shipping: '5.05' },
    discounts: [{ label: 'Friend', amount: '-1.00' }],
    lines: [{ name: 'Cup', choice: 'Red', sku: 'C', quantity: 3, left: 3, unit: '33.37', total: '100.11' }],
  }
  expect(receiptOfPickup(order, [paid('75.10', '100.00')], more)).toMatchObject({
    ...{ order_number: 'SO-1', customer: 'May Chan', rounding: '0.06', total: '105.10', change: '24.90', off: order.discounts },
    collected: { shipping: '5.05', before: '30.00' },
    lines: [{ name: 'Cup', choice: 'Red', quantity: 3, unit: '33.37', total: '100.11' }],
  })
  expect(receiptOfPickup({ ...order, due: '0.00', paid: '105.16' }, [], more)).toMatchObject({
    rounding: '0.00',
    total: '105.16',
    change: '0.00',
  })
})

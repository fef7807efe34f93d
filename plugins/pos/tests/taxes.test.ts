import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { store as stores } from 'stoa/plugins/stores'
import { captureStatements } from '../../../tests/support/query-listener.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { createReceipt, readTicket } from '../services/receipt.ts'
import { type Counter, openCounter, getTurn } from './counter.ts'

/** Taxes included in register prices, with the 9% rule of the guide. */
let shop: Counter
beforeAll(async () => {
  shop = await openCounter(['gst'])
})
afterAll(() => shop.it.close())
const choose = async (tax_rule: string | null) => void fine(await shop.owner.put('/api/admin/settings/order', { tax_rule }))
beforeEach(() => choose('gst'))

const fresh = async () => shop.open(shop.owner, await shop.another())
const stated = async (id: number) => ({ tax: (await shop.order(id)).tax, taxes: (await shop.view(id)).taxes })
const GST = { code: 'GST', label: 'GST', rate: 9 }

test('the cart shows the included tax, and the ticket keeps it despite cash rounding', async () => {
  const stock = await shop.stock(9, '109.07')
  const drawer = await fresh()
  const basket = { lines: [{ subject_id: stock, quantity: 1 }] }
  const quote = fine(await shop.owner.post(`/api/admin/store/${shop.store}/quote`, basket)).body
  expect(quote).toMatchObject({ total: '109.07', taxes: [{ ...GST, amount: '9.01' }] })
  const ticket = drawer.ticket(stock, 1, '109.07', { payments: [{ method: 'cash', amount: '109.00' }] })
  const sold = fine(await drawer.sell(ticket)).body
  expect(sold.total).toBe('109.00')
  expect(await stated(sold.order_id)).toEqual({ tax: '9.01', taxes: [{ ...GST, amount: '9.01', refunded: '0.00' }] })
  const store = await shop.it.kernel.resources.get(shop.it.ctx, stores, shop.store)
  const receipt = await createReceipt(shop.it.ctx, store, await readTicket(shop.it.ctx, shop.store, sold.id))
  expect(JSON.stringify(receipt.blocks)).toContain('Includes GST 9%: HKD 9.01')
})

test('a line that rounds to less than its tax states no tax', async () => {
  const stock = await shop.stock(9, '0.06')
  const drawer = await fresh()
  fine(await shop.owner.put('/api/admin/settings/gst', { rate: '90' }))
  const sold = fine(await drawer.sell(drawer.ticket(stock, 1, '0.06', { payments: [] }))).body
  fine(await shop.owner.put('/api/admin/settings/gst', { rate: '9' }))
  expect(sold.total).toBe('0.00')
  expect(await stated(sold.order_id)).toEqual({ tax: '0.00', taxes: [] })
})

test('an offline ticket is taxed on the amount paid', async () => {
  const stock = await shop.stock(9, '109.00')
  const drawer = await fresh()
  const late = drawer.ticket(stock, 1, '54.50', { offline: true, lines: [{ subject_id: stock, quantity: 1, told: '54.50' }] })
  const sold = fine(await drawer.sell(late)).body
  expect(await stated(sold.order_id)).toMatchObject({ tax: '4.50', taxes: [{ ...GST, amount: '4.50' }] })
})

test('a till return shows its share of the tax', async () => {
  const stock = await shop.stock(9, '33.30')
  const drawer = await fresh()
  const sold = fine(await drawer.sell(drawer.ticket(stock, 3, '99.90'))).body
  const [{ id }] = (await shop.order(sold.order_id)).lines
  const back = (quantity: number) => ({
    ...getTurn(drawer),
    lines: [{ order_line_id: id, quantity, resaleable: 0 }],
    reason: 'Broken',
  })
  fine(await shop.owner.post(`/api/admin/store/${shop.store}/ticket/${sold.id}/return`, back(1)))
  expect(await stated(sold.order_id)).toMatchObject({ taxes: [{ amount: '8.25', refunded: '2.75' }] })
  fine(await shop.owner.post(`/api/admin/store/${shop.store}/ticket/${sold.id}/return`, back(2)))
  expect(await stated(sold.order_id)).toMatchObject({ taxes: [{ amount: '8.25', refunded: '8.25' }] })
})

test('a ticket with a tax rule is written in as many statements as one without', async () => {
  const stock = await shop.stock(99, '10.00')
  const drawer = await fresh()
  const selling = async () => {
    const statements = await captureStatements(async () => fine(await drawer.sell(drawer.ticket(stock, 1, '10.00'))))
    // Statements after the commit are batched over many requests and run at their own time.
    return statements.slice(0, statements.indexOf('commit') + 1)
  }
  await selling()
  const taxed = await selling()
  await choose(null)
  await selling()
  expect((await selling()).length).toBe(taxed.length)
  expect(taxed.some((text) => text.includes('order_tax'))).toBe(true)
})

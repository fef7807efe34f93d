import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { countPages } from '../../../tests/support/pdf.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { store as stores } from 'stoa/plugins/stores'
import { createReceipt, readTicket } from '../services/receipt.ts'
import { type Counter, openCounter } from './counter.ts'

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(() => shop.it.close())

const at = (ticket: number, action: string) => `/api/admin/store/${shop.store}/ticket/${ticket}/${action}`
const sold = async (language = 'en-US') => {
  const stock = await shop.stock(20, '33.37')
  const drawer = await shop.open(shop.owner, await shop.another())
  const ticket = drawer.ticket(stock, 3, '100.11', { payments: [{ method: 'cash', amount: '100.10', tendered: '200.00' }] })
  return fine(await shop.owner.post(`/api/admin/store/${shop.store}/ticket?language=${language}`, ticket)).body
}
test('a receipt prints on an 80 mm roll with items, payments and change', async () => {
  const ticket = await sold()
  const answer = await shop.owner.get(at(ticket.id, 'receipt'))
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toContain('application/pdf')
  expect(countPages(answer.raw.rawPayload)).toBe(1)
  const store = await shop.it.kernel.resources.get(shop.it.ctx, stores, shop.store)
  const receipt = await createReceipt(shop.it.ctx, store, await readTicket(shop.it.ctx, shop.store, ticket.id))
  expect(receipt.page?.width).toBe(80)
  const receiptText = JSON.stringify(receipt.blocks)
  for (const word of [ticket.number, '3 × 33.37', '100.11', '−0.01', 'HKD 100.10', '200.00', '99.90']) expect(receiptText).toContain(word)
  const back = await shop.it.staff(['see all store', 'get store'])
  expect((await back.get(at(ticket.id, 'receipt'))).status).toBe(403)
  expect((await shop.owner.get(at(999_999, 'receipt'))).status).toBe(404)
})

test('a receipt is emailed once in the language of the sale, and the address is kept only with the email', async () => {
  const ticket = await sold('zh-HK')
  expect((await shop.owner.post(at(ticket.id, 'mail'), {})).body.messages).toHaveProperty('email')
  expect((await shop.owner.post(at(ticket.id, 'mail'), { email: 'nobody' })).status).toBe(422)
  const to = 'walkin@shop.test'
  const answers = await Promise.all(Array.from({ length: 3 }, () => shop.owner.post(at(ticket.id, 'mail'), { email: to })))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 429, 429])
  await shop.it.jobs()
  const sent = await shop.it.kernel.db.rows<{ subject: string; name: string; mime: string }>(
    sql`select m.subject, a.name, a.mime from mail m join mail_attachment a on a.mail_id = m.id`,
  )
  expect(sent).toEqual([{ subject: expect.stringContaining('收據'), name: `${ticket.number}.pdf`, mime: 'application/pdf' }])
  expect((await shop.order(ticket.order_id)).email).toBe('')
})

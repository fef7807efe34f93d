import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'stoa'
import { countPages, extractPdfText } from '../../../tests/support/pdf.ts'
import { checks } from '../checks.ts'
import { MAIL_ORDER } from '../services/enqueue-order-email.ts'
import { draft, sent, setting, type Setting } from './purchasing-fixture.ts'

let s: Setting
beforeAll(async () => {
  s = await setting()
})
afterAll(() => s.it.close())

test('a draft takes currency, rate, costs and supplier SKUs from its supplier, and has totals', async () => {
  const id = await draft(s, { tea: 10, pot: 2 }, { freight: '20', discount: '8' })
  const { body } = await s.buyer.get(`/api/admin/po/${id}`)
  expect(body).toMatchObject({
    status: 'draft',
    currency: 'USD',
    subtotal: '138.00',
    total: '150.00',
    // 150.00 / 0.128
    base_total: '1171.88',
  })
  expect(body.number).toMatch(/^PO\d{11}$/)
  expect(body.lines[0]).toMatchObject({ supplier_sku: 'W-TEA', unit_cost: '12.80', quantity: 10, received_quantity: 0 })
})

test('order numbers are unique, however many are created at once', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => draft(s, { tea: 1 })))
  const rows = await s.it.kernel.db.rows<{ number: string }>(
    sql`select distinct number from purchase_order where id = any(${ids}::bigint[])`,
  )
  expect(rows).toHaveLength(8)
})

test('a stock that cannot be ordered is refused at its line', async () => {
  const head = { supplier_id: s.supplier, warehouse_id: s.warehouse }
  const costless = await s.buyer.post('/api/admin/po', { ...head, lines: [{ stock_id: s.stock.pot, quantity: 1 }] })
  expect([costless.status, Object.keys(costless.body.messages)]).toEqual([422, ['lines.0.unit_cost']])
  const nothing = await s.buyer.post('/api/admin/po', { ...head, lines: [{ stock_id: s.stock.tea, quantity: 0 }] })
  expect(Object.keys(nothing.body.messages)).toEqual(['lines.0.quantity'])
  const gift = await s.buyer.post('/api/admin/po', { ...head, lines: [{ stock_id: s.stock.tea, quantity: 1, discount: '50' }] })
  expect([gift.status, Object.keys(gift.body.messages)]).toEqual([422, ['lines.0.discount']])
  const foreign = await s.buyer.post('/api/admin/po', { ...head, currency: 'XYZ', lines: [] })
  expect(Object.keys(foreign.body.messages)).toEqual(['currency'])
  const huge = await s.buyer.post('/api/admin/po', {
    ...head,
    lines: [{ stock_id: s.stock.tea, quantity: 1_000_000, unit_cost: '999999999.00' }],
  })
  expect(Object.keys(huge.body.messages)).toEqual(['lines.0.quantity'])
  const part = { stock_id: s.stock.tea, quantity: 1_000, unit_cost: '600000000.00' }
  const fields = async (more: object) =>
    Object.keys((await s.buyer.post('/api/admin/po', { ...head, exchange_rate: '1', ...more })).body.messages)
  expect(await fields({ lines: [part, { ...part, stock_id: s.stock.pot }] })).toEqual(['lines.1.quantity'])
  expect(await fields({ lines: [part], freight: '400000000000.00' })).toEqual(['freight'])
  expect(await fields({ lines: [part], exchange_rate: '0.00000001' })).toEqual(['lines.0.quantity'])
})

test('an empty order cannot be submitted', async () => {
  const id = await draft(s, {})
  const { status, body } = await s.buyer.post(`/api/admin/po/${id}/submit`)
  expect([status, Object.keys(body.messages)]).toEqual([422, ['lines']])
})

test('lines are frozen after submission; remark and expected date are not', async () => {
  const { id } = await sent(s, { tea: 6 })
  const { body: row } = await s.buyer.get(`/api/admin/po/${id}`)
  const refused = await s.buyer.put(`/api/admin/po/${id}`, { lines: [{ ...row.lines[0], quantity: 7 }], version: row.version })
  expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['lines']])
  expect((await s.buyer.put(`/api/admin/po/${id}`, { supplier_id: 999 })).status).toBe(422)
  const same = await s.buyer.put(`/api/admin/po/${id}`, { ...row, remark: 'Please ring', expected_at: '2027-01-05' })
  expect(same.status, JSON.stringify(same.body)).toBe(200)
  expect(same.body).toMatchObject({ remark: 'Please ring', expected_at: '2027-01-05', total: row.total })
  expect((await s.buyer.delete(`/api/admin/po/${id}`)).status).toBe(422)
})

test('an order at or above the limit needs another approver, and a rejected one can be revised', async () => {
  await s.buyer.put('/api/admin/settings/purchasing', { approval_limit: '1000.00' })
  const small = await draft(s, { tea: 1 })
  expect((await s.buyer.post(`/api/admin/po/${small}/submit`)).body.status).toBe('sent')
  // 10 × 12.80 / 0.128 = 1000.00
  const id = await draft(s, { tea: 10 })
  expect((await s.buyer.post(`/api/admin/po/${id}/submit`)).body.status).toBe('pending')
  const response = await s.buyer.post(`/api/admin/po/${id}/approve`)
  expect([response.status, response.body.code]).toEqual([403, 'OWN_ORDER'])
  expect((await s.boss.post(`/api/admin/po/${id}/reject`, {})).status).toBe(422)
  expect((await s.boss.post(`/api/admin/po/${id}/reject`, { reason: 'Too much' })).body.status).toBe('rejected')
  expect((await s.buyer.post(`/api/admin/po/${id}/revise`)).body.status).toBe('draft')
  await s.buyer.post(`/api/admin/po/${id}/submit`)
  expect((await s.buyer.post(`/api/admin/po/${id}/send`)).status).toBe(409)
  expect((await s.boss.post(`/api/admin/po/${id}/approve`)).body.status).toBe('approved')
  expect((await s.buyer.post(`/api/admin/po/${id}/send`)).body.status).toBe('sent')
  const { body } = await s.buyer.get(`/api/admin/po/${id}/view`)
  expect(body.history.map((h: any) => h.to_status)).toEqual(['pending', 'rejected', 'draft', 'pending', 'approved', 'sent'])
  expect(body.approver).not.toBe('')
  await s.buyer.put('/api/admin/settings/purchasing', { approval_limit: null })
})

test('a sent order is emailed once to its supplier, with a PDF in their language', async () => {
  const { id } = await sent(s, { tea: 6 })
  await s.it.jobs()
  await s.it.kernel.transaction(async (tx) => tx.enqueue(MAIL_ORDER, { id, nth: 1 }))
  await s.it.jobs()
  const { body } = await s.buyer.get(`/api/admin/po/${id}/view`)
  const mails = await s.it.kernel.db.rows<{ recipient: string; subject: string; name: string; content: Buffer }>(sql`
    select m.recipient, m.subject, a.name, a.content from mail m join mail_attachment a on a.mail_id = m.id where a.name = ${`${body.number}.pdf`}`)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ recipient: 'orders@westlake.test' })
  expect(mails[0]?.subject).toContain('採購單')
  const text = extractPdfText(mails[0]?.content ?? Buffer.of())
  for (const expectedText of ['採購單', body.number, 'West Lake 西湖茶業', 'tea 茶', 'W-TEA', '76.80']) expect(text).toContain(expectedText)
  expect((await s.buyer.post(`/api/admin/po/${id}/mail`)).status).toBe(200)
  await s.it.jobs()
  expect((await s.buyer.get(`/api/admin/po/${id}/view`)).body).toMatchObject({ mails_wanted: 2, mails_sent: 2 })
})

test('the PDF of an order is available in any language', async () => {
  const id = await draft(s, { tea: 6, milk: 3 })
  const { status, headers, raw } = await s.buyer.get(`/api/admin/po/${id}/pdf?language=en-US`)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/^inline; filename="PO\d+\.pdf"$/)
  expect(countPages(raw.rawPayload)).toBe(1)
  expect(extractPdfText(raw.rawPayload)).toContain('Purchase order (draft)')
  expect(extractPdfText(raw.rawPayload)).toContain('Page 1 of 1')
})

test('an order can be canceled while nothing was received', async () => {
  const { id } = await sent(s, { tea: 6 })
  expect((await s.buyer.post(`/api/admin/po/${id}/cancel`, { reason: 'Sold out' })).body.status).toBe('canceled')
  const incoming = await s.buyer.get(`/api/admin/po/incoming?ids=${s.stock.tea}`)
  expect(incoming.body.data.map((l: any) => l.po_id)).not.toContain(id)
})

test('a supplier with orders cannot be deleted, one without can', async () => {
  expect((await s.buyer.delete(`/api/admin/supplier/${s.supplier}`)).status).toBe(422)
  const { body } = await s.buyer.post('/api/admin/supplier', { code: 'NEW', name: 'New' })
  expect(body).toMatchObject({ currency: 'HKD', lead_time_days: 7 })
  expect((await s.buyer.delete(`/api/admin/supplier/${body.id}`)).status).toBe(200)
})

test('low stock is suggested in whole lots from the cheapest supplier, and ordered in one call', async () => {
  const dear = await s.buyer.post('/api/admin/supplier', {
    code: 'DEAR',
    name: 'Dear',
    currency: 'HKD',
    stocks: [{ stock_id: s.stock.milk, cost: '500.00' }],
  })
  await s.it.kernel.db.run(sql`update purchase_order set status = 'canceled' where status not in ('received', 'completed')`)
  const { body } = await s.buyer.get('/api/admin/po/suggest')
  const milk = body.data.find((l: any) => l.sku === 'milk-1')
  expect(milk).toMatchObject({ available: 0, incoming: 0, threshold: 5, supplier_id: s.supplier, quantity: 10 })
  expect(milk.offers).toHaveLength(2)
  expect(body.data.find((l: any) => l.sku === 'tea-1')).toMatchObject({ quantity: 12 })
  expect(body.data.find((l: any) => l.sku === 'pot-1')).toMatchObject({ supplier_id: null })
  expect((await s.buyer.get(`/api/admin/po/suggest?supplier_id=${dear.body.id}`)).body.data.map((l: any) => l.sku)).toEqual(['milk-1'])

  const order = {
    warehouse_id: s.warehouse,
    lines: [
      { stock_id: s.stock.tea, supplier_id: s.supplier, quantity: 12 },
      { stock_id: s.stock.milk, supplier_id: dear.body.id, quantity: 10 },
    ],
  }
  const key = { 'idempotency-key': 'suggest-once' }
  const first = await s.buyer.post('/api/admin/po/suggest', order, key)
  expect(first.status, JSON.stringify(first.body)).toBe(201)
  expect(first.body.data).toHaveLength(2)
  expect((await s.buyer.post('/api/admin/po/suggest', order, key)).body).toEqual(first.body)
  const made = await s.buyer.get(`/api/admin/po/${first.body.data[0].id}`)
  expect(made.body.lines[0]).toMatchObject({ quantity: 12, unit_cost: '12.80' })
  // Quantities in drafts, and in orders that wait for approval or sending, are not suggested again.
  const offered = async () => (await s.buyer.get('/api/admin/po/suggest')).body.data.map((l: any) => l.sku)
  expect(await offered()).not.toContain('tea-1')
  expect(await offered()).not.toContain('milk-1')
  const [draft] = first.body.data
  for (const status of ['pending', 'approved']) {
    await s.it.kernel.db.run(sql`update purchase_order set status = ${status} where id = ${draft.id}`)
    expect(await offered(), status).not.toContain('tea-1')
  }
  await s.it.kernel.db.run(sql`update purchase_order_line set quantity = 2 where po_id = ${draft.id}`)
  const rest = (await s.buyer.get('/api/admin/po/suggest')).body.data.find((l: any) => l.sku === 'tea-1')
  expect(rest).toMatchObject({ incoming: 0, planned: 2, quantity: 12 })
  await s.it.kernel.db.run(sql`update purchase_order_line set quantity = 12 where po_id = ${draft.id}`)
  await s.it.kernel.db.run(sql`update purchase_order set status = 'canceled' where id = ${draft.id}`)
  expect(await offered()).toContain('tea-1')
  const wrong = await s.buyer.post('/api/admin/po/suggest', { ...order, lines: [{ ...order.lines[0], quantity: 0 }] })
  expect([wrong.status, Object.keys(wrong.body.messages)]).toEqual([422, ['lines.0.quantity']])
})

test("stocks to order have the supplier's terms, and those requested by id are returned whatever the search", async () => {
  const get = (query: string) => s.buyer.get(`/api/admin/po/${query}`)
  const { data } = (await get(`stocks?q=tea&supplier_id=${s.supplier}`)).body
  expect(data).toMatchObject([{ id: s.stock.tea, cost: '12.80', supplier_sku: 'W-TEA', min_qty: 6, options: '' }])
  expect((await get('stocks?q=pot')).body.data).toMatchObject([{ id: s.stock.pot, cost: null, supplier_sku: '', min_qty: 1 }])
  const named = (await get(`stocks?ids=${s.stock.milk},${s.stock.tea}&q=nothing`)).body.data
  expect(named.map((l: any) => l.id).sort()).toEqual([s.stock.tea, s.stock.milk].sort())
  const refused = async (query: string) => Object.keys((await get(query)).body.messages)
  expect(await refused('stocks?ids=tea')).toEqual(['ids'])
  expect(await refused('stocks?supplier_id=0')).toEqual(['supplier_id'])
  expect(await refused('incoming')).toEqual(['ids'])
})

test('incoming units of a product are listed by order', async () => {
  const { id } = await sent(s, { tea: 6 })
  const { product_id } = (await s.buyer.get(`/api/admin/po/${id}/view`)).body.lines[0]
  const { data } = (await s.buyer.get(`/api/admin/po/incoming?product_id=${product_id}`)).body
  expect(data).toMatchObject([{ po_id: id, sku: 'tea-1', quantity: 6, expected_at: expect.stringMatching(/^20\d\d-/) }])
})

test('the invariant checks hold', async () => {
  for (const check of Object.values(checks)) expect(await check(s.it.kernel)).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fine } from '../../../tests/support/selling-shop.ts'
import { checks } from '../checks.ts'
import { PURCHASING } from '../index.ts'
import { onHand, draft, sent, setting, type Setting } from './purchasing-fixture.ts'

/** Supplier terms, and which of them an order takes over. */
let s: Setting
beforeAll(async () => {
  s = await setting()
})
afterAll(() => s.it.close())

const put = (id: number, body: object) => s.buyer.put(`/api/admin/po/${id}`, body)
const order = async (id: number) => fine(await s.buyer.get(`/api/admin/po/${id}`)).body
const refused = ({ status, body }: { status: number; body: any }) => [status, ...Object.keys(body.messages ?? {})]
const post = (id: number, lines: object[], more: object = {}) => s.buyer.post(`/api/admin/po/${id}/receipt`, { lines, ...more })

describe('a draft', () => {
  test('keeps a given cost and SKU, and otherwise takes those of the supplier', async () => {
    const head = { supplier_id: s.supplier, warehouse_id: s.warehouse }
    const lines = [
      { stock_id: s.stock.tea, quantity: 2, unit_cost: '11.00', supplier_sku: 'OTHER' },
      { stock_id: s.stock.milk, quantity: 1 },
    ]
    const { id, ...made } = fine(await s.buyer.post('/api/admin/po', { ...head, lines })).body
    expect(made.lines.map((l: any) => [l.supplier_sku, l.unit_cost])).toEqual([
      ['OTHER', '11.00'],
      ['', '2.00'],
    ])
    // Existing lines do not take the supplier's current cost.
    const { stocks } = fine(await s.buyer.get(`/api/admin/supplier/${s.supplier}`)).body
    const terms = (cost: string) =>
      s.buyer.put(`/api/admin/supplier/${s.supplier}`, { stocks: [{ id: stocks[0].id, cost }, { id: stocks[1].id }] })
    fine(await terms('99.00'))
    const updatedOrder = fine(await put(id, { lines: made.lines.map((l: any) => ({ id: l.id, quantity: 3 })) })).body
    expect(updatedOrder).toMatchObject({ subtotal: '39.00', lines: [{ unit_cost: '11.00' }, { unit_cost: '2.00' }] })
    fine(await terms('12.80'))
  })

  test('changed to another currency takes its current rate, even if a form sends the old one; a later rate stays', async () => {
    const id = await draft(s, { tea: 10 })
    expect(await order(id)).toMatchObject({ currency: 'USD', total: '128.00', base_total: '1000.00' })
    expect(fine(await put(id, { currency: 'hkd', exchange_rate: '0.128' })).body).toMatchObject({
      currency: 'HKD',
      total: '128.00',
      base_total: '128.00',
    })
    expect(fine(await put(id, { exchange_rate: '2' })).body.base_total).toBe('64.00')
    expect(fine(await put(id, { remark: 'x' })).body.base_total).toBe('64.00')
    expect(refused(await put(id, { currency: 'XYZ' }))).toEqual([422, 'currency'])
  })

  test("falls back to the supplier's currency when its own is cleared", async () => {
    const id = await draft(s, { tea: 10 }, { currency: 'HKD' })
    expect(await order(id)).toMatchObject({ currency: 'HKD', base_total: '128.00' })
    expect(fine(await put(id, { currency: '' })).body).toMatchObject({ currency: 'USD', total: '128.00', base_total: '1000.00' })
  })

  test('can be deleted; a sent order cannot, a canceled one can', async () => {
    const draftId = await draft(s, { tea: 1 })
    fine(await s.buyer.delete(`/api/admin/po/${draftId}`))
    const { id } = await sent(s, { tea: 1 })
    expect((await s.buyer.delete(`/api/admin/po/${id}`)).status).toBe(422)
    fine(await s.buyer.post(`/api/admin/po/${id}/cancel`, { reason: 'x' }))
    fine(await s.buyer.delete(`/api/admin/po/${id}`))
  })

  test.each([
    ['discount', '1.00'],
    ['freight', '1.00'],
    ['currency', 'HKD'],
    ['exchange_rate', '3'],
  ])('cannot change its %s once submitted', async (field, value) => {
    const { id } = await sent(s, { tea: 1 })
    expect(refused(await put(id, { [field]: value }))).toEqual([422, field])
    const now = await order(id)
    // Sending the unchanged value is not rejected.
    fine(await put(id, { [field]: now[field], lines: now.lines, version: now.version }))
  })
})

describe('a supplier', () => {
  test('has a supported currency in capitals, the base currency by default, and a unique code', async () => {
    const make = (body: object) => s.buyer.post('/api/admin/supplier', { name: 'X', ...body })
    expect(fine(await make({ code: 'A1', currency: 'cny' })).body.currency).toBe('CNY')
    const plain = fine(await make({ code: 'A2' })).body
    expect(plain).toMatchObject({ currency: 'HKD', payment_terms_days: 30, paper_language: 'zh-HK' })
    expect(fine(await s.buyer.put(`/api/admin/supplier/${plain.id}`, { currency: '' })).body.currency).toBe('HKD')
    expect(refused(await make({ code: 'A3', currency: 'XYZ' }))).toEqual([422, 'currency'])
    expect(refused(await make({ code: 'A1' }))).toEqual([422, 'code'])
    expect(refused(await make({ code: 'A4', payment_terms_days: 366 }))).toEqual([422, 'payment_terms_days'])
    const twice = [1, 2].map(() => ({ stock_id: s.stock.tea, cost: '1.00' }))
    expect((await make({ code: 'A5', stocks: twice })).status).toBe(422)
  })
})

describe('a purchase suggestion', () => {
  const suggest = async (query = '') => fine(await s.buyer.get(`/api/admin/po/suggest${query}`)).body.data
  test('counts incoming units, but none of canceled or closed orders', async () => {
    const line = async () => (await suggest()).find((row: any) => row.sku === 'pot-1')
    expect(await line()).toMatchObject({ available: 0, incoming: 0, quantity: 10 })
    const canceled = await sent(s, { pot: 50 })
    fine(await s.buyer.post(`/api/admin/po/${canceled.id}/cancel`, { reason: 'x' }))
    expect((await line()).incoming).toBe(0)
    const under = await sent(s, { pot: 4 })
    expect(await line()).toMatchObject({ incoming: 4, quantity: 6 })
    fine(await post(under.id, [{ po_line_id: under.line.pot, rejected: 1, reason: 'Broken' }]))
    expect((await line()).incoming).toBe(3)
    fine(await s.buyer.post(`/api/admin/po/${under.id}/short`, { reason: 'No more' }))
    expect((await line()).incoming).toBe(0)
    const enough = await sent(s, { pot: 6 })
    expect(await line()).toBeUndefined()
    const { incoming } = s.it.kernel.get(PURCHASING)
    expect(await incoming(s.it.kernel.db, [s.stock.pot ?? 0, s.stock.milk ?? 0])).toEqual(new Map([[s.stock.pot, 6]]))
    fine(await s.buyer.post(`/api/admin/po/${enough.id}/cancel`, { reason: 'x' }))
  })

  test('names the cheapest supplier in the base currency, then the fastest, never a disabled one', async () => {
    const offer = (code: string, cost: string, currency: string, lead_time_days: number) =>
      s.buyer.post('/api/admin/supplier', { code, name: code, currency, lead_time_days, stocks: [{ stock_id: s.stock.milk, cost }] })
    // 2.00 USD is 15.63 HKD.
    const expensiveId = fine(await offer('D1', '15.64', 'HKD', 1)).body.id
    const findSupplierId = async () => (await suggest()).find((row: any) => row.sku === 'milk-1')?.supplier_id
    expect(await findSupplierId()).toBe(s.supplier)
    const cheaper = fine(await offer('D2', '15.62', 'HKD', 9)).body.id
    expect(await findSupplierId()).toBe(cheaper)
    const quicker = fine(await offer('D3', '15.62', 'HKD', 2)).body.id
    expect(await findSupplierId()).toBe(quicker)
    for (const id of [quicker, cheaper]) fine(await s.buyer.put(`/api/admin/supplier/${id}`, { enabled: false }))
    expect(await findSupplierId()).toBe(s.supplier)
    expect((await suggest(`?supplier_id=${expensiveId}`)).map((row: any) => [row.sku, row.supplier_id, row.offers.length])).toEqual([
      ['milk-1', expensiveId, 1],
    ])
  })

  test('omits untracked, deleted and virtual products', async () => {
    const make = async (sku: string, more: object) =>
      fine(
        await s.buyer.post('/api/admin/product', {
          name: sku,
          sku,
          url: sku.toLowerCase(),
          stocks: [{ sku: `${sku}-1`, price: '1.00', stock_notification: 5 }],
          ...more,
        }),
      ).body
    await make('NOCOUNT', { track_inventories: false })
    await make('VIRTUAL', { type: 'virtual' })
    const deletedProduct = await make('GONE', {})
    fine(await s.buyer.delete(`/api/admin/product/${deletedProduct.id}`))
    await make('LOW', {})
    const skus = (await suggest()).map((row: any) => row.sku)
    expect(skus).toContain('LOW-1')
    for (const sku of ['NOCOUNT-1', 'VIRTUAL-1', 'GONE-1']) expect(skus).not.toContain(sku)
  })
})

describe('a received cost', () => {
  test('is compared with the agreed net unit cost, which staff see', async () => {
    const head = { supplier_id: s.supplier, warehouse_id: s.warehouse }
    const lines = [{ stock_id: s.stock.tea, quantity: 10, unit_cost: '10.00', discount: '30.00' }]
    const received = async (unit_cost: string) => {
      const { id } = fine(await s.buyer.post('/api/admin/po', { ...head, lines })).body
      fine(await s.buyer.post(`/api/admin/po/${id}/submit`))
      const [line] = fine(await s.buyer.get(`/api/admin/po/${id}/view`)).body.lines
      expect(line).toMatchObject({ unit_cost: '10.00', net_cost: '7.00', total: '70.00' })
      return fine(await post(id, [{ po_line_id: line.id, accepted: 10, unit_cost }])).body.status
    }
    expect([await received('7.00'), await received('7.70'), await received('6.30')]).toEqual(['received', 'received', 'received'])
    expect([await received('7.71'), await received('10.00')]).toEqual(['abnormal', 'abnormal'])
  })
})

describe('a receipt', () => {
  test('with an invalid line is refused as a whole: nothing is stored, and no number is used', async () => {
    const { id, line } = await sent(s, { tea: 5, milk: 5 })
    const before = await onHand(s, 'tea')
    expect(
      refused(
        await post(id, [
          { po_line_id: line.tea, accepted: 2 },
          { po_line_id: line.milk, accepted: 1 },
        ]),
      ),
    ).toEqual([422, 'lines.1.expiry_date'])
    expect(await onHand(s, 'tea')).toBe(before)
    const other = await sent(s, { tea: 1 })
    expect(refused(await post(id, [{ po_line_id: other.line.tea, accepted: 1 }]))).toEqual([422, 'lines.0.po_line_id'])
    expect(fine(await s.buyer.get(`/api/admin/goods_receipt?po_id=${id}`)).body.total).toBe(0)
  })

  test('stores its delivery note, day, receiver, and each line with its lot', async () => {
    const { id, line } = await sent(s, { milk: 5 })
    const { body } = await post(
      id,
      [{ po_line_id: line.milk, accepted: 2, rejected: 1, reason: 'Warm', expiry_date: '2099-01-31', lot_code: ' L7 ' }],
      { delivery_note: 'DN-1' },
    )
    const receipt = fine(await s.buyer.get(`/api/admin/goods_receipt/${body.id}`)).body
    expect(receipt).toMatchObject({ po_id: id, delivery_note: 'DN-1', number: body.number, received_by: expect.any(Number) })
    expect(receipt.lines).toMatchObject([
      { accepted: 2, rejected: 1, reason: 'Warm', expiry_date: '2099-01-31', lot_code: 'L7', unit_cost: '2.00', base_unit_cost: '15.63' },
    ])
    expect((await s.buyer.put(`/api/admin/goods_receipt/${body.id}`, { delivery_note: 'x' })).status).toBe(404)
    expect((await s.buyer.delete(`/api/admin/goods_receipt/${body.id}`)).status).toBe(404)
  })

  test('a payment can be deleted while its order is open, and the amount is due again', async () => {
    const { id, line } = await sent(s, { tea: 1 })
    fine(await post(id, [{ po_line_id: line.tea, accepted: 1 }]))
    const paid = fine(await s.buyer.post('/api/admin/supplier_payment', { po_id: id, amount: '12.80', paid_at: '2026-11-21' })).body
    const money = async () => {
      const { due, paid: so } = fine(await s.buyer.get(`/api/admin/po/${id}/view`)).body
      return [due, so]
    }
    expect(await money()).toEqual(['12.80', '12.80'])
    fine(await s.buyer.delete(`/api/admin/supplier_payment/${paid.id}`))
    expect(await money()).toEqual(['12.80', '0.00'])
    expect((await s.buyer.post(`/api/admin/po/${id}/close`)).status).toBe(422)
  })

  test('afterwards the invariant checks hold', async () => {
    for (const [name, check] of Object.entries(checks)) expect(await check(s.it.kernel), name).toEqual([])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { newestMail } from '../../../tests/support/mails.ts'
import { extractPdfText } from '../../../tests/support/pdf.ts'
import { fine } from '../../../tests/support/selling-shop.ts'
import { draft, sent, setting, type Setting } from './purchasing-fixture.ts'

/** The purchase order document for the supplier. */
let s: Setting
beforeAll(async () => {
  s = await setting()
})
afterAll(() => s.it.close())

const basic = (values: Record<string, unknown>) => s.it.kernel.settings.write(s.it.kernel, s.it.ctx, 'basic', values, 'en-US')
const readPdfLines = async (id: number, language = 'en-US') =>
  extractPdfText(fine(await s.buyer.get(`/api/admin/po/${id}/pdf?language=${language}`)).raw.rawPayload).split('\n')
/** The text next to a label in the document. */
const beside = (lines: readonly string[], word: string) => lines[lines.indexOf(word) + 1]

describe('the dates of an order document', () => {
  test.each(['Asia/Hong_Kong', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'the expected date is the stored day in any time zone (%s)',
    async (time_zone) => {
      await basic({ time_zone })
      const id = await draft(s, { tea: 1 }, { expected_at: '2027-03-01' })
      expect(beside(await readPdfLines(id), 'Expected date')).toBe('March 1, 2027')
      expect(beside(await readPdfLines(id, 'zh-HK'), '預計到貨')).toBe('2027年3月1日')
    },
  )

  test.each([
    ['Asia/Hong_Kong', 'January 1, 2027'],
    ['America/Los_Angeles', 'December 31, 2026'],
  ])("the order date is the day in the shop's time zone (%s)", async (time_zone, day) => {
    await basic({ time_zone })
    const { id } = await sent(s, { tea: 1 })
    await s.it.kernel.db.run(sql`update purchase_order set ordered_at = '2026-12-31T18:00:00Z' where id = ${id}`)
    expect(beside(await readPdfLines(id), 'Date')).toBe(day)
  })

  test("without an expected date, a sent order gets the supplier's lead time, counted from the shop's current day", async () => {
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await basic({ time_zone })
      const { id } = await sent(s, { tea: 1 })
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(new Date())
      const expectedDate = new Date(Date.parse(today) + 14 * 86_400_000).toISOString().slice(0, 10)
      expect(fine(await s.buyer.get(`/api/admin/po/${id}`)).body.expected_at, time_zone).toBe(expectedDate)
    }
    const datedOrder = await sent(s, { tea: 1 }, { expected_at: '2030-01-01' })
    expect(fine(await s.buyer.get(`/api/admin/po/${datedOrder.id}`)).body.expected_at).toBe('2030-01-01')
    await basic({ time_zone: 'Asia/Hong_Kong' })
  })
})

describe('the amounts of an order document', () => {
  beforeEach(() => basic({ time_zone: 'Asia/Hong_Kong' }))

  test('each line has quantity, unit cost, discount and total; the totals show discount and freight', async () => {
    const lines = [
      { stock_id: s.stock.tea, quantity: 100, unit_cost: '12.80', discount: '80.00' },
      { stock_id: s.stock.milk, quantity: 1, unit_cost: '1280.50' },
    ]
    const head = { supplier_id: s.supplier, warehouse_id: s.warehouse, discount: '0.50', freight: '20.00', remark: 'Ring <twice> & wait' }
    const { id, number } = fine(await s.buyer.post('/api/admin/po', { ...head, lines })).body
    const read = await readPdfLines(id)
    const from = read.indexOf('#')
    expect(read.slice(from, read.indexOf('Ring <twice> & wait'))).toEqual([
      ...['#', 'Item', 'Quantity', 'Unit cost', 'Discount', 'Amount'],
      ...['1', 'tea', 'W-TEA · tea-1', '100', '12.80', '−80.00', '1,200.00'],
      ...['2', 'milk', 'milk-1', '1', '1,280.50', '1,280.50'],
      ...['Subtotal', '2,480.50', 'Discount', '−0.50', 'Freight', '20.00', 'Total', 'USD 2,500.00'],
    ])
    expect(beside(read, 'Number')).toBe(number)
    expect(beside(read, 'Payment terms')).toBe('within 30 days')
  })

  test('without discount and freight there is no column and no line for them', async () => {
    const read = await readPdfLines(await draft(s, { tea: 2 }))
    expect(read).not.toContain('Discount')
    expect(read).not.toContain('Freight')
    expect(beside(read, 'Total')).toBe('USD 25.60')
  })

  test('it is marked as a draft until it is sent', async () => {
    const id = await draft(s, { tea: 2 })
    expect(await readPdfLines(id)).toContain('Purchase order (draft)')
    fine(await s.buyer.post(`/api/admin/po/${id}/submit`))
    expect(await readPdfLines(id)).toContain('Purchase order')
    expect(await readPdfLines(id)).not.toContain('Purchase order (draft)')
  })

  test("an unsupported language falls back to the shop's", async () => {
    expect(await readPdfLines(await draft(s, { tea: 2 }), 'fr-FR')).toContain('Purchase order (draft)')
    expect((await s.buyer.get('/api/admin/po/999999/pdf')).status).toBe(404)
  })
})

describe('the order email', () => {
  test('is sent only to suppliers with an email address, in their language, with number and total', async () => {
    const { id } = await sent(s, { tea: 100 })
    await s.it.jobs()
    const { number } = fine(await s.buyer.get(`/api/admin/po/${id}`)).body
    const mail = await newestMail(s.it, 'orders@westlake.test')
    expect(mail?.subject).toContain(number)
    expect(mail?.text_body).toContain('USD 1,280.00')
    expect(mail?.text_body).toContain('West Lake 西湖茶業')

    const quiet = fine(
      await s.buyer.post('/api/admin/supplier', { code: 'QUIET', name: 'Quiet', stocks: [{ stock_id: s.stock.tea, cost: '1.00' }] }),
    ).body
    const silent = await sent(s, { tea: 1 }, { supplier_id: quiet.id })
    await s.it.jobs()
    expect(fine(await s.buyer.get(`/api/admin/po/${silent.id}`)).body).toMatchObject({ mails_wanted: 0, mails_sent: 0 })
    expect((await s.buyer.post(`/api/admin/po/${silent.id}/mail`)).status).toBe(409)
    // Once the supplier has an address, the order can be emailed.
    fine(await s.buyer.put(`/api/admin/supplier/${quiet.id}`, { email: 'quiet@supplier.test', paper_language: 'en-US' }))
    fine(await s.buyer.post(`/api/admin/po/${silent.id}/mail`))
    await s.it.jobs()
    expect((await newestMail(s.it, 'quiet@supplier.test'))?.subject).toContain('urchase order')
  })
})

import { beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { countPages, extractPdfText } from '../../../tests/support/pdf.ts'

const shop = suite(['labels', 'runs', 'inventory'])
const RIGHTS = ['print barcode']
const ids: number[] = []

beforeAll(async () => {
  const stocks = Array.from({ length: 50 }, (_, i) => ({ sku: `TEA-${i}`, price: '12', values: { Size: `${i}` }, inventories: [] }))
  const made = await shop.owner.post('/api/admin/product', { name: 'Longjing tea', sku: 'TEA', url: 'tea', stocks })
  ids.push(...made.body.stocks.map(({ id }: { id: number }) => id))
})

const each = (quantity: number, stocks = ids) => stocks.map((id) => ({ id, quantity }))
const parts = async (id: number) =>
  (await shop.it.kernel.db.one<{ n: number }>(sql`select count(*) as n from run_part where run_id = ${id}`))?.n

test('a large label print is a background job, and only the person who started it can download the file', async () => {
  const printer = await shop.it.staff(RIGHTS)
  const begun = await printer.post('/api/admin/product/barcode/run', { stocks: each(60), start: 3 })
  expect(begun.status, JSON.stringify(begun.body)).toBe(202)
  const at = `/api/admin/run/${begun.body.id}`
  expect((await printer.get(`${at}/file`)).body.code).toBe('WRONG_STATE')
  await shop.it.jobs()
  const pages = Math.ceil((2 + 3_000) / 24)
  expect((await printer.get(at)).body).toMatchObject({
    title: 'Barcode labels',
    status: 'completed',
    done: 3_000,
    total: 3_000,
    file: 'Stocks Barcodes.pdf',
    said: [`3000 labels on ${pages} pages printed.`],
    stays: false,
  })
  const { headers, raw } = await printer.get(`${at}/file`)
  expect(headers['content-type']).toBe('application/pdf')
  expect(headers['content-disposition']).toBe('attachment; filename="Stocks Barcodes.pdf"')
  expect(raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(countPages(raw.rawPayload)).toBe(pages)
  expect(extractPdfText(raw.rawPayload).match(/TEA-49\b/g)).toHaveLength(60)

  expect((await (await shop.it.staff(RIGHTS)).get(`${at}/file`)).status).toBe(404)
  // Staff who may list the runs of others see the run but not its file.
  const watcher = await shop.it.staff([...RIGHTS, 'list run'])
  expect((await watcher.get(at)).body).toMatchObject({ status: 'completed', file: null })
  expect((await watcher.get(`${at}/file`)).body.code).toBe('FORBIDDEN')
})

test('a long print reports its progress while drawing, and leaves no file when it is stopped', async () => {
  const printer = await shop.it.staff(RIGHTS)
  const { id } = (await printer.post('/api/admin/product/qrcode/run', { stocks: each(1_000) })).body
  const at = `/api/admin/run/${id}`
  const working = shop.it.jobs()
  const far = await vi.waitFor(
    async () => {
      const { body } = await printer.get(at)
      expect(body).toMatchObject({ status: 'processing', total: 50_000, file: null })
      expect(await parts(id)).toBeGreaterThan(0)
      return body.done
    },
    { timeout: 20_000, interval: 50 },
  )
  expect(far).toBeGreaterThan(0)
  expect(far).toBeLessThan(50_000)
  expect((await printer.post(`${at}/cancel`)).body.stopping).toBe(true)
  await working
  expect((await printer.get(at)).body).toMatchObject({ status: 'canceled', file: null, said: ['Stopped before it finished.'] })
  expect((await printer.get(`${at}/file`)).body.code).toBe('WRONG_STATE')
  expect(await parts(id)).toBe(0)
})

test('a stopped print starts over when it is resumed', async () => {
  const { id } = (await shop.owner.post('/api/admin/product/barcode/run', { stocks: each(48, ids.slice(0, 1)), layout: 'roll_62' })).body
  await shop.owner.post(`/api/admin/run/${id}/cancel`)
  await shop.owner.post(`/api/admin/run/${id}/resume`)
  await shop.it.jobs()
  expect(countPages((await shop.owner.get(`/api/admin/run/${id}/file`)).raw.rawPayload)).toBe(48)
})

test.each([
  ['more labels than a long print holds', { stocks: each(1_000, [1, ...Array.from({ length: 50 }, (_, i) => i + 2)]) }, 'stocks'],
  ['a stock that is none', { stocks: [{ id: 999_999, quantity: 1 }] }, 'stocks.0.id'],
  ['a label beyond the sheet', { stocks: [{ id: 1, quantity: 1 }], start: 25 }, 'start'],
])('%s is rejected by field, and no print starts', async (_description, body, field) => {
  const printer = await shop.it.staff(RIGHTS)
  const { status, body: answer } = await printer.post('/api/admin/product/barcode/run', body)
  expect(status).toBe(422)
  expect(Object.keys(answer.messages)).toEqual([field])
  expect((await printer.get('/api/admin/run')).body.total).toBe(0)
})

test('a label that can no longer be printed fails a long print with the reason', async () => {
  const { id } = (await shop.owner.post('/api/admin/product/barcode/run', { stocks: each(2, ids.slice(0, 1)) })).body
  await shop.it.kernel.db.run(sql`update stock set barcode = '杯子' where id = ${ids[0] ?? 0}`)
  await shop.it.jobs()
  expect((await shop.owner.get(`/api/admin/run/${id}`)).body).toMatchObject({
    status: 'abnormal',
    file: null,
    said: [expect.stringContaining('杯子')],
  })
})

test('staff without print permissions cannot start a long print', async () => {
  const other = await shop.it.staff(['get product'])
  expect((await other.post('/api/admin/product/barcode/run', { stocks: each(1) })).status).toBe(403)
})

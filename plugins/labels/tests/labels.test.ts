import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../../tests/support/app.ts'
import { countPages, extractPdfText } from '../../../tests/support/pdf.ts'
import { layouts, pageCount } from '../domain/layouts.ts'
import { barcodeKind, barcodeProblem } from '../domain/symbology.ts'

let it: TestApp
let printer: Client
const stocks: Record<string, number> = {}
beforeAll(async () => {
  it = await testApp(['labels', 'inventory'])
  const owner = await it.staff('owner')
  printer = await it.staff(['print qrcode'])
  const { body } = await owner.post('/api/admin/product', {
    name: { 'en-US': 'Longjing tea', 'zh-HK': '龍井綠茶' },
    sku: 'TEA',
    url: 'tea',
    stocks: [
      { sku: 'TEA-50', barcode: '4006381333931', price: '1280', special_price: '980.50', values: { Weight: '50 g' }, inventories: [] },
      { sku: 'TEA-100', price: '240', values: { Weight: '100 g' }, inventories: [] },
    ],
  })
  for (const s of body.stocks) stocks[s.sku] = s.id
  const named = await owner.post('/api/admin/product', {
    name: 'Cup',
    sku: '杯子',
    url: 'cup',
    stocks: [{ sku: '杯子-1', price: '20', inventories: [] }],
  })
  stocks.cup = named.body.stocks[0].id
})
afterAll(() => it.close())

describe('a code is printed', () => {
  test('as EAN or UPC only when its check digit is right', () => {
    expect(barcodeKind('4006381333931')).toBe('ean13')
    expect(barcodeKind('036000291452')).toBe('upca')
    expect(barcodeKind('96385074')).toBe('ean8')
    expect(barcodeKind('4006381333932')).toBe('code128')
    expect(barcodeKind('TEA-50')).toBe('code128')
  })
  test('as a barcode only with characters that barcodes can encode, and if it fits', () => {
    expect(barcodeProblem('TEA-50', 58)).toBeUndefined()
    expect(barcodeProblem('杯子', 58)).toBe('letters')
    expect(barcodeProblem('A'.repeat(60), 58)).toBe('length')
    expect(barcodeProblem('1'.repeat(44), 58)).toBeUndefined()
  })
})

test('page numbers follow from the first label position', () => {
  expect(pageCount(layouts[0], 0, 24)).toBe(1)
  expect(pageCount(layouts[0], 1, 24)).toBe(2)
  expect(pageCount(layouts[2], 0, 5)).toBe(5)
})

test('barcodes are returned as the file the specification names, with name, options, price and code', async () => {
  const answer = await printer.post('/api/admin/product/barcode', { stocks: [{ id: stocks['TEA-50'], quantity: 3 }], language: 'zh-HK' })
  expect(answer.status, String(answer.body)).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="Stocks Barcodes.pdf"')
  expect(answer.headers['content-type']).toBe('application/pdf')
  const text = extractPdfText(answer.raw.rawPayload)
  for (const expectedText of ['龍井綠茶', '50 g', 'HK$980.50', '4006381333931'])
    expect(text.split(expectedText), expectedText).toHaveLength(4)
})

test('QR codes are returned in their own file, on the requested layout', async () => {
  const { status, headers, raw } = await printer.post('/api/admin/product/qrcode', {
    stocks: [
      { id: stocks['TEA-100'], quantity: 2 },
      { id: stocks.cup, quantity: 1 },
    ],
    layout: 'roll_62',
  })
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="Stocks QR Codes.pdf"')
  expect(countPages(raw.rawPayload)).toBe(3)
  expect(extractPdfText(raw.rawPayload)).toContain('Longjing tea')
})

test('printing can start at any label of a sheet', async () => {
  const { raw } = await printer.post('/api/admin/product/barcode', { stocks: [{ id: stocks['TEA-50'], quantity: 2 }], start: 24 })
  expect(countPages(raw.rawPayload)).toBe(2)
})

test('an empty selection is rejected with the message of the specification', async () => {
  for (const body of [{}, { stocks: [] }]) {
    const { status, body: answer } = await printer.post('/api/admin/product/barcode', body)
    expect(status).toBe(422)
    expect(answer.messages).toEqual({ stocks: ['Please select at least one stock'] })
  }
})

test.each([
  ['no copies', { stocks: [{ id: 1, quantity: 0 }] }, 'stocks.0.quantity'],
  ['too many copies', { stocks: [{ id: 1, quantity: 1_001 }] }, 'stocks.0.quantity'],
  [
    'too many labels',
    {
      stocks: [
        { id: 1, quantity: 1_000 },
        { id: 2, quantity: 1_000 },
        { id: 3, quantity: 1 },
      ],
    },
    'stocks',
  ],
  ['a stock that is none', { stocks: [{ id: 999_999, quantity: 1 }] }, 'stocks.0.id'],
  ['an id that is none', { stocks: [{ id: 'x', quantity: 1 }] }, 'stocks.0.id'],
  ['a list of nothing', { stocks: [null] }, 'stocks.0'],
  ['a paper nobody makes', { stocks: [{ id: 1, quantity: 1 }], layout: 'a3' }, 'layout'],
  ['a label beyond the sheet', { stocks: [{ id: 1, quantity: 1 }], start: 25 }, 'start'],
])('%s is rejected by field', async (_description, body, field) => {
  const { status, body: answer } = await printer.post('/api/admin/product/barcode', body)
  expect(status).toBe(422)
  expect(Object.keys(answer.messages)).toEqual([field])
})

test('a code that a barcode cannot encode is rejected, but can be a QR code', async () => {
  const refused = await printer.post('/api/admin/product/barcode', { stocks: [{ id: stocks.cup, quantity: 1 }] })
  expect(refused.status).toBe(422)
  expect(refused.body.messages['stocks.0.id'][0]).toContain('杯子-stock1')
  expect((await printer.post('/api/admin/product/qrcode', { stocks: [{ id: stocks.cup, quantity: 1 }] })).status).toBe(200)
})

test('stocks are found by names in any language, with a scanned code first, and by lists of codes', async () => {
  expect((await printer.get(`/api/admin/product/label?q=${encodeURIComponent('綠茶')}`)).body.data).toHaveLength(2)
  expect((await printer.get('/api/admin/product/label?q=4006381333931')).body.data[0]).toMatchObject({
    sku: 'TEA-50',
    options: 'Weight: 50 g',
  })
  const { body } = await printer.post('/api/admin/product/label/codes', { codes: ['tea-100', ' 4006381333931 ', 'nothing'] })
  expect(body.data.map((s: any) => s.sku)).toEqual(['TEA-50', 'TEA-100'])
  expect(body.missing).toEqual(['nothing'])
})

test('staff without print permissions get 403', async () => {
  const other = await it.staff(['get product'])
  expect((await other.post('/api/admin/product/barcode', { stocks: [{ id: 1, quantity: 1 }] })).status).toBe(403)
  expect((await other.get('/api/admin/product/label')).status).toBe(403)
})

test('without the runs plugin a long print cannot be started', async () => {
  expect((await printer.post('/api/admin/product/barcode/run', { stocks: [{ id: stocks['TEA-50'], quantity: 1 }] })).status).toBe(404)
})

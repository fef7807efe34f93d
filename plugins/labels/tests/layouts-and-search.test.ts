import fc from 'fast-check'
import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'
import { labelCount, labelsFrom, withOneMore, withStocks } from '../admin/print/choice.ts'
import { findLayout, layouts, pageCount, countPerPage } from '../domain/layouts.ts'
import { barcodeKind, barcodeProblem, hasCheckDigit } from '../domain/symbology.ts'

/** Which stocks can be selected for printing, and what fits on a label. */
const shop = suite(['labels', 'inventory'])
const product = async (sku: string, stocks: object[], more: object = {}) => {
  const { status, body } = await shop.owner.post('/api/admin/product', { name: sku, sku, url: sku.toLowerCase(), stocks, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const found = async (q: string) =>
  (await shop.owner.get(`/api/admin/product/label?q=${encodeURIComponent(q)}`)).body.data.map((row: { sku: string }) => row.sku) as string[]

test('every label layout fits its page, and an unknown layout is not found', () => {
  for (const l of layouts) {
    expect(l.left + l.columns * l.width + (l.columns - 1) * l.gapX, l.id).toBeLessThanOrEqual(l.page.width)
    expect(l.top + l.rows * l.height + (l.rows - 1) * l.gapY, l.id).toBeLessThanOrEqual(l.page.height)
    expect(findLayout(l.id)).toBe(l)
    expect(Math.min(l.gapX, l.gapY)).toBeGreaterThanOrEqual(0)
  }
  expect(findLayout('a3')).toBeUndefined()
})

test('the page count is the minimum that holds all labels, whichever label is first', () => {
  fc.assert(
    fc.property(fc.constantFrom(...layouts), fc.nat({ max: 23 }), fc.integer({ min: 1, max: 500 }), (layout, from, labels) => {
      const start = from % countPerPage(layout)
      const pages = pageCount(layout, start, labels)
      expect(pages * countPerPage(layout)).toBeGreaterThanOrEqual(start + labels)
      expect((pages - 1) * countPerPage(layout)).toBeLessThan(start + labels)
    }),
  )
})

test('a code of eight, twelve or thirteen digits has exactly one valid check digit', () => {
  fc.assert(
    fc.property(fc.constantFrom(7, 11, 12), fc.bigInt({ min: 0n, max: 999_999_999_999n }), (length, n) => {
      const body = String(n).padStart(length, '0').slice(-length)
      const right = [...'0123456789'].filter((digit) => hasCheckDigit(body + digit))
      expect(right).toHaveLength(1)
      const kinds = [...'0123456789'].map((digit) => barcodeKind(body + digit))
      expect(kinds.filter((kind) => kind !== 'code128')).toHaveLength(1)
      // A retail barcode shows its own digits and needs no extra space for them.
      expect(barcodeProblem(`${body}${right[0]}`, 1)).toBeUndefined()
    }),
  )
  for (const code of ['4006381333931', '5901234123457', '036000291452', '96385074']) expect(hasCheckDigit(code), code).toBe(true)
  expect([barcodeKind('１２３４５６７０'), barcodeKind('1234567'), barcodeKind('12345678901234')]).toEqual([
    'code128',
    'code128',
    'code128',
  ])
})

test('a Code 128 barcode accepts printable ASCII only, and as many characters as fit', () => {
  expect([barcodeProblem('A b~', 60), barcodeProblem('é', 60), barcodeProblem('a\tb', 60), barcodeProblem('', 60)]).toEqual([
    undefined,
    'letters',
    'letters',
    'letters',
  ])
  const getWidth = (characters: number) => (55 + 11 * characters) * 0.17
  expect([barcodeProblem('A'.repeat(10), getWidth(10)), barcodeProblem('A'.repeat(11), getWidth(10))]).toEqual([undefined, 'length'])
  // Code 128 encodes digits in pairs: an odd digit and the switch between code sets take one symbol each.
  expect([barcodeProblem('1'.repeat(20), getWidth(11)), barcodeProblem('1'.repeat(21), getWidth(11))]).toEqual([undefined, 'length'])
})

const stock = (id: number) => ({ id, sku: `S${id}` }) as never

test('selecting a stock twice adds it once, and scanning it twice adds a second copy', () => {
  const chosen = withStocks(withStocks([], [stock(1)]), [stock(1), stock(2)])
  expect(chosen.map(({ copies }) => copies)).toEqual([1, 1])
  const more = withOneMore(withOneMore(chosen, stock(2)), stock(3))
  expect(more.map(({ copies }) => copies)).toEqual([1, 2, 1])
  expect([labelCount(more), labelCount([])]).toEqual([4, 0])
  expect(chosen.map(({ copies }) => copies)).toEqual([1, 1])
})

test('the labels of a page are the matching slice of the whole print', () => {
  const choice = fc.array(fc.nat({ max: 5 }), { maxLength: 6 }).map((list) => list.map((copies, i) => ({ stock: stock(i), copies })))
  fc.assert(
    fc.property(choice, fc.nat({ max: 30 }), fc.nat({ max: 10 }), (chosen, from, count) => {
      const all = chosen.flatMap(({ stock: stockItem, copies }) => Array.from({ length: copies }, () => stockItem))
      expect(labelsFrom(chosen, from, count)).toEqual(all.slice(from, from + count))
    }),
  )
})

test('the stock with exactly the scanned code comes first, also where dozens contain it in theirs', async () => {
  for (const part of ['A', 'B', 'C', 'D'])
    await product(
      `BOX-${part}`,
      Array.from({ length: 10 }, (_, i) => ({ sku: `TEA-1${part}${i}`, price: '1', values: { No: String(i) }, inventories: [] })),
    )
  await product('LAST', [
    { sku: 'TEA-1', barcode: '96385074', price: '1', values: { No: '1' }, inventories: [] },
    { sku: 'TEA-2', price: '1', values: { No: '2' }, inventories: [] },
  ])
  const list = await found('tea-1')
  expect([list[0], list.length, new Set(list).size]).toEqual(['TEA-1', 30, 30])
  expect(await found('96385074')).toEqual(['TEA-1'])
  expect(await found(' TEA-2 ')).toEqual(['TEA-2'])
})

test('wildcard characters in a search are literal, and deleted stocks have no labels', async () => {
  expect(await found('100%')).toEqual([])
  expect(await found('TEA_1')).toEqual([])
  const removedProduct = await product('GONE', [{ sku: 'GONE-1', price: '1', values: { No: '1' }, inventories: [] }])
  expect(await found('gone-1')).toEqual(['GONE-1'])
  await shop.owner.delete(`/api/admin/product/${removedProduct.id}`)
  expect(await found('gone-1')).toEqual([])
  const { body } = await shop.owner.post('/api/admin/product/label/codes', { codes: ['GONE-1', 'tea-2', 'TEA-2'] })
  expect([body.data.map((row: { sku: string }) => row.sku), body.missing]).toEqual([['TEA-2'], ['GONE-1']])
  const refused = await shop.owner.post('/api/admin/product/barcode', { stocks: [{ id: removedProduct.stocks[0].id, quantity: 1 }] })
  expect(refused.body.messages).toEqual({ 'stocks.0.id': [expect.any(String)] })
})

test('the copies of a stock named twice are added up', async () => {
  const { id } = (await shop.owner.get('/api/admin/product/label?q=TEA-2')).body.data[0]
  const order = (...quantities: number[]) =>
    shop.owner.post('/api/admin/product/qrcode', { stocks: quantities.map((quantity) => ({ id, quantity })) })
  expect((await order(1_000, 1_000, 1)).body.messages).toHaveProperty('stocks')
})

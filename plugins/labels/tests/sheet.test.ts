import { describe, expect, test } from 'vitest'
import { AppError } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { layouts, countPerPage } from '../domain/layouts.ts'
import { MOST_AT_ONCE } from '../domain/limits.ts'
import { parseLabelOrder, createSheet } from '../services/sheet.ts'
import { findStocksByCode, findStocks } from '../services/stocks.ts'
import type { LabelStock } from '../api-types.ts'

const createInput = (stocks: { id: number; quantity: number }[], more: object = {}) => ({
  stocks,
  layout: 'a4_24' as const,
  start: 1,
  ...more,
})
const stock = (id: number, more: Partial<LabelStock> = {}): LabelStock => ({
  id,
  product_id: 1,
  sku: `S${id}`,
  code: `S${id}`,
  name: `Tea ${id}`,
  options: 'Weight: 50 g',
  price: 'HK$10.00',
  quantity: 0,
  ...more,
})
const refused = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError)
      return Object.entries(error.messages).map(([at, [errorMessage]]) => [at, (errorMessage as { key: string }).key])
  }
  return []
}

describe('a label order', () => {
  test('counts the labels of all its lines, up to the limit of an immediate print', () => {
    const order = parseLabelOrder(
      createInput([
        { id: 1, quantity: 3 },
        { id: 2, quantity: 1 },
        { id: 1, quantity: 2 },
      ]),
    )
    expect([order.count, [...order.copies], order.start]).toEqual([
      6,
      [
        [1, 5],
        [2, 1],
      ],
      0,
    ])
    const many = (n: number) => [
      { id: 1, quantity: MOST_AT_ONCE / 2 },
      { id: 2, quantity: MOST_AT_ONCE / 2 },
      ...(n > 0 ? [{ id: 3, quantity: n }] : []),
    ]
    expect(parseLabelOrder(createInput(many(0))).count).toBe(MOST_AT_ONCE)
    expect(refused(() => parseLabelOrder(createInput(many(1))))).toEqual([['stocks', 'labels:error.labels']])
    expect(parseLabelOrder(createInput(many(1)), MOST_AT_ONCE + 1).count).toBe(MOST_AT_ONCE + 1)
  })

  test.each(layouts.map((layout) => [layout.id, countPerPage(layout)] as const))('on %s starts at one of %i labels', (layout, most) => {
    const at = (start: number) => () => parseLabelOrder({ stocks: [{ id: 1, quantity: 1 }], layout, start })
    expect(at(most)().start).toBe(most - 1)
    for (const start of [0, -1, most + 1]) expect(refused(at(start)), String(start)).toEqual([['start', 'labels:error.start']])
  })
})

describe('the label sheet', () => {
  const listCells = (stocks: LabelStock[], kind: 'barcode' | 'qrcode' = 'barcode') => {
    const sheet = createSheet(
      parseLabelOrder(
        createInput(
          stocks.map(({ id }) => ({ id, quantity: 2 })),
          { start: 5 },
        ),
      ),
      stocks,
      kind,
      'zh-HK',
    )
    const [block] = sheet.blocks
    return { sheet, cells: block?.type === 'cells' ? block.cells : [], grid: block?.type === 'cells' ? block.grid : undefined }
  }

  test('shows name, price and code of each stock, and the SKU beside a manufacturer barcode', () => {
    const { sheet, cells, grid } = listCells([stock(1), stock(2, { code: '4006381333931', options: '' })])
    expect([sheet.title, sheet.language, sheet.page]).toEqual(['Stocks Barcodes', 'zh-HK', { width: 210, height: 297, margin: 0 }])
    expect(grid).toMatchObject({ columns: 3, rows: 8, start: 4 })
    expect(cells).toEqual([
      { copies: 2, code: { kind: 'code128', text: 'S1' }, title: 'Tea 1', detail: 'Weight: 50 g', caption: 'S1', strong: 'HK$10.00' },
      {
        copies: 2,
        code: { kind: 'ean13', text: '4006381333931' },
        title: 'Tea 2',
        detail: '',
        caption: '4006381333931  S2',
        strong: 'HK$10.00',
      },
    ])
    expect(listCells([stock(1)], 'qrcode').cells[0]?.code).toEqual({ kind: 'qrcode', text: 'S1' })
  })

  test('an unprintable line is reported by its position in the request, also after repeated lines', () => {
    const order = parseLabelOrder(
      createInput([
        { id: 1, quantity: 1 },
        { id: 1, quantity: 1 },
        { id: 9, quantity: 1 },
        { id: 2, quantity: 1 },
        { id: 9, quantity: 1 },
      ]),
    )
    expect(refused(() => createSheet(order, [stock(1), stock(2, { code: '杯子' })], 'barcode', 'en-US'))).toEqual([
      ['stocks.2.id', 'core:rule.not_exists'],
      ['stocks.3.id', 'labels:error.letters'],
    ])
  })

  test('a code that is too long for a layout fits on a wider one, or as a QR code', () => {
    const long = stock(1, { code: 'A'.repeat(27) })
    const on = (layout: 'a4_24' | 'a4_24_full' | 'roll_50', kind: 'barcode' | 'qrcode' = 'barcode') =>
      refused(() => createSheet(parseLabelOrder({ stocks: [{ id: 1, quantity: 1 }], layout, start: 1 }), [long], kind, 'en-US'))
    expect(on('a4_24_full')).toEqual([])
    expect(on('a4_24')).toEqual([['stocks.0.id', 'labels:error.length']])
    expect(on('roll_50', 'qrcode')).toEqual([])
  })
})

describe('label content', () => {
  const shop = suite(['labels', 'inventory'])
  const make = async (body: object) => fine(await shop.owner.post('/api/admin/product', body)).body
  test('shows the current public price in the shop currency, the available quantity, and no hidden products', async () => {
    const warehouse = fine(await shop.owner.post('/api/admin/warehouse', { code: 'main', name: 'Main' })).body.id
    const inventories = [
      { warehouse_id: warehouse, quantity: 3 },
      { warehouse_id: warehouse, quantity: 4, lot_code: 'B' },
    ]
    const stocks = [
      { sku: 'P-1', price: '1280.00', special_price: '980.50', values: { size: 'S' }, inventories },
      { sku: 'P-2', barcode: '96385074', price: '20.00', values: { size: 'M' } },
    ]
    const product = await make({ name: { 'en-US': 'Pot', 'zh-HK': '壺' }, sku: 'P', url: 'p', stocks })
    const read = (language: 'en-US' | 'zh-HK' | 'zh-CN' = 'en-US') => findStocks({ ...shop.it.ctx, language }, [], [product.id])
    expect(await read()).toMatchObject([
      { sku: 'P-1', code: 'P-stock1', name: 'Pot', options: 'size: S', price: 'HK$980.50', quantity: 7 },
      { sku: 'P-2', code: '96385074', price: 'HK$20.00', quantity: 0 },
    ])
    expect((await read('zh-HK'))[0]?.name).toBe('壺')
    expect((await read('zh-CN'))[0]?.name).toBe('Pot')
    fine(await shop.owner.post('/api/admin/stock_price', { stock_id: product.stocks[0].id, price: '700.00' }))
    fine(await shop.owner.post('/api/admin/stock_price', { stock_id: product.stocks[0].id, price: '1.00', min_quantity: 5 }))
    expect((await read())[0]?.price).toBe('HK$700.00')
    fine(await shop.owner.put(`/api/admin/product/${product.id}`, { stocks: [{ id: product.stocks[0].id }] }))
    expect((await read()).map(({ sku }) => sku)).toEqual(['P-1'])
    // A product that is not published can have labels.
    fine(await shop.owner.put(`/api/admin/product/${product.id}`, { visibled: false }))
    expect((await read()).map(({ sku }) => sku)).toEqual(['P-1'])
  })

  test('pasted codes are found in any case and with spaces around them, each once', async () => {
    await make({ name: 'Cup', sku: 'C', url: 'c', stocks: [{ sku: 'Cup-1', barcode: '4006381333931', price: '1.00' }] })
    const { data, missing } = await findStocksByCode(shop.it.ctx, [' CUP-1', 'cup-1 ', '4006381333931', '', '  ', 'None', 'none'])
    expect([data.map(({ sku }) => sku), missing]).toEqual([['Cup-1'], ['None', 'none']])
    expect(await findStocksByCode(shop.it.ctx, ['', ' '])).toEqual({ data: [], missing: [] })
  })
})

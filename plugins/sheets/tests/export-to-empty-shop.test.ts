import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { exportRecords } from '../export/export.ts'
import { importRecords } from '../import/import.ts'
import type { Format } from '../source/line.ts'

/** A shop with arbitrary texts is exported and imported into an empty shop. */
let from: TestApp
let to: TestApp

/** Texts with a special meaning to sheets, cells or spreadsheet programs. */
const odd = ['A > B', 'x | y', '=1+1', "'so", '"q"', 'a\\>b', '\\', '-5', '茶 > 葉', '2026-01-01', '007', 'TRUE', 'a >', 'x: y; z', '#N/A']

/** In the order of their references. */
const moved = [
  'warehouse',
  'category',
  'brand',
  'attribute',
  'product',
  'stock_price',
  'carrier',
  'shipping_zone',
  'shipping_method',
  'pickup_point',
  'store',
  'supplier',
] as const

beforeAll(async () => {
  const plugins = ['catalogue', 'inventory', 'shipping', 'stores', 'purchasing', 'sheets']
  from = await testApp(plugins)
  to = await testApp(plugins)
  const make = (resource: string, input: object): Promise<any> => from.kernel.resources.create(from.ctx, resource, input as never)
  const en = (text: string) => ({ 'en-US': text })
  const warehouse = await make('warehouse', { code: 'main', name: '=Main | x' })
  const taste = await make('attribute', {
    key: 'taste',
    label: en('Taste > x'),
    input: 'multi',
    values: odd.map((label, i) => ({ label: en(label), code: `v${i}` })),
  })
  const origin = await make('attribute', { key: 'origin', label: en('=Origin'), kind: 'spec', input: 'text' })
  let above: number | null = null
  const products: any[] = []
  for (const [i, text] of odd.entries()) {
    const category: any = await make('category', { title: { ...en(text), 'zh-HK': text }, url: `c${i}`, parent_id: i % 3 ? above : null })
    above = category.id
    const brand = await make('brand', { title: en(text), url: `b${i}` })
    const size = { key: `size_${i}`, label: en(text), values: [] as object[] }
    for (const code of ['l', 'm'])
      size.values.push({ code: `${code}-${i}`, label: { ...en(`${text} ${code}`), 'zh-HK': `${code} ${text}` } })
    products.push(
      await make('product', {
        name: { ...en(text), 'zh-CN': text },
        sku: `S${text}`,
        url: `p${i}`,
        categories: i > 1 ? [category.id, category.id - 2] : [category.id],
        brand_id: brand.id,
        tags: [text],
        meta_title: en(text),
        meta_description: en(`${text}\n\n${text}`),
        attributes: [
          { attribute_id: taste.id, values: [taste.values[i].id, taste.values[(i + 1) % odd.length].id] },
          { attribute_id: origin.id, text: en(text) },
        ],
        options: [size],
        stocks: [
          {
            sku: `L${text}`,
            price: '10',
            barcode: `00${i}`,
            values: { [size.key]: `l-${i}` },
            inventories: [{ warehouse_id: warehouse.id, quantity: i, ...(i % 2 ? { lot_code: text } : { expiry_date: '2027-01-01' }) }],
          },
          { sku: `M${text}`, price: '11.50', values: { [size.key]: `m-${i}` } },
        ],
      }),
    )
  }
  const stock = products[0].stocks[0].id
  await make('stock_price', { stock_id: stock, price: '5', title: en('=x'), min_quantity: 3, starts_at: '2026-01-01T00:00:00.000Z' })
  const carrier = await make('carrier', { code: 'sf', name: '=SF, "x"', tracking_url: 'https://sf.test/?n={number}' })
  const zone = await make('shipping_zone', { name: 'HK > NT', country: 'HKG', areas: ['A|B', '=c', 'x > y'] })
  await make('shipping_method', {
    code: 'weight',
    title: en('By | weight'),
    kind: 'by_weight',
    carrier_id: carrier.id,
    not_for: [products[0].id, products[1].id],
    rates: [
      { to_value: '1.5', price: '10', shipping_zone_id: zone.id },
      { from_value: '1.5', price: '20', per_extra: '2' },
    ],
  })
  await make('pickup_point', { code: '=1', name: '-x', carrier_id: carrier.id, address: 'x\ny' })
  const hours = [
    { days: [1, 2], opens: '09:00', closes: '18:00' },
    { days: [6], opens: '10:00', closes: '12:00' },
  ]
  await make('store', { code: 'here', name: en('x > y'), warehouse_id: warehouse.id, hours })
  const terms = products.map((p, i) => ({ stock_id: p.stocks[0].id, supplier_sku: odd[i], cost: '1.20', min_qty: 2 }))
  await make('supplier', { code: 'WLT', name: '=x | y', stocks: terms })
}, 60_000)
afterAll(() => Promise.all([from.close(), to.close()]))

async function out(app: TestApp, resource: string, format: Format): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of exportRecords(app.ctx, resource, { format })) parts.push(part)
  return Buffer.concat(parts)
}

test.each(['csv', 'xlsx', 'ndjson'] as const)('importing an export in %s into the same shop changes nothing', async (format) => {
  for (const resource of moved) {
    const file = { name: `a.${format}`, bytes: await out(from, resource, format) }
    const { summary, errors } = await importRecords(from.ctx, resource, file, { dryRun: true })
    expect({ resource, ...summary, errors }).toMatchObject({ resource, create: 0, change: 0, error: 0, errors: [] })
    expect(summary.unchanged).toBeGreaterThan(0)
  }
})

test('importing the sheets into an empty shop reproduces the same export', async () => {
  for (const resource of moved) {
    const { errors } = await importRecords(to.ctx, resource, { name: 'a.csv', bytes: await out(from, resource, 'csv') }, {})
    expect({ resource, errors }).toEqual({ resource, errors: [] })
    const [before, after] = [await out(from, resource, 'csv'), await out(to, resource, 'csv')].map((b) => b.toString().split('\n'))
    expect(after).toEqual(before)
  }
})

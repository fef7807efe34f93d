import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { exportRecords, type Format, importRecords } from 'stoa/plugins/sheets'

let from: TestApp
let to: TestApp
beforeAll(async () => {
  ;[from, to] = await Promise.all([testApp(['catalogue', 'sheets']), testApp(['catalogue', 'sheets'])])
})
afterAll(() => Promise.all([from.close(), to.close()]))

const label = (en: string, hk: string, cn: string) => ({ 'en-US': en, 'zh-HK': hk, 'zh-CN': cn })
const shirt = {
  name: 'Shirt',
  sku: 'SHIRT',
  url: 'shirt',
  is_featured: true,
  options: [
    {
      key: 'colour',
      label: label('Colour', '顏色', '颜色'),
      values: [
        { code: 'wc', label: label('White, Cream; x|y', '白 > 米', '白') },
        { code: 'b', label: { 'en-US': 'Black' } },
      ],
    },
    { key: 'size', label: label('Size', '尺碼', '尺码'), values: [{ code: 's', label: label('Small', '小', '小') }] },
  ],
  stocks: [
    { sku: 'S-1', values: { colour: 'wc', size: 's' }, price: '10.00' },
    { sku: 'S-2', values: { colour: 'b', size: 's' }, price: '11.50' },
  ],
}

async function exportSheet(app: TestApp, format: Format, columns?: string[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of exportRecords(app.ctx, 'product', { format, ...(columns ? { columns } : {}) })) parts.push(part)
  return Buffer.concat(parts)
}
const readOptions = async (app: TestApp, sku: string) => {
  const id = ((await app.kernel.resources.findBy(app.ctx, 'product', 'sku', sku)) as { id: number }).id
  const row = (await app.kernel.resources.get(app.ctx, 'product', id, '*')) as unknown as typeof shirt
  return row.options.map(({ key, label, values }) => ({ key, label, values: values.map(({ code, label }) => ({ code, label })) }))
}

test.each(['xlsx', 'csv', 'json', 'ndjson'] as const)(
  'options keep their names and values in every language when a product is exported and imported as %s',
  async (format) => {
    const sku = `SHIRT-${format}`
    const stocks = shirt.stocks.map((stock) => ({ ...stock, sku: `${stock.sku}-${format}` }))
    await from.kernel.resources.create(from.ctx, 'product', { ...shirt, sku, url: sku.toLowerCase(), stocks })
    const bytes = await exportSheet(from, format)
    const answer = await importRecords(to.ctx, 'product', { name: `a.${format}`, bytes }, { speak: 'en-US' })
    expect(answer.errors).toEqual([])
    expect(await readOptions(to, sku)).toEqual(await readOptions(from, sku))
    expect((await importRecords(to.ctx, 'product', { name: `a.${format}`, bytes }, {})).summary).toMatchObject({
      create: 0,
      change: 0,
      error: 0,
    })
  },
)

test('an imported options column changes labels and adds values but removes none', async () => {
  const bytes = Buffer.from(
    JSON.stringify([
      {
        product_sku: 'SHIRT-csv',
        options: [{ key: 'colour', label: { 'en-US': 'Shade' }, values: [{ code: 'red', label: { 'en-US': 'Red' } }] }],
      },
    ]),
  )
  const answer = await importRecords(to.ctx, 'product', { name: 'a.json', bytes }, { speak: 'en-US' })
  expect(answer).toMatchObject({ errors: [], summary: { change: 1 } })
  const [colour, size] = await readOptions(to, 'SHIRT-csv')
  expect(colour?.label).toEqual(label('Shade', '顏色', '颜色'))
  expect(colour?.values.map(({ code }) => code)).toEqual(['wc', 'b', 'red'])
  expect(size?.key).toBe('size')
  const wrong = await importRecords(
    to.ctx,
    'product',
    { name: 'a.csv', bytes: Buffer.from('product_sku,options\nSHIRT-csv,Colour\n') },
    { speak: 'en-US' },
  )
  expect(wrong.errors).toMatchObject([{ row: 2, column: 'options', value: 'Colour' }])
})

test('a JSON export keeps booleans, numbers and lists as JSON types', async () => {
  const [first] = JSON.parse((await exportSheet(from, 'json')).toString()) as Record<string, unknown>[]
  expect(first).toMatchObject({ is_featured: true, visibled: expect.any(Boolean) as boolean, price: 10, tags: [] })
  expect(JSON.parse(first?.['options'] as string)).toEqual(await readOptions(from, 'SHIRT-xlsx'))
})

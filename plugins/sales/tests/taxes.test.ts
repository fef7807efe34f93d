import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { definePlugin, contribute, sql } from 'stoa'
import { importRecords } from 'stoa/plugins/sheets'
import { readEmail } from '../../../core/mail/email.ts'
import { captureStatements } from '../../../tests/support/query-listener.ts'
import { extractPdfText } from '../../../tests/support/pdf.ts'
import { address, fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { includedTax, TAX_RULES, type TaxableSale, type TaxRule } from '../index.ts'
import { roundDownTotal } from '../services/order/hand-out.ts'

/** 10% of everything. A test can replace the rule. */
const levy: TaxRule['prepare'] =
  (_ctx, { currency }) =>
  (amounts) => {
    const taxes = (amount: number) => [{ code: 'LEVY', label: 'Levy', rate: 10, amount: includedTax(amount, 10, currency) }]
    return { lines: amounts.lines.map(taxes), shipping: taxes(amounts.shipping) }
  }
let prepare = levy
let taxableSales: TaxableSale[] = []
const rule: TaxRule = {
  title: 'levy:rule',
  prepare(ctx, sale, db) {
    taxableSales.push(sale)
    return prepare(ctx, sale, db)
  },
}
const plugin = definePlugin({ id: 'levy', requires: ['sales'], contributions: [contribute(TAX_RULES, 'levy', rule)] })

let shop: Shop
let tea: number
beforeAll(async () => {
  shop = await openShop({ extra: [plugin] }, ['promotion', 'sheets'])
  fine(
    await shop.owner.put('/api/admin/settings/currency', {
      base_currency: 'HKD',
      supported_currencies: [
        { identifier: 'HKD', rate: '1' },
        { identifier: 'JPY', rate: '19.35' },
      ],
    }),
  )
  fine(await shop.owner.put('/api/admin/settings/basic', { supported_countries: ['HKG', 'SGP'] }))
  fine(await shop.owner.post('/api/admin/shipping_method', { code: 'post', title: 'Post', price: '11.00' }))
  tea = await shop.stock(10_000, '110.00')
})
afterAll(() => shop.it.close())
const choose = async (tax_rule: string | null) => void fine(await shop.owner.put('/api/admin/settings/order', { tax_rule }))
beforeEach(async () => {
  prepare = levy
  taxableSales = []
  await choose('levy')
})

/** Reads the taxes of an order and checks all invariants. */
const readTaxes = async (id: number) => {
  const { checks = {} } = shop.it.kernel.registry.plugins.find((plugin) => plugin.id === 'sales') ?? {}
  for (const [name, check] of Object.entries(checks)) expect([name, await check(shop.it.kernel)]).toEqual([name, []])
  const [{ tax }, { taxes }] = [await shop.order(id), await shop.view(id)]
  return { tax, stated: taxes.map(({ code, rate, amount, refunded }: any) => [code, rate, amount, refunded].join(' ')) }
}
const none = { tax: '0.00', stated: [] }
const write = async (body: object) => fine(await shop.owner.post('/api/admin/order', { shipping_address: address, ...body })).body
const change = async (id: number, body: object) =>
  fine(await shop.owner.post(`/api/admin/order/${id}/change`, { version: (await shop.order(id)).version, ...body }))
const line = async (id: number) => (await shop.order(id)).lines[0].id as number
const pay = async (id: number) => fine(await shop.owner.post(`/api/admin/order/${id}/payment`, { reference: `T${id}` }))
const refund = async (id: number, body: object) =>
  fine(await shop.owner.post(`/api/admin/order/${id}/refund`, { reason: 'Broken', method: 'cash', lines: [], ...body }))

test('an order stores the taxes of its lines and shipping, and shows them to every reader', async () => {
  const o = await shop.buy(tea, 2, { shipping_method: 'post' })
  expect(await readTaxes(o.id)).toEqual({ tax: '21.00', stated: ['LEVY 10 21.00 0.00'] })
  const view = fine(await shop.it.guest.get(`/api/order/${o.number}?token=${o.token}`)).body
  expect(view).toMatchObject({ total: '231.00', taxes: [{ label: 'Levy', rate: 10, amount: '21.00', refunded: '0.00' }] })
  const invoice = async (language: string) =>
    extractPdfText(fine(await shop.owner.get(`/api/admin/order/${o.id}/pdf?type=invoice&language=${language}`)).raw.rawPayload)
  expect(await invoice('en-US')).toContain('Includes Levy 10%: HKD 21.00')
  expect(await invoice('zh-HK')).toContain('Levy 10%')
  const { id } = (await shop.owner.get('/api/admin/mail?limit=100')).body.data.find((m: any) => m.subject.includes(o.number))
  expect((await readEmail(shop.it.kernel, id))?.text_body).toContain('Includes Levy 10%: HKD 21.00')
})

test('a tax rule gets the items, the buyer, the channel and the destination; a pickup has no destination', async () => {
  await shop.buy(tea, 2, { shipping_method: 'post' })
  expect(taxableSales.at(-1)).toMatchObject({
    ...{ currency: 'HKD', channel: 'store', customer: null, destination: { country: 'HKG' } },
    buyer: { email: 'may@shop.test' },
    lines: [{ kind: 'stock', subject_id: tea, quantity: 2, product_type: 'general', handover: 'sent' }],
  })
  fine(await shop.owner.post('/api/admin/shipping_method', { code: 'collect', title: 'Collect', price: '0.00', kind: 'pickup_store' }))
  const cart_id = fine(await shop.it.guest.post('/api/cart/item', { stock_id: tea, quantity: 1 })).body.cart_id
  expect(taxableSales.at(-1)?.destination).toBe(null)
  const to = { country: 'SGP', area: '' }
  fine(await shop.it.guest.post('/api/checkout/preview', { cart_id, shipping_method: 'post', shipping_address: to }))
  expect(taxableSales.some(({ destination }) => destination?.country === 'SGP')).toBe(true)
  await write({ lines: [{ stock_id: tea, quantity: 1 }] })
  expect(taxableSales.at(-1)).toMatchObject({ channel: 'admin', destination: { country: 'HKG' } })
})

test('a tax rule without queries adds only its own rows to a checkout, and without a rule there are none', async () => {
  const placing = async () => {
    const cart_id = fine(await shop.it.guest.post('/api/cart/item', { stock_id: tea, quantity: 1 })).body.cart_id
    const all = await captureStatements(async () =>
      fine(
        await shop.it.guest.post('/api/checkout', {
          ...{ cart_id, shipping_address: address, shipping_method: 'post', payment_method: 'bank' },
          guest: { email: 'may@shop.test', first_name: 'May', last_name: 'Chan' },
        }),
      ),
    )
    await shop.it.jobs()
    return all.slice(0, all.indexOf('commit') + 1)
  }
  await placing()
  const taxed = await placing()
  expect(taxed.filter((text) => text.includes('order_tax'))).toHaveLength(1)
  await choose(null)
  await placing()
  const untaxed = await placing()
  expect(untaxed.filter((text) => text.includes('order_tax'))).toEqual([])
  expect(untaxed.length).toBe(taxed.length)
})

test.each<[string, TaxRule['prepare']]>([
  [
    'throws before',
    () => {
      throw new Error('broken')
    },
  ],
  ['rejects', () => Promise.reject(new Error('broken'))],
  [
    'throws after',
    () => () => {
      throw new Error('broken')
    },
  ],
  ['answers nothing', () => () => undefined as never],
  ['answers too few lines', () => () => ({ lines: [], shipping: [] })],
  [
    'answers too much',
    () =>
      ({ lines }) => ({ lines: lines.map((n) => [{ code: 'X', label: 'X', rate: 1, amount: n + 1 }]), shipping: [] }),
  ],
  [
    'answers NaN',
    () =>
      ({ lines }) => ({ lines: lines.map(() => [{ code: 'X', label: 'X', rate: NaN, amount: NaN }]), shipping: [] }),
  ],
  [
    'answers a label of 10 kB',
    () =>
      ({ lines }) => ({ lines: lines.map(() => [{ code: 'X', label: 'x'.repeat(10_240), rate: 1, amount: 1 }]), shipping: [] }),
  ],
  ['changes what it was told', () => (amounts) => ((amounts.lines as number[]).fill(1), undefined as never)],
])('with a tax rule that %s the sale proceeds at the same price without taxes', async (_label, fault) => {
  prepare = fault
  const o = await shop.buy(tea, 1, { shipping_method: 'post' })
  expect(await shop.order(o.id)).toMatchObject({ total: '121.00' })
  expect(await readTaxes(o.id)).toEqual(none)
})

test('a tax rule of a missing plugin states no taxes, is reported by the checks, and blocks no sale', async () => {
  const offers = shop.it.kernel.contributions(TAX_RULES) as Map<string, TaxRule>
  // Contributions are read-only after the start, so the test uses `Map.prototype` directly.
  Map.prototype.delete.call(offers, 'levy')
  try {
    const o = await shop.buy(tea)
    expect(await shop.order(o.id)).toMatchObject({ tax: '0.00', total: '150.00' })
    const { checks = {} } = shop.it.kernel.registry.plugins.find((plugin) => plugin.id === 'sales') ?? {}
    expect(await checks['the chosen tax rule is contributed by a plugin']?.(shop.it.kernel)).toEqual(['levy'])
    // Other settings of the group can still be stored.
    fine(await shop.owner.put('/api/admin/settings/order', { return_days: 14 }))
  } finally {
    Map.prototype.set.call(offers, 'levy', rule)
  }
})

test('a fully discounted line and a gift include no tax', async () => {
  const { id } = await write({ lines: [{ stock_id: tea, quantity: 1 }], discount: '110.00', discount_label: 'Friend', shipping: '11.00' })
  expect(await readTaxes(id)).toEqual({ tax: '1.00', stated: ['LEVY 10 1.00 0.00'] })
  const free = await write({ lines: [{ stock_id: tea, quantity: 1 }], discount: '110.00', discount_label: 'Friend' })
  expect(await readTaxes(free.id)).toEqual(none)
})

test('a draft is taxed by the rule active when it is written, and placing it changes nothing', async () => {
  const lines = [{ stock_id: tea, quantity: 1 }]
  const { id } = await write({ lines })
  await choose(null)
  expect(await readTaxes(id)).toEqual({ tax: '10.00', stated: ['LEVY 10 10.00 0.00'] })
  const anew = await write({ lines })
  await choose('levy')
  expect(await readTaxes(anew.id)).toEqual(none)
  fine(await shop.owner.put(`/api/admin/order/${anew.id}`, { shipping_address: address, lines, version: anew.version }))
  expect(await readTaxes(anew.id)).toMatchObject({ tax: '10.00' })
  await choose(null)
  fine(await shop.owner.post(`/api/admin/order/${id}/place`))
  expect(await readTaxes(id)).toMatchObject({ tax: '10.00' })
})

test('remaining units keep their taxes when an order is changed, and new ones are taxed by the current rule', async () => {
  const o = await shop.buy(tea, 3, { shipping_method: 'post' })
  expect(await readTaxes(o.id)).toMatchObject({ tax: '31.00' })
  await choose(null)
  await change(o.id, { lines: [{ order_line_id: await line(o.id), quantity: 2 }] })
  expect(await readTaxes(o.id)).toMatchObject({ tax: '21.00' })
  const cups = await shop.stock(10, '55.00')
  await change(o.id, { lines: [{ order_line_id: await line(o.id), quantity: 3 }], add: [{ stock_id: cups, quantity: 1 }] })
  expect(await readTaxes(o.id)).toMatchObject({ tax: '21.00' })
  await choose('levy')
  const body = {
    version: (await shop.order(o.id)).version,
    lines: [{ order_line_id: await line(o.id), quantity: 4 }],
    add: [{ stock_id: cups, quantity: 2 }],
  }
  expect(fine(await shop.owner.post(`/api/admin/order/${o.id}/change/preview`, body)).body.taxes).toMatchObject([{ amount: '41.00' }])
  await change(o.id, body)
  expect(await readTaxes(o.id)).toEqual({ tax: '41.00', stated: ['LEVY 10 41.00 0.00'] })
  await change(o.id, { shipping_method: 'courier' })
  // 3.64 of 40.00 instead of 1.00.
  expect(await readTaxes(o.id)).toMatchObject({ tax: '43.64' })
})

test('changing the destination country recalculates taxes, and keeps them if no rule is chosen', async () => {
  prepare = (ctx, sale, db) =>
    sale.destination?.country === 'SGP' ? ({ lines }) => ({ lines: lines.map(() => []), shipping: [] }) : (levy(ctx, sale, db) as never)
  const o = await shop.buy(tea, 1, { shipping_method: 'post' })
  await change(o.id, { shipping_address: { ...address, address: '20 Wing Lok Street' } })
  expect(await readTaxes(o.id)).toMatchObject({ tax: '11.00' })
  await change(o.id, { shipping_address: { ...address, country: 'SGP' } })
  expect(await readTaxes(o.id)).toEqual(none)
  const changedOrder = await shop.buy(tea, 1, { shipping_method: 'post' })
  await choose(null)
  await change(changedOrder.id, { shipping_address: { ...address, country: 'SGP' } })
  expect(await readTaxes(changedOrder.id)).toMatchObject({ tax: '11.00' })
})

test('refunded taxes add up to the tax with the last refund, and documents show the amount', async () => {
  const odd = await shop.stock(10, '33.33')
  const o = await shop.buy(odd, 3, { shipping_method: 'post' })
  await pay(o.id)
  const order_line_id = await line(o.id)
  // 9.09 of 99.99, and 1.00 of 11.00.
  expect(await readTaxes(o.id)).toEqual({ tax: '10.09', stated: ['LEVY 10 10.09 0.00'] })
  await refund(o.id, { lines: [{ order_line_id, quantity: 1 }] })
  expect(await readTaxes(o.id)).toEqual({ tax: '10.09', stated: ['LEVY 10 10.09 3.03'] })
  await refund(o.id, { lines: [{ order_line_id, quantity: 1, amount: '0.05' }] })
  expect((await readTaxes(o.id)).stated).toEqual(['LEVY 10 10.09 3.03'])
  await refund(o.id, { shipping: '5.00' })
  expect((await readTaxes(o.id)).stated).toEqual(['LEVY 10 10.09 3.48'])
  const receipt = extractPdfText(fine(await shop.owner.get(`/api/admin/order/${o.id}/pdf?type=receipt&language=en-US`)).raw.rawPayload)
  expect(receipt).toContain('Levy 10% in the refund: HKD 3.48')
  await refund(o.id, { lines: [{ order_line_id, quantity: 1, amount: '66.61' }], shipping: '6.00' })
  expect((await readTaxes(o.id)).stated).toEqual(['LEVY 10 10.09 10.09'])
})

test('taxes in yen are whole, whatever the discount', async () => {
  const { id } = await write({
    currency: 'JPY',
    lines: [{ stock_id: tea, quantity: 3 }],
    discount: '7.00',
    discount_label: 'x',
    shipping: '95.00',
  })
  const { tax } = await readTaxes(id)
  expect(tax).toMatch(/^[1-9]\d*\.00$/)
})

test('cash rounding of an order does not change its taxes, unless almost nothing is left', async () => {
  const [o, small] = [
    await shop.buy(tea, 1, { shipping_method: 'post' }),
    await write({ lines: [{ stock_id: await shop.stock(1, '0.09'), quantity: 1 }] }),
  ]
  await shop.it.kernel.transaction((tx) => roundDownTotal(tx, o, 5, 'Rounding'))
  expect(await readTaxes(o.id)).toMatchObject({ tax: '11.00' })
  await shop.it.kernel.transaction((tx) => roundDownTotal(tx, small, 9, 'Rounding'))
  expect(await readTaxes(small.id)).toEqual(none)
})

test('an order imported from another shop has no taxes', async () => {
  const csv =
    'imported_from,imported_number,placed_at,email,total,item,price,tax\nOld,1,2024-05-01,ada@example.org,110.00,Tea,100.00,10.00\n'
  await importRecords(shop.it.ctx, 'order_import', { name: 'orders.csv', bytes: Buffer.from(csv) }, { speak: 'en-US', chunk: 200 })
  const row = await shop.it.kernel.db.one<{ id: number }>(sql`select id from sales_order where source = 'import'`)
  expect(await readTaxes(row?.id ?? 0)).toEqual(none)
})

test('the order export has a tax column', async () => {
  const o = await shop.buy(tea, 1, { shipping_method: 'post' })
  const csv = fine(await shop.owner.get(`/api/admin/order/export?format=csv&q=${o.number}`)).raw.payload
  const [head = '', ...rows] = csv.split(/\r?\n/)
  const at = head.split(',').indexOf('tax')
  expect([at > 0, rows[0]?.includes('11')]).toEqual([true, true])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from 'stoa'
import { fine, openShop, type Shop } from '../../../tests/support/selling-shop.ts'
import { type Parcel, SHIPPING, type ShippingOption } from '../index.ts'

/** Pickup points, and properties of price tables for any parcel. */
let shop: Shop
let n = 0
const make = async (resource: string, body: object) => fine(await shop.owner.post(`/api/admin/${resource}`, body)).body
const way = (more: object) => make('shipping_method', { code: `w${++n}`, title: `Way ${n}`, ...more })
const ctx = (language: Ctx['language'] = 'en-US'): Ctx => ({ ...shop.it.ctx, language })
const shipping = () => shop.it.kernel.get(SHIPPING)
const parcel = (more: Partial<Parcel> = {}): Parcel => ({
  subtotal: 10_000,
  weight: 500,
  pieces: 1,
  products: [],
  country: 'HKG',
  area: '',
  ...more,
})
const offered = async (code: string, parcelFields: Partial<Parcel> = {}, language?: Ctx['language']) =>
  (await (await shipping().readShippingTerms(ctx(language)))(parcel(parcelFields))).options.find((option) => option.code === code)
const points = async (method: string, q = '') =>
  fine(await shop.it.guest.get(`/api/shipping/point?method=${method}&q=${encodeURIComponent(q)}`)).body as {
    data: { code: string }[]
    total: number
  }
const codes = async (method: string, q = '') => (await points(method, q)).data.map(({ code }) => code)

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.it.close())

describe('pickup points of a carrier', () => {
  let runner: number
  let locker: { code: string; id: number }
  const point = (code: string, more: object = {}) =>
    make('pickup_point', { code, name: `Locker ${code}`, carrier_id: runner, address: '1 Pier Road', ...more })
  beforeAll(async () => {
    runner = (await make('carrier', { code: 'runner', name: 'Runner' })).id
    const other = (await make('carrier', { code: 'other', name: 'Other' })).id
    locker = await way({ kind: 'pickup_point', carrier_id: runner, price: '12.00' })
    await point('B2', { area: 'Central' })
    await point('A9', { area: 'Wan Chai', address: '100% Cotton Lane' })
    await point('A1', { area: 'Central', hours: '24 h' })
    await point('OFF', { enabled: false })
    await point('ELSE', { carrier_id: other })
  })

  test('are the open ones of that carrier, filtered by area and code', async () => {
    expect(await codes(locker.code)).toEqual(['A1', 'B2', 'A9'])
    expect((await points(locker.code)).data[0]).toEqual({
      code: 'A1',
      name: 'Locker A1',
      address: '1 Pier Road',
      area: 'Central',
      hours: '24 h',
    })
  })

  test.each([
    ['b2', ['B2']],
    ['locker a', ['A1', 'A9']],
    ['wan chai', ['A9']],
    ['pier', ['A1', 'B2']],
    ['100%', ['A9']],
    // Wildcards of the database are matched literally.
    ['%', ['A9']],
    ['_', []],
    ['nowhere', []],
  ])('are found by code, name, area and address: %j', async (q, found) => {
    expect(await codes(locker.code, q)).toEqual(found)
  })

  test('are listed thirty at most, with the total number', async () => {
    for (let i = 0; i < 29; i++) await point(`C${String(i).padStart(2, '0')}`, { area: 'Yuen Long' })
    const { data, total } = await points(locker.code)
    expect([data.length, total]).toEqual([30, 32])
    expect((await points(locker.code, 'yuen')).total).toBe(29)
    expect(await points(locker.code, 'nowhere')).toEqual({ data: [], total: 0 })
  })

  test('require an existing, enabled pickup method', async () => {
    const flat = await way({ price: '1.00' })
    const refused = async (method: string) => {
      const { status, body } = await shop.it.guest.get(`/api/shipping/point?method=${method}`)
      return [status, Object.keys(body.messages)]
    }
    expect(await refused(flat.code)).toEqual([422, ['method']])
    expect(await refused('nowhere')).toEqual([422, ['method']])
    expect(await refused('')).toEqual([422, ['method']])
    const off = await way({ kind: 'pickup_point', carrier_id: runner, enabled: false })
    expect(await refused(off.code)).toEqual([422, ['method']])
  })

  test('are validated again when chosen: of this carrier, open, and with a pickup method', async () => {
    const by = (await offered(locker.code)) as ShippingOption
    const place = (code: string, option: ShippingOption = by) => shipping().findPickupPlace(shop.it.kernel.db, option, code)
    expect(await place('A1')).toMatchObject({ code: 'A1', name: 'Locker A1', hours: '24 h' })
    for (const code of ['OFF', 'ELSE', 'a1', '', 'x'.repeat(61)]) expect(await place(code), code).toBeUndefined()
    expect(await place('A1', { ...by, kind: 'flat' })).toBeUndefined()
  })

  test('keep their carrier from being deleted while a method or a point uses it', async () => {
    expect((await shop.owner.delete(`/api/admin/carrier/${runner}`)).status).toBe(409)
    const lone = (await make('carrier', { code: 'lone', name: 'Lone' })).id
    fine(await shop.owner.delete(`/api/admin/carrier/${lone}`))
  })
})

test('store pickup points are the warehouses open for pickup, by priority', async () => {
  const ownMethod = await way({ kind: 'pickup_store' })
  expect(await codes(ownMethod.code)).toEqual([])
  const second = await make('warehouse', { code: 'second', name: 'Second', is_pickup: true, priority: 9, address: '2 Road' })
  await make('warehouse', { code: 'first', name: 'First', is_pickup: true, priority: 1 })
  await make('warehouse', { code: 'never', name: 'Never', priority: 0 })
  expect(await codes(ownMethod.code)).toEqual(['first', 'second'])
  expect(await codes(ownMethod.code, '2 road')).toEqual(['second'])
  fine(await shop.owner.put(`/api/admin/warehouse/${second.id}`, { enabled: false }))
  expect(await codes(ownMethod.code)).toEqual(['first'])
})

describe('the price of a method', () => {
  test('follows weight and zone, and changes at once with the rates', async () => {
    const isles = await make('shipping_zone', { name: 'Isles', country: 'HKG', areas: ['Lantau', 'Lamma'] })
    const more = await make('shipping_zone', { name: 'More isles', country: 'HKG', areas: ['Lantau', 'Cheung Chau'] })
    const { id, code, rates } = await way({
      kind: 'by_weight',
      rates: [
        { from_value: '0', price: '20.00', per_extra: '5.00' },
        { shipping_zone_id: isles.id, from_value: '0.5', to_value: '2.125', price: '60.00' },
      ],
    })
    const price = async (parcelFields: Partial<Parcel>) => (await offered(code, parcelFields))?.price
    expect(await price({ weight: 0 })).toBe(2_000)
    expect(await price({ weight: 1 })).toBe(2_500)
    expect(await price({ weight: 2_000 })).toBe(3_000)
    expect(await price({ area: 'Lamma', weight: 499 })).toBeUndefined()
    expect(await price({ area: 'Lamma', weight: 500 })).toBe(6_000)
    expect(await price({ area: 'Lamma', weight: 2_124 })).toBe(6_000)
    expect(await price({ area: 'Lamma', weight: 2_125 })).toBeUndefined()
    const areas = async (country: string) => (await (await shipping().readShippingTerms(ctx()))(parcel({ country }))).areas
    // No rate depends on the other zone, so its areas are not listed.
    expect(await areas('HKG')).toEqual(['Lamma', 'Lantau'])
    expect(await areas('MAC')).toEqual([])
    fine(await shop.owner.put(`/api/admin/shipping_method/${id}`, { rates: [{ id: rates[0].id, price: '21.00' }] }))
    expect(await price({ area: 'Lamma', weight: 0 })).toBe(2_100)
    expect((await shop.owner.delete(`/api/admin/shipping_zone/${isles.id}`)).status).toBe(200)
    expect(await areas('HKG')).toEqual([])
    fine(await shop.owner.put(`/api/admin/shipping_method/${id}`, { rates: [{ shipping_zone_id: more.id, price: '40.00' }] }))
    expect(await areas('HKG')).toEqual(['Cheung Chau', 'Lantau'])
    fine(await shop.owner.put(`/api/admin/shipping_method/${id}`, { enabled: false }))
    expect(await areas('HKG')).toEqual([])
  })

  test('keeps its zone from being deleted', async () => {
    const zone = await make('shipping_zone', { name: 'Macau', country: 'MAC' })
    const { id } = await way({ kind: 'by_quantity', rates: [{ shipping_zone_id: zone.id, price: '9.00' }] })
    expect((await shop.owner.delete(`/api/admin/shipping_zone/${zone.id}`)).status).toBe(409)
    fine(await shop.owner.delete(`/api/admin/shipping_method/${id}`))
    fine(await shop.owner.delete(`/api/admin/shipping_zone/${zone.id}`))
  })

  test.each([
    [{}, null],
    [
      { lead_days_min: 1, lead_days_max: 3 },
      { min: 1, max: 3 },
    ],
    [{ lead_days_min: 2 }, { min: 2, max: 2 }],
    [{ lead_days_max: 4 }, { min: 4, max: 4 }],
    [
      { lead_days_min: 0, lead_days_max: 0 },
      { min: 0, max: 0 },
    ],
  ])('with %j includes a delivery time of %j days', async (days, expected) => {
    const { code } = await way({ price: '1.00', ...days })
    expect((await offered(code))?.days).toEqual(expected)
  })

  test('is shown with texts in the requested language, else in the main one', async () => {
    const { code } = await way({ title: { 'en-US': 'Van', 'zh-HK': '貨車' }, description: 'By noon', price: '1.00' })
    expect(await offered(code, {}, 'zh-HK')).toMatchObject({ title: '貨車', description: 'By noon' })
    expect(await offered(code, {}, 'zh-CN')).toMatchObject({ title: 'Van' })
  })

  test('staff can select all enabled methods, in the order of the shop, whatever their conditions', async () => {
    const last = await way({ price: '7.00', order: 99, min_order: '9999.00' })
    const off = await way({ price: '7.00', order: 98, enabled: false })
    const first = await way({ kind: 'free', order: -5 })
    const named = await shipping().listEnabledMethods(ctx())
    expect([named[0]?.code, named.at(-1)]).toEqual([
      first.code,
      { id: last.id, code: last.code, title: last.title, price: 700, kind: 'flat' },
    ])
    expect(named.map(({ code }) => code)).not.toContain(off.code)
  })
})

test('the weight of a parcel is that of its stocks, or of their product where a stock has none', async () => {
  const { code } = await way({
    kind: 'by_weight',
    rates: [
      { from_value: '0', to_value: '1', price: '10.00' },
      { from_value: '1', to_value: '3', price: '30.00' },
    ],
  })
  const price = async (quantity: number, product: object, stock: object = {}) => {
    const id = await shop.stock(9, '10.00', { ...product, stocks: [{ price: '10.00', ...stock }], track_inventories: false })
    const { cart_id } = fine(await shop.it.guest.post('/api/cart/item', { stock_id: id, quantity })).body
    const { shipping_methods } = fine(await shop.it.guest.post('/api/checkout/preview', { cart_id })).body
    return shipping_methods.find((method: { code: string }) => method.code === code)?.price
  }
  expect(await price(1, { weight_g: 999 })).toBe('10.00')
  expect(await price(2, { weight_g: 999 })).toBe('30.00')
  expect(await price(1, { weight_g: 999 }, { weight_g: 1_500 })).toBe('30.00')
  expect(await price(2, { weight_g: 5_000 }, { weight_g: 400 })).toBe('10.00')
  expect(await price(1, { weight_g: 3_000 })).toBeUndefined()
  expect(await price(1, {}, { weight_g: 0 })).toBe('10.00')
})

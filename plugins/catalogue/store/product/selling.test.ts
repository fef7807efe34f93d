import { describe, expect, it } from 'vitest'
import { discountedPrice, type ScreenContext } from 'stoa/store'
import type { ProductView, StockView } from '../../api-types.ts'
import { crumbList, crumbsAbove } from '../shared/crumbs.tsx'
import { cartShown, priceShown } from '../shared/can-buy.ts'
import { firstChoice, getStock, valueAvailable } from './choice.ts'
import { isGtin } from './gtin.ts'
import { productLd } from './json-ld.ts'
import { firstOpen } from './options.tsx'
import { getPrice } from './own-price.tsx'

const config = (rules: Partial<Record<'catalog_mode' | 'member_only', 0 | 1>> = {}, warehouse_enabled: 0 | 1 = 1) => ({
  config: {
    catalog_mode: 0 as const,
    member_only: 0 as const,
    guest_checkout: 1 as const,
    login_via_phone: 1 as const,
    login_validate_email: 0 as const,
    ...rules,
  },
  product: {},
  warehouse_enabled,
})
const context = (rules: Parameters<typeof config>[0] = {}, signedIn = false) =>
  ({
    prefix: '/zh-hk',
    t: (key: string) => key,
    bootstrap: { origin: 'https://shop.test', signedIn },
    shell: { config: config(rules), settings: { currency: { base_currency: 'HKD' } } },
  }) as unknown as ScreenContext

const stock = (id: number, more: Partial<StockView> = {}): StockView => ({
  id,
  sku: `S${id}`,
  barcode: null,
  price: '100.00',
  special_price: null,
  all_available_inventories: 1,
  image: null,
  stock_notification: 0,
  visibled: true,
  values: {},
  ...more,
})
const product = (stocks: StockView[], more: Partial<ProductView> = {}) =>
  ({
    id: 1,
    sku: 'P',
    name: 'Cup',
    url: 'cup',
    description: '<p>A <b>cup</b> &amp; saucer</p>',
    short_description: '',
    images: [{ path: 'img/a.png', alt: '' }],
    brand: null,
    options: [],
    stocks,
    price: { from: '80.00', to: '100.00', was: null },
    ...more,
  }) as unknown as ProductView
const ld = (productView: ProductView, ...rest: Parameters<typeof context>): any => productLd(productView, context(...rest))

describe('structured data of a product', () => {
  it('one stock is one Offer with the price to pay and the URL in the language', () => {
    const jsonLd = ld(product([stock(1, { special_price: '80.00', barcode: '4006381333931' })]))
    expect(jsonLd.offers).toMatchObject({ '@type': 'Offer', sku: 'S1', price: '80.00', priceCurrency: 'HKD', gtin: '4006381333931' })
    expect(jsonLd.offers.url).toBe('https://shop.test/zh-hk/product/cup')
    expect(jsonLd.url).toBe('https://shop.test/zh-hk/product/cup')
  })

  it('several stocks are an AggregateOffer; an untracked stock is in stock, a sold-out one is not', () => {
    const jsonLd = ld(product([stock(1), stock(2, { all_available_inventories: 0 }), stock(3, { all_available_inventories: null })]))
    expect(jsonLd.offers).toMatchObject({ '@type': 'AggregateOffer', lowPrice: '80.00', highPrice: '100.00', offerCount: 3 })
    expect(jsonLd.offers.offers.map((offer: { availability: string }) => offer.availability.split('/').at(-1))).toEqual([
      'InStock',
      'OutOfStock',
      'InStock',
    ])
  })

  it('has no offers if prices are hidden from this visitor, the stock is hidden or it has no price', () => {
    expect(ld(product([stock(1)]), { member_only: 1 })).not.toHaveProperty('offers')
    expect(ld(product([stock(1)]), { member_only: 1 }, true).offers).toMatchObject({ price: '100.00' })
    expect(ld(product([stock(1, { visibled: false })]))).not.toHaveProperty('offers')
    expect(ld(product([stock(1, { price: null })], { price: null }))).not.toHaveProperty('offers')
  })

  it('a custom barcode is not a GTIN', () => {
    expect(ld(product([stock(1, { barcode: 'CUP-1' })])).offers).not.toHaveProperty('gtin')
  })

  it('the description is plain text: the short one before the long', () => {
    expect(ld(product([stock(1)])).description).toBe('A cup & saucer')
    expect(ld(product([stock(1)], { short_description: '<p>Thin</p>' })).description).toBe('Thin')
    expect(ld(product([stock(1)], { brand: { title: 'North', url: 'north' } })).brand).toEqual({ '@type': 'Brand', name: 'North' })
    expect(ld(product([stock(1)]))).not.toHaveProperty('brand')
  })

  it('the breadcrumb list begins at the home page and ends with the page itself', () => {
    const crumbs = [{ title: 'Pots', url: 'pots' }]
    const { itemListElement: steps } = crumbList(context(), crumbs, { title: 'Cup', path: '/product/cup' })
    expect(steps.map(({ position, name, item }) => [position, name, item])).toEqual([
      [1, 'shell.home', 'https://shop.test/zh-hk/'],
      [2, 'Pots', 'https://shop.test/zh-hk/category/pots'],
      [3, 'Cup', 'https://shop.test/zh-hk/product/cup'],
    ])
    expect(crumbsAbove([...crumbs, { title: 'Clay', url: 'clay' }], 'clay')).toEqual(crumbs)
  })
})

describe('GTINs', () => {
  it.each(['96385074', '036000291452', '4006381333931', '14006381333938'])('%s has a valid check digit', (code) => {
    expect(isGtin(code)).toBe(true)
  })
  it.each(['96385075', '036000291453', '400638133393', '40063813339310', '4006381333931 ', '４００６３８１３３３９３１', ''])(
    '%j is not a GTIN',
    (code) => {
      expect(isGtin(code)).toBe(false)
    },
  )
})

describe('the price this visitor pays', () => {
  const base = { identifier: 'HKD', rate: '1', mark: 'HK$' }
  const dollars = { identifier: 'USD', rate: '0.128', mark: 'US$' }
  const tiers = stock(1, {
    special_price: '90.00',
    own_prices: [
      { min_quantity: 1, price: '85.00', title: 'Trade' },
      { min_quantity: 5, price: '70.00', title: null },
      { min_quantity: 10, price: '60.00', title: null },
    ],
  })
  it.each([
    [0, '85.00'],
    [1, '85.00'],
    [4, '85.00'],
    [5, '70.00'],
    [9, '70.00'],
    [10, '60.00'],
    [500, '60.00'],
  ])('for a quantity of %i: %s', (quantity, price) => {
    expect(getPrice(product([tiers]), tiers, quantity, base)).toEqual({ from: price, to: price, was: '100.00' })
  })

  it('falls back to the special price, and to the price range until a stock is selected', () => {
    const from = stock(1, { special_price: '90.00', own_prices: [{ min_quantity: 3, price: '80.00', title: null }] })
    expect(getPrice(product([from]), from, 2, base)).toEqual({ from: '90.00', to: '90.00', was: '100.00' })
    expect(getPrice(product([from]), undefined, 2, base)).toEqual({ from: '80.00', to: '100.00', was: null })
    expect(getPrice(product([from]), stock(2), 1, base)).toEqual({ from: '100.00', to: '100.00', was: null })
    expect(getPrice(product([from]), stock(2, { price: null }), 1, base)).toBeNull()
  })

  const exported = stock(1, {
    own_prices: [{ min_quantity: 10, price: '60.00', title: null }],
    currency_prices: [
      {
        currency: 'USD',
        prices: [
          { min_quantity: 1, price: '10.00', title: 'Export' },
          { min_quantity: 10, price: '7.68', title: null },
        ],
      },
    ],
  })
  it('uses a price in the selected currency as is, with the regular price converted', () => {
    const productView = product([exported])
    expect(getPrice(productView, exported, 1, dollars)).toEqual({ from: '10.00', to: '10.00', was: '12.80', currency: 'USD' })
    expect(getPrice(productView, exported, 10, dollars)).toMatchObject({ from: '7.68', currency: 'USD' })
    expect(getPrice(productView, exported, 10, base)).toEqual({ from: '60.00', to: '60.00', was: '100.00' })
    expect(getPrice(productView, exported, 1, { ...dollars, identifier: 'EUR' })).toEqual({ from: '100.00', to: '100.00', was: null })
  })

  it('uses the special price below the minimum quantity of a currency price', () => {
    const from = stock(1, {
      special_price: '90.00',
      currency_prices: [{ currency: 'USD', prices: [{ min_quantity: 3, price: '9.00', title: null }] }],
    })
    expect(getPrice(product([from]), from, 2, dollars)).toEqual({ from: '11.52', to: '11.52', was: '12.80', currency: 'USD' })
    expect(getPrice(product([from]), from, 3, dollars)).toMatchObject({ from: '9.00' })
  })

  it.each([
    ['99.90', '7.5', 'HKD', '92.41'],
    ['98.00', '10', 'HKD', '88.20'],
    ['0.05', '10', 'HKD', '0.05'],
    ['10.00', '100', 'HKD', '0.00'],
    ['1935', '7.5', 'JPY', '1790.00'],
    ['5', '7.5', 'JPY', '5.00'],
  ])('%s less %s percent in %s is %s: the discount is rounded as in the cart', (amount, percent, currency, left) => {
    expect(discountedPrice(amount, percent, currency)).toBe(left)
  })

  it('until a stock is selected the range includes currency prices', () => {
    const inDollars = { currency: 'USD', from: '10.00', to: '12.80', was: '12.80' }
    const productView = product([exported, stock(2)], { price: { from: '80.00', to: '100.00', was: null, currencies: [inDollars] } })
    expect(getPrice(productView, undefined, 1, dollars)).toEqual(inDollars)
    expect(getPrice(productView, undefined, 1, base)).toEqual(productView.price)
    expect(getPrice(productView, undefined, 1, { ...dollars, identifier: 'EUR' })).toEqual(productView.price)
  })
})

describe('visibility by shop settings', () => {
  it.each([
    [{}, 1, false, true, true],
    [{ catalog_mode: 1 }, 1, true, false, true],
    [{ member_only: 1 }, 1, false, false, false],
    [{ member_only: 1 }, 1, true, true, true],
    [{}, 0, true, false, true],
    [{ catalog_mode: 1, member_only: 1 }, 1, true, false, true],
  ] as const)('%j, warehouse %i, signed in %s: cart %s, price %s', (rules, warehouse, signedIn, cart, price) => {
    const facts = { config: config(rules, warehouse), signedIn }
    expect([cartShown(facts), priceShown(facts)]).toEqual([cart, price])
  })
})

describe('availability while selecting', () => {
  const values = (...codes: string[]) => codes.map((code) => ({ code, label: code }))
  const shirt = product(
    [
      stock(1, { values: { size: 's', colour: 'red' }, visibled: false }),
      stock(2, { values: { size: 's', colour: 'blue' } }),
      stock(3, { values: { size: 'm', colour: 'red' }, all_available_inventories: 0 }),
    ],
    {
      options: [
        { key: 'size', label: 'Size', values: values('s', 'm') },
        { key: 'colour', label: 'Colour', values: values('red', 'blue') },
      ],
    },
  )
  it('a hidden stock is never selected and makes no value available', () => {
    expect(getStock(shirt, { size: 's', colour: 'red' })).toBeUndefined()
    expect(valueAvailable(shirt, { size: 's' }, 'colour', 'red')).toBe(false)
    expect(valueAvailable(shirt, { size: 's' }, 'colour', 'blue')).toBe(true)
    // The selected value of an option does not limit its other values.
    expect(valueAvailable(shirt, { size: 'm', colour: 'red' }, 'size', 's')).toBe(false)
    expect(valueAvailable(shirt, { size: 'm' }, 'size', 's')).toBe(true)
  })
  it('the first option without a value is the next to select', () => {
    expect(firstOpen(shirt, {})).toBe('size')
    expect(firstOpen(shirt, { size: 's' })).toBe('colour')
    expect(firstOpen(shirt, { size: 's', colour: 'blue' })).toBeUndefined()
    expect(firstChoice(shirt)).toEqual({})
  })
})

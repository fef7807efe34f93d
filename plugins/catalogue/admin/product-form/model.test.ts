import { describe, expect, it } from 'vitest'
import {
  getCode,
  generated,
  inOrder,
  type InventoryLine,
  getKey,
  getName,
  onHand,
  type Option,
  getProduct,
  type Stock,
  withMoved,
  withoutRemoved,
  withValues,
} from './model.ts'

const option = (key: string, ...codes: string[]): Option => ({
  key,
  label: key,
  values: codes.map((code) => ({ code, label: code.toUpperCase() })),
})
const stock = (id: number | undefined, values: Record<string, string>, more: Partial<Stock> = {}): Stock => ({
  ...(id === undefined ? {} : { id }),
  sku: id === undefined ? '' : `S${id}`,
  values,
  price: '1.00',
  special_price: null,
  visibled: true,
  ...more,
})
const fresh = () => stock(undefined, {})
const summarize = (stocks: readonly Stock[]) =>
  stocks.map(({ id, values, visibled }) => [id, Object.values(values ?? {}).join('/'), visibled])

describe('generating the stocks of a product', () => {
  it('the default stock of a new product becomes the first combination, and is not counted as kept', () => {
    const made = generated([option('size', 's', 'm')], [fresh()], fresh)
    expect(summarize(made.stocks)).toEqual([
      [undefined, 's', true],
      [undefined, 'm', true],
    ])
    expect([made.added, made.kept]).toEqual([2, 0])
  })

  it('saved stocks take the position of their combination; stocks without a combination are hidden after them', () => {
    const before = [stock(1, { size: 'l' }), stock(2, { size: 'm' }, { price: '7.00' })]
    const made = generated([option('size', 's', 'm')], before, fresh)
    expect(summarize(made.stocks)).toEqual([
      [undefined, 's', true],
      [2, 'm', true],
      [1, 'l', false],
    ])
    expect([made.added, made.kept, made.stocks[1]?.price]).toEqual([1, 1, '7.00'])
  })

  it('an unsaved stock that matches no combination is dropped', () => {
    const made = generated([option('size', 's')], [stock(undefined, { size: 'xl' }), stock(1, { size: 's' })], fresh)
    expect(summarize(made.stocks)).toEqual([[1, 's', true]])
  })

  it('a hidden stock is restored with its id and counts as added', () => {
    const made = generated([option('size', 's')], [stock(4, { size: 's' }, { visibled: false })], fresh)
    expect(summarize(made.stocks)).toEqual([[4, 's', true]])
    expect([made.added, made.kept]).toEqual([1, 0])
  })

  it('all combinations of several options are made, in the order of their values', () => {
    const made = generated([option('size', 's', 'm'), option('colour', 'red', 'blue')], [], fresh)
    expect(made.stocks.map(({ values }) => Object.values(values ?? {}).join('/'))).toEqual(['s/red', 's/blue', 'm/red', 'm/blue'])
  })
})

describe('removing options and values', () => {
  it('stocks that still differ are kept; of duplicates the first is kept and other saved ones are hidden', () => {
    const before = ['red', 'blue'].flatMap((colour, i) => [
      stock(2 * i + 1, { size: 's', colour }),
      stock(2 * i + 2, { size: 'm', colour }),
    ])
    expect(summarize(withoutRemoved([option('size', 's', 'm')], before))).toEqual([
      [1, 's', true],
      [2, 'm', true],
      [3, 's/blue', false],
      [4, 'm/blue', false],
    ])
  })

  it('a stock of a removed value is hidden if saved and dropped if not; hidden stocks stay', () => {
    const before = [
      stock(1, { size: 'l' }),
      stock(undefined, { size: 'l' }),
      stock(3, { size: 'l' }, { visibled: false }),
      stock(4, { size: 's' }),
    ]
    expect(summarize(withoutRemoved([option('size', 's')], before))).toEqual([
      [1, 'l', false],
      [3, 'l', false],
      [4, 's', true],
    ])
  })

  it('option values of a restored stock are taken from the previous options; nothing else changes', () => {
    const before = [option('size', 's', 'm')]
    expect(withValues([option('size', 's')], before, { size: 'm' })).toEqual([{ ...option('size', 's', 'm') }])
    expect(withValues([option('size', 's')], before, { size: 's' })).toBeUndefined()
    expect(withValues([option('size', 's')], before, { size: 'xl' })).toBeUndefined()
  })

  it('stocks are sorted by the order of their option values, then those with unknown values, then hidden ones', () => {
    const options = [option('size', 's', 'm'), option('colour', 'red', 'blue')]
    const mixed = [
      stock(1, { size: 's', colour: 'red' }, { visibled: false }),
      stock(2, { size: 'm', colour: 'red' }),
      stock(3, { size: 's', colour: 'gone' }),
      stock(4, { size: 's', colour: 'blue' }),
      stock(5, { size: 's', colour: 'red' }),
    ]
    expect(inOrder(options, mixed).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
    expect(mixed[0]?.id).toBe(1)
  })
})

describe('option keys, codes and labels', () => {
  it('generated codes and keys get a number if they are already in use', () => {
    expect([getCode('Dark Red', []), getCode('Dark Red', ['dark-red']), getCode('Dark Red', ['dark-red', 'dark-red-2'])]).toEqual([
      'dark-red',
      'dark-red-2',
      'dark-red-3',
    ])
    expect([getKey('Colour', ['colour']), getKey('顏色', []), getKey('2nd', [])]).toEqual(['colour_2', 'option_a', 'option_2nd'])
    expect(getCode('★', [])).toBe('value')
  })

  it('a label falls back from the current language to the main language, then to any language', () => {
    const label = { 'zh-HK': '大', 'zh-CN': '大的' }
    expect(getName(label, 'zh-HK', 'en-US')).toBe('大')
    expect(getName(label, 'en-US', 'zh-CN')).toBe('大的')
    expect(getName({ 'zh-CN': '大的' }, 'en-US', 'zh-HK')).toBe('大的')
    expect(getName('Large', 'zh-HK', 'en-US')).toBe('Large')
    expect(getName({}, 'zh-HK', 'en-US')).toBe('')
  })
})

describe('inventory changed while a form is open', () => {
  const line = (id: number, quantity: number, available: number, more: Partial<InventoryLine> = {}): InventoryLine => ({
    id,
    warehouse_id: 1,
    quantity,
    available_inventories: available,
    expiry_date: null,
    lot_code: null,
    visibled: true,
    ...more,
  })

  it('an immediate adjustment changes quantity and available quantity alike, for its stock only', () => {
    const stocks = [stock(1, {}, { inventories: [line(10, 5, 3), line(11, 2, 2)] }), stock(2, {}, { inventories: [line(12, 9, 9)] })]
    const after = withMoved(stocks, 1, { totals: { 10: 8, 12: 1 }, opened: line(13, 4, 4) })
    expect(after[0]?.inventories?.map(({ id, quantity, available_inventories: left }) => [id, quantity, left])).toEqual([
      [10, 8, 6],
      [11, 2, 2],
      [13, 4, 4],
    ])
    expect(after[1]).toBe(stocks[1])
  })

  it('the sellable quantity leaves out hidden and discarded inventory lines', () => {
    expect(onHand([line(1, 5, 3), line(2, 9, 9, { visibled: false }), line(3, 9, 9, { is_discard: true })])).toBe(3)
    expect(onHand([{ warehouse_id: 1, quantity: '4', expiry_date: null, lot_code: null, visibled: true }])).toBe(4)
    expect(onHand([])).toBe(0)
  })
})

it.each([
  [[], ''],
  [[3], ''],
  [[2, 3], '2 × 3 = '],
])('for the value counts %j the number of combinations is written as "%s"', (counts, expected) => {
  expect(getProduct(counts)).toBe(expected)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '../../../tests/support/property.ts'
import { getCost, type Parcel, type Rate, type Tariff } from '../domain/cost.ts'

const parcel: Parcel = { subtotal: 20_000, weight: 2_300, pieces: 3, products: [7], country: 'HKG', area: 'Lantau' }
const tariff = (more: Partial<Tariff>): Tariff => ({
  kind: 'flat',
  price: 4_000,
  freeFrom: null,
  minOrder: null,
  maxOrder: null,
  rates: [],
  notFor: [],
  ...more,
})
const rate = (more: Partial<Rate>): Rate => ({ country: null, areas: [], from: 0, to: null, price: 1_000, perExtra: null, ...more })

test('a flat rate applies until the order reaches the free shipping threshold', () => {
  expect(getCost(tariff({}), parcel)).toBe(4_000)
  expect(getCost(tariff({ freeFrom: 20_000 }), parcel)).toBe(0)
  expect(getCost(tariff({ freeFrom: 20_001 }), parcel)).toBe(4_000)
  expect(getCost(tariff({ kind: 'free' }), parcel)).toBe(0)
})

test('a method outside its range of amounts is not offered', () => {
  expect(getCost(tariff({ minOrder: 20_001 }), parcel)).toBeUndefined()
  expect(getCost(tariff({ maxOrder: 19_999 }), parcel)).toBeUndefined()
  expect(getCost(tariff({ minOrder: 20_000, maxOrder: 20_000 }), parcel)).toBe(4_000)
})

test('a method that excludes one of the products is not offered', () => {
  expect(getCost(tariff({ notFor: [7] }), parcel)).toBeUndefined()
  expect(getCost(tariff({ notFor: [8] }), parcel)).toBe(4_000)
})

test('weight is priced by range, with a surcharge per started kilogram above its lower bound', () => {
  const rates = [rate({ to: 1_000, price: 3_000 }), rate({ from: 1_000, price: 5_000, perExtra: 800 })]
  const by = (weight: number) => getCost(tariff({ kind: 'by_weight', rates }), { ...parcel, weight })
  expect(by(999)).toBe(3_000)
  expect(by(1_000)).toBe(5_000)
  expect(by(1_001)).toBe(5_800)
  expect(by(3_000)).toBe(6_600)
})

test('items and amounts are priced in their own units', () => {
  expect(getCost(tariff({ kind: 'by_quantity', rates: [rate({ from: 1_000, price: 500, perExtra: 100 })] }), parcel)).toBe(700)
  expect(
    getCost(tariff({ kind: 'by_amount', rates: [rate({ to: 200_000, price: 900 }), rate({ from: 200_000, price: 0 })] }), parcel),
  ).toBe(0)
})

test('of several matching zones the most specific applies', () => {
  const rates = [
    rate({ price: 9_000 }),
    rate({ country: 'HKG', price: 4_000 }),
    rate({ country: 'HKG', areas: ['Lantau'], price: 7_000 }),
    rate({ country: 'MAC', price: 6_000 }),
  ]
  const to = (country: string, area = '') => getCost(tariff({ rates }), { ...parcel, country, area })
  expect(to('HKG', 'Lantau')).toBe(7_000)
  expect(to('HKG', 'Central')).toBe(4_000)
  expect(to('MAC')).toBe(6_000)
  expect(to('SGP')).toBe(9_000)
  expect(getCost(tariff({ rates: rates.slice(1) }), { ...parcel, country: 'SGP' })).toBeUndefined()
})

test('without a matching rate the method is unavailable', () => {
  expect(getCost(tariff({ kind: 'by_weight', rates: [rate({ to: 2_000 })] }), parcel)).toBeUndefined()
  expect(getCost(tariff({ kind: 'by_weight' }), parcel)).toBeUndefined()
})

test('of overlapping rates the one with the highest start applies', () => {
  const rates = [rate({ price: 3_000 }), rate({ from: 5_000, price: 9_000 })]
  const by = (weight: number) => getCost(tariff({ kind: 'by_weight', rates }), { ...parcel, weight })
  expect([by(4_999), by(5_000), by(50_000)]).toEqual([3_000, 9_000, 9_000])
})

const amount = fc.integer({ min: 0, max: 100_000 })
const zone = fc.constantFrom<Pick<Rate, 'country' | 'areas'>>(
  { country: null, areas: [] },
  { country: 'HKG', areas: [] },
  { country: 'HKG', areas: ['Lantau'] },
  { country: 'MAC', areas: [] },
)
const line = fc
  .tuple(zone, amount, fc.option(fc.integer({ min: 1, max: 50_000 })), amount, fc.option(amount))
  .map(([where, from, span, price, perExtra]): Rate => ({ ...where, from, to: span === null ? null : from + span, price, perExtra }))
// Two rates of one zone with the same lower bound are ambiguous: their order decides.
const lines = fc.uniqueArray(line, { maxLength: 6, selector: ({ country, areas, from }) => `${country} ${areas.join()} ${from}` })
const parcels = fc.record<Parcel>({
  subtotal: amount,
  weight: amount,
  pieces: fc.integer({ min: 1, max: 200 }),
  products: fc.constant([7]),
  country: fc.constantFrom('HKG', 'MAC', 'SGP'),
  area: fc.constantFrom('', 'Lantau', 'Central'),
})
const kind = fc.constantFrom('flat', 'by_amount', 'by_weight', 'by_quantity')

test('a cost is a whole number of cents, never negative, whatever the order of the rates', () => {
  fc.assert(
    fc.property(kind, lines, parcels, (tariffKind, rates, sent) => {
      const cost = getCost(tariff({ kind: tariffKind as Tariff['kind'], rates }), sent)
      expect(getCost(tariff({ kind: tariffKind as Tariff['kind'], rates: [...rates].reverse() }), sent)).toBe(cost)
      if (cost !== undefined) expect(Number.isSafeInteger(cost) && cost >= 0).toBe(true)
      // Above the free shipping amount the cost is zero, and no address becomes available that was not before.
      const free = getCost(tariff({ kind: tariffKind as Tariff['kind'], rates, freeFrom: sent.subtotal }), sent)
      expect(free).toBe(cost === undefined ? undefined : 0)
    }),
    tries(1_000),
  )
})

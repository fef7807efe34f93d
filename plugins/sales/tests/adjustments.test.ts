import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError, INVALID, validationError, message, WRONG_STATE } from 'stoa'
import { tries } from '../../../tests/support/property.ts'
import { applyAdjustments, type Adjustment, getAmount, type RemainingAmounts } from '../services/sale/adjustment-providers.ts'
import { prefixFields, renameToDiscountInput } from '../services/sale/choice-names.ts'
import { unitPrice } from '../services/sale/currency.ts'
import { type PricedLine, priceSale, createManualStep, applyFurtherSteps } from '../services/sale/priced.ts'
import type { SaleLine } from '../services/sale/lines.ts'

const line = fc.record({ unit: fc.integer({ min: 0, max: 500_000 }), quantity: fc.integer({ min: 1, max: 40 }) })
const lines = fc.array(line, { minLength: 1, maxLength: 6 })
/** Requested adjustments, valid or not: more than the total, negative, or with fractions of a cent. */
const wish = fc.oneof(fc.integer({ min: -9_000, max: 900_000 }), fc.constantFrom(0, 0.5, 99.99, -0.5))
const off = fc.record({ shares: fc.array(wish, { maxLength: 8 }), shipping: wish })
const steps = fc.array(fc.array(off, { maxLength: 3 }), { maxLength: 4 })
const asSteps = (all: readonly { shares: number[]; shipping: number }[][]) =>
  all.map((list, i) => ({ kind: `step${i}`, adjust: (): Adjustment[] => list.map((adjustment) => ({ label: 'off', ...adjustment })) }))
const fixed = (kind: string, ...list: Adjustment[]) => ({ kind, adjust: () => list })

test('no adjustment makes a line or shipping negative, and no cent is lost', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 20_000 }), steps, (sold, shipping, all) => {
      const sums = priceSale(sold as PricedLine[], shipping, { steps: asSteps(all) }, { code: 'HKD', rate: '1' })
      expect(sums.adjusted.lines.every((left) => Number.isInteger(left) && left >= 0)).toBe(true)
      expect(Number.isInteger(sums.shipping) && sums.shipping >= 0 && sums.shipping <= shipping).toBe(true)
      expect(sums.total).toBe(sums.subtotal - sums.discount + sums.shipping)
      const appliedTotal = sums.adjusted.applied.reduce((sum, adjustment) => sum + getAmount(adjustment), 0)
      expect(sums.total + appliedTotal).toBe(sums.subtotal + shipping)
      const offLines = sums.adjusted.applied.flatMap(({ shares }) => shares).reduce((sum, share) => sum + share, 0)
      expect(sums.discount).toBe(offLines)
    }),
    tries(400),
  )
})

test('each adjustment sees the amounts left by earlier ones, and no more than that is deducted', () => {
  const snapshots: RemainingAmounts[] = []
  const looking = (kind: string, shares: number[], shipping: number) => ({
    kind,
    adjust: (left: RemainingAmounts): Adjustment[] => {
      snapshots.push(left)
      return [{ label: kind, shares, shipping }]
    },
  })
  const done = applyAdjustments([{ unit: 1_000, quantity: 3 }], 500, [looking('a', [2_500], 400), looking('b', [2_500], 400)], 'HKD')
  expect(snapshots).toEqual([
    { lines: [3_000], shipping: 500 },
    { lines: [500], shipping: 100 },
  ])
  expect(done.applied.map(({ shares, shipping }) => [shares, shipping])).toEqual([
    [[2_500], 400],
    [[500], 100],
  ])
  expect(done).toMatchObject({ lines: [0], shipping: 0 })
})

test('fractions of a cent are truncated, never rounded up', () => {
  const done = applyAdjustments(
    [{ unit: 1_000, quantity: 1 }],
    1_000,
    [fixed('half', { label: 'half', shares: [99.99], shipping: 0.99 })],
    'HKD',
  )
  expect(done).toMatchObject({ lines: [901], shipping: 1_000 })
})

test('an adjustment without effect is omitted unless it adds a gift or is marked to stay', () => {
  const gift = { line: { price: 250, quantity: 2 } as SaleLine, label: 'Sample' }
  const done = applyAdjustments(
    [{ unit: 100, quantity: 1 }],
    0,
    [
      fixed('nothing', { label: 'nothing', shares: [0], shipping: 50 }),
      fixed('gift', { label: 'gift', gifts: [gift], source_id: 4 }),
      fixed('stands', { label: 'stands', keepIfZero: true, code: 'WELCOME' }),
      fixed('hint', { label: 'hint', hint: 'Two more for the offer' }),
    ],
    'HKD',
  )
  expect(done.applied).toEqual([
    { kind: 'gift', label: 'gift', code: null, source_id: 4, shares: [0], shipping: 0 },
    { kind: 'stands', label: 'stands', code: 'WELCOME', source_id: null, shares: [0], shipping: 0 },
  ])
  expect(done.gifts).toEqual([gift])
  expect(done.hints).toEqual(['Two more for the offer'])
})

test('a gift costs nothing, and shows its regular price in the sale currency and the reason', () => {
  const gift = { line: { price: 1_005, pay: 905, quantity: 2 } as SaleLine, label: 'Sample' }
  const step = fixed('gift', { label: 'gift', gifts: [gift] })
  const sale = priceSale([{ unit: 100, quantity: 1 } as PricedLine], 0, { steps: [step] }, { code: 'USD', rate: '0.5' })
  expect(sale.lines[1]).toMatchObject({ quantity: 2, shopUnit: 0, unit: 0, listUnit: 503, priceReason: 'Sample', gift: true })
  expect(sale.total).toBe(100)
})

test('a later deduction applies to the remaining amounts and keeps earlier adjustments and gifts', () => {
  const money = { code: 'HKD', rate: '1' }
  const lines = [{ unit: 1_000, quantity: 1 } as PricedLine, { unit: 500, quantity: 2 } as PricedLine]
  const gift = { line: { price: 100, pay: 100, quantity: 1 } as SaleLine, label: 'Sample' }
  const off = fixed('offer', { label: 'offer', shares: [200], gifts: [gift] })
  const rounding = createManualStep('rounding', 8, 'Rounding')
  const later = applyFurtherSteps(priceSale(lines, 0, { steps: [off] }, money), rounding)
  expect(later).toEqual(priceSale(lines, 0, { steps: [off, rounding] }, money))
  expect([later.subtotal, later.discount, later.total, later.lines.length]).toEqual([2_000, 208, 1_792, 3])
})

test('a unit price is rounded half up in another currency, and unchanged in the base currency', () => {
  expect(unitPrice(1, { code: 'USD', rate: '0.5' })).toBe(1)
  expect(unitPrice(1, { code: 'USD', rate: '0.49999999' })).toBe(0)
  expect(unitPrice(12_345, { code: 'USD', rate: '1' })).toBe(12_345)
  expect(unitPrice(10_000, { code: 'USD', rate: '0.12875' })).toBe(1_288)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_000_000 }), fc.integer({ min: 1, max: 99_999_999 }), (minor, eighth) => {
      const rate = `${Math.floor(eighth / 1e6)}.${String(eighth % 1e6).padStart(6, '0')}`
      expect(Math.abs(unitPrice(minor, { code: 'USD', rate }) - minor * (eighth / 1e6))).toBeLessThanOrEqual(0.5 + 1e-3)
    }),
    tries(300),
  )
})

test('a rejected choice is reported under its field once; other errors pass unchanged, and request fields keep their name', () => {
  const refusal = validationError({ codes: message('core:rule.choice') })
  const named = prefixFields('choices.promotion', refusal)
  expect(Object.keys(named.messages)).toEqual(['choices.promotion.codes'])
  expect(prefixFields('choices.promotion', named)).toBe(named)
  const state = new AppError(WRONG_STATE, { status: [message('core:rule.choice')] })
  expect(prefixFields('choices.promotion', state)).toBe(state)
  const words = new AppError(INVALID, [message('core:rule.choice')])
  expect(prefixFields('choices.promotion', words)).toBe(words)
  const reader = { reads: { codes: 'codes' } }
  const asWord = renameToDiscountInput(reader, { codes: ['SPRING'] }, 'choices.promotion', refusal)
  expect(Object.keys(asWord.messages)).toEqual(['codes'])
  expect(Object.keys(renameToDiscountInput(reader, {}, 'choices.promotion', asWord).messages)).toEqual(['choices.promotion.codes'])
})

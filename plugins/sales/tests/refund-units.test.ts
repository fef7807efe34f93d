import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '../../../tests/support/property.ts'
import { getValueOfUnits, getRefundAmount } from '../domain/refund.ts'

const line = fc.record({ total: fc.integer({ min: 0, max: 1_000_000 }), quantity: fc.integer({ min: 1, max: 60 }) })

test('the cumulative value grows with the units, from zero to the whole total', () => {
  fc.assert(
    fc.property(line, ({ total, quantity }) => {
      const worth = Array.from({ length: quantity + 1 }, (_, units) => getValueOfUnits(total, quantity, units, 'HKD'))
      expect([worth[0], worth.at(-1)]).toEqual([quantity === 0 ? total : 0, total])
      for (let i = 1; i <= quantity; i++) {
        const unitAmount = (worth[i] ?? 0) - (worth[i - 1] ?? 0)
        expect(Math.abs(unitAmount - total / quantity)).toBeLessThan(1)
      }
      expect([getValueOfUnits(total, quantity, -1, 'HKD'), getValueOfUnits(total, quantity, quantity + 1, 'HKD')]).toEqual([0, total])
    }),
    tries(200),
  )
})

test('refunds never exceed the line total, whatever the order of units and the refunded amounts', () => {
  fc.assert(
    fc.property(
      line,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: -300, max: 300 })), { maxLength: 30 }),
      (made, steps) => {
        const state = { ...made, currency: 'HKD', refunded_quantity: 0, refunded: 0 }
        for (const [requestedUnits, other] of steps) {
          const units = Math.min(requestedUnits, state.quantity - state.refunded_quantity)
          if (units === 0) break
          const due = getRefundAmount(state, units)
          expect(due).toBeGreaterThanOrEqual(0)
          expect(due).toBeLessThanOrEqual(state.total - state.refunded)
          // Staff can enter another amount, up to what is left.
          state.refunded += Math.max(0, Math.min(due + other, state.total - state.refunded))
          state.refunded_quantity += units
        }
        expect(state.refunded).toBeLessThanOrEqual(state.total)
      },
    ),
    tries(300),
  )
})

test('an excess refund for early units reduces later ones, and a shortfall is added to them', () => {
  const made = { total: 1_000, quantity: 4, currency: 'HKD' }
  expect(getRefundAmount({ ...made, refunded_quantity: 1, refunded: 600 }, 1)).toBe(0)
  expect(getRefundAmount({ ...made, refunded_quantity: 1, refunded: 100 }, 1)).toBe(400)
  expect(getRefundAmount({ ...made, refunded_quantity: 3, refunded: 0 }, 1)).toBe(1_000)
  expect(getRefundAmount({ ...made, refunded_quantity: 4, refunded: 1_000 }, 1)).toBe(0)
})

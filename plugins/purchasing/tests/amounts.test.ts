import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tries } from '../../../tests/support/property.ts'
import { differs, netUnit, toBase } from '../domain/amounts.ts'
import { getMostReceivable, open, getStatus } from '../domain/progress.ts'
import { isRunningLow, getExpectedSales, getSuggestedQuantity } from '../domain/suggest.ts'

const minor = fc.integer({ min: 0, max: 2_000_000_000 })
const rate = fc.integer({ min: 1, max: 999_999_999 }).map((n) => `${Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, '0')}`)

test('an amount in another currency is converted by its rate, rounded half up to the cent', () => {
  expect(toBase(100, '0.128')).toBe(781)
  expect(toBase(0, '0.128')).toBe(0)
  expect(toBase(12_345, '1')).toBe(12_345)
  expect([toBase(1, '2'), toBase(1, '2.01'), toBase(-1, '2')]).toEqual([1, 0, -1])
  fc.assert(
    fc.property(minor, rate, (amount, by) => {
      const there = toBase(amount, by)
      expect(Math.abs(there * Number(by) - amount)).toBeLessThanOrEqual(Number(by) / 2 + 1e-3 + amount * 1e-9)
      expect(toBase(-amount, by)).toBe(0 - there)
    }),
    tries(400),
  )
})

test('a rate of zero or less is refused', () => {
  for (const none of ['0', '0.000', '-1']) expect(() => toBase(100, none), none).toThrow('is no divisor')
})

test('the net unit cost is rounded half up, so all units differ by at most half a cent each', () => {
  expect(netUnit(1_000, 3, 0)).toBe(1_000)
  expect(netUnit(1_000, 3, 1_000)).toBe(667)
  expect(netUnit(1, 2, 1)).toBe(1)
  expect(netUnit(500, 1, 500)).toBe(0)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 1, max: 10_000 }), fc.nat(100), (unit, quantity, percent) => {
      const discount = Math.floor((unit * quantity * percent) / 100)
      const net = netUnit(unit, quantity, discount)
      expect(net).toBeLessThanOrEqual(unit)
      expect(net).toBeGreaterThanOrEqual(0)
      expect(Math.abs(net * quantity - (unit * quantity - discount)) * 2).toBeLessThanOrEqual(quantity)
    }),
    tries(400),
  )
})

test('a cost differs only when it is off by more than the given percentage, up or down', () => {
  expect([differs(1_000, 1_100, 10), differs(1_000, 1_101, 10), differs(1_000, 900, 10), differs(1_000, 899, 10)]).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect([differs(0, 0, 10), differs(0, 1, 10), differs(1_000, 1_000, 0), differs(1_000, 1_001, 0)]).toEqual([false, true, false, true])
})

test('an over-receipt tolerance allows whole units only', () => {
  const line = (quantity: number) => ({ quantity, received: 0, rejected: 0, closed: 0 })
  expect([
    getMostReceivable(line(19), 5),
    getMostReceivable(line(20), 5),
    getMostReceivable(line(1), 99),
    getMostReceivable(line(1), 100),
    getMostReceivable(line(7), 0),
  ]).toEqual([19, 21, 1, 2, 7])
})

test('the status of an order follows from its lines, whatever was received, rejected or closed', () => {
  const line = fc.record({
    quantity: fc.integer({ min: 1, max: 20 }),
    received: fc.nat(25),
    rejected: fc.nat(5),
    closed: fc.nat(20),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
      const came = lines.reduce((sum, l) => sum + l.received + l.rejected, 0)
      const left = lines.reduce((sum, l) => sum + open(l), 0)
      expect(getStatus(lines)).toBe(came === 0 ? 'sent' : left === 0 ? 'received' : 'partial_received')
      for (const l of lines) expect(open(l)).toBeGreaterThanOrEqual(0)
    }),
    tries(300),
  )
  expect(open({ quantity: 5, received: 1, rejected: 1, closed: 1 })).toBe(2)
})

test('stock is low at its threshold, not above, counting incoming units and expected sales until a delivery', () => {
  const listing = (available: number, incoming = 0, sold = 0) => ({ available, incoming, planned: 0, threshold: 5, sold })
  expect([
    isRunningLow(listing(5), 14),
    isRunningLow(listing(6), 14),
    isRunningLow(listing(2, 3), 14),
    isRunningLow(listing(2, 4), 14),
  ]).toEqual([true, false, true, false])
  // Thirty are sold in thirty days, so fourteen before the delivery arrives.
  expect([getExpectedSales(30, 14), getExpectedSales(1, 1), getExpectedSales(0, 99)]).toEqual([14, 1, 0])
  expect([isRunningLow(listing(19, 0, 30), 14), isRunningLow(listing(20, 0, 30), 14)]).toEqual([true, false])
})

test('a suggested quantity is in whole lots, never zero, and covers twice the threshold plus expected sales', () => {
  const none = { available: 0, incoming: 0, planned: 0, threshold: 0, sold: 0 }
  expect(getSuggestedQuantity(none, { leadDays: 0, minimum: 6 })).toBe(6)
  expect(getSuggestedQuantity({ available: 2, incoming: 1, planned: 0, threshold: 5, sold: 30 }, { leadDays: 14, minimum: 1 })).toBe(21)
  fc.assert(
    fc.property(
      fc.nat(50),
      fc.nat(50),
      fc.nat(20),
      fc.nat(90),
      fc.nat(30),
      fc.integer({ min: 1, max: 24 }),
      (available, incoming, threshold, sold, leadDays, minimum) => {
        const n = getSuggestedQuantity({ available, incoming, planned: 0, threshold, sold }, { leadDays, minimum })
        const requiredQuantity = getExpectedSales(sold, leadDays) + 2 * threshold - available - incoming
        expect(n % minimum).toBe(0)
        expect(n).toBeGreaterThanOrEqual(Math.max(1, requiredQuantity))
        expect(n - minimum).toBeLessThan(Math.max(1, requiredQuantity))
      },
    ),
    tries(300),
  )
})

import { describe, expect, test } from 'vitest'
import { differs, netUnit, toBase } from '../domain/amounts.ts'
import { getMostReceivable, open, getStatus } from '../domain/progress.ts'
import { isRunningLow, getSuggestedQuantity } from '../domain/suggest.ts'

describe('amounts', () => {
  test('are converted to the base currency, rounded half up, by the exchange rate', () => {
    expect(toBase(12_800, '1')).toBe(12_800)
    expect(toBase(100, '0.128')).toBe(781)
    expect(toBase(1, '2')).toBe(1)
    expect(toBase(-1, '2')).toBe(-1)
    expect(toBase(910, '0.91000000')).toBe(1_000)
  })
  test('of a unit include their share of the line discount', () => {
    expect(netUnit(1_000, 3, 100)).toBe(967)
    expect(netUnit(1_000, 3, 0)).toBe(1_000)
  })
  test('differ when they are further apart than tolerated, also from zero', () => {
    expect(differs(1_000, 1_100, 10)).toBe(false)
    expect(differs(1_000, 1_101, 10)).toBe(true)
    expect(differs(1_000, 899, 10)).toBe(true)
    expect(differs(0, 1, 10)).toBe(true)
  })
})

describe('an order', () => {
  const line = { quantity: 3, received: 0, rejected: 0, closed: 0 }
  test('has the status of its lines', () => {
    expect(getStatus([line])).toBe('sent')
    expect(getStatus([{ ...line, received: 2 }])).toBe('partial_received')
    expect(getStatus([{ ...line, received: 2, rejected: 1 }])).toBe('received')
    expect(getStatus([{ ...line, received: 1, closed: 2 }, line])).toBe('partial_received')
  })
  test('awaits what was neither received nor closed', () => {
    expect(open({ ...line, received: 1, rejected: 1 })).toBe(1)
    expect(open({ ...line, received: 5 })).toBe(0)
  })
  test('has a tolerance of whole units only', () => {
    expect(getMostReceivable({ ...line, quantity: 10 }, 5)).toBe(10)
    expect(getMostReceivable({ ...line, quantity: 100 }, 5)).toBe(105)
  })
})

describe('a purchase suggestion', () => {
  const listing = { available: 4, incoming: 0, planned: 0, threshold: 5, sold: 30 }
  test('is made when a stock falls to its threshold before a delivery could arrive', () => {
    expect(isRunningLow(listing, 0)).toBe(true)
    expect(isRunningLow({ ...listing, available: 10 }, 0)).toBe(false)
    expect(isRunningLow({ ...listing, available: 10 }, 7)).toBe(true)
    expect(isRunningLow({ ...listing, available: 10, incoming: 10 }, 7)).toBe(false)
  })
  test('is in whole lots of the supplier', () => {
    // 7 days × 1 a day + 2 × 5 − 4 = 13
    expect(getSuggestedQuantity(listing, { leadDays: 7, minimum: 1 })).toBe(13)
    expect(getSuggestedQuantity(listing, { leadDays: 7, minimum: 12 })).toBe(24)
    expect(getSuggestedQuantity({ ...listing, available: 100 }, { leadDays: 0, minimum: 6 })).toBe(6)
  })
})

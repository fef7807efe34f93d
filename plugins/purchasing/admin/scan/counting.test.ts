import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PoLine } from '../../api-types.ts'
import { getBody, getCounting, readStoredCounting, getLine, nothing } from './counting.ts'

const line = (id: number, open: number, codes: Partial<PoLine>): PoLine => ({
  ...{ id, stock_id: id, product_id: id, sku: '', supplier_sku: '', barcode: null, name: 'Tea', options: '', image: null, dated: false },
  ...{ quantity: open, received: 0, rejected: 0, closed: 0, open, unit_cost: '1.00', discount: '0.00', net_cost: '1.00', total: '1.00' },
  ...codes,
})
const lines = [line(1, 1, { sku: 'POT-RUST' }), line(2, 5, { sku: 'POT-RUST' }), line(3, 2, { barcode: '4006381333931' })]

test('a code is matched by barcode or SKU, in any case', () => {
  expect(getLine(lines, '4006381333931', nothing)?.id).toBe(3)
  expect(getLine(lines, ' pot-rust ', nothing)?.id).toBe(1)
  expect(getLine(lines, 'POT', nothing)).toBeUndefined()
})

test('a code on two lines counts for the one still open', () => {
  expect(getLine(lines, 'POT-RUST', { ...nothing, units: [1] })?.id).toBe(2)
})

test('an uncounted line is not sent', () => {
  expect(getBody(lines, { ...nothing, units: [3, 1, 3], expiry: { 3: '2027-01-01' } })).toEqual({
    lines: [
      { po_line_id: 1, accepted: 1 },
      { po_line_id: 3, accepted: 2, expiry_date: '2027-01-01' },
    ],
  })
})

beforeEach(() => {
  const storage = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('two codes scanned before a re-render both count', () => {
  const counter = getCounting(7)
  const drawn = counter.now()
  for (let i = 0; i < 2; i++) counter.add(getLine(lines, 'POT-RUST', counter.now())?.id ?? 0)
  expect(drawn.units).toEqual([])
  expect(counter.now().units).toEqual([1, 2])
  expect(readStoredCounting(7).units).toEqual([1, 2])
})

test('a code scanned right after posting counts nothing, and the sent body is kept for a retry', () => {
  const counter = getCounting(7)
  counter.add(1)
  const sent = { key: 'k', body: getBody(lines, counter.now()) }
  counter.change((now) => ({ ...now, sent }))
  expect(counter.add(2)).toBe(false)
  expect(readStoredCounting(7)).toEqual({ units: [1], expiry: {}, sent })
})

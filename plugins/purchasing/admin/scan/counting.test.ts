import { expect, test } from 'vitest'
import type { PoLine } from '../../wire.ts'
import { bodyOf, lineOf, nothing } from './counting.ts'

const line = (id: number, open: number, codes: Partial<PoLine>): PoLine => ({
  ...{ id, stock_id: id, product_id: id, sku: '', supplier_sku: '', barcode: null, name: 'Tea', options: '', dated: false },
  ...{ quantity: open, received: 0, rejected: 0, closed: 0, open, unit_cost: '1.00', discount: '0.00', total: '1.00' },
  ...codes,
})
const lines = [line(1, 1, { sku: 'POT-RUST' }), line(2, 5, { sku: 'POT-RUST' }), line(3, 2, { barcode: '4006381333931' })]

test('a code is found by barcode or number, however it is written', () => {
  expect(lineOf(lines, '4006381333931', nothing)?.id).toBe(3)
  expect(lineOf(lines, ' pot-rust ', nothing)?.id).toBe(1)
  expect(lineOf(lines, 'POT', nothing)).toBeUndefined()
})

test('goods of two lines count for the one that still waits', () => {
  expect(lineOf(lines, 'POT-RUST', { ...nothing, units: [1] })?.id).toBe(2)
})

test('a line that was not counted is not told', () => {
  expect(bodyOf(lines, { ...nothing, units: [3, 1, 3], expiry: { 3: '2027-01-01' } })).toEqual({
    lines: [
      { po_line_id: 1, accepted: 1 },
      { po_line_id: 3, accepted: 2, expiry_date: '2027-01-01' },
    ],
  })
})

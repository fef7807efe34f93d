import { expect, test } from 'vitest'
import { emptyCount, toLines } from './counts.ts'

test('a typed delivery is sent line by line, without the blank fields', () => {
  const typed = { ...emptyCount(8), accepted: ' 3 ', rejected: '1', expiry: '2099-01-31', lot: ' L7 ', reason: ' Wet ', cost: ' 12.80 ' }
  expect(toLines([emptyCount(7), typed, { ...emptyCount(8), lot: '  ', reason: ' ', cost: '' }])).toEqual([
    { po_line_id: 7, accepted: 0, rejected: 0 },
    { po_line_id: 8, accepted: 3, rejected: 1, expiry_date: '2099-01-31', lot_code: 'L7', reason: 'Wet', unit_cost: '12.80' },
    { po_line_id: 8, accepted: 0, rejected: 0 },
  ])
})

test('a quantity that is not a number is left to the server to refuse', () => {
  expect(toLines([{ ...emptyCount(1), accepted: 'many' }])).toEqual([{ po_line_id: 1, accepted: Number.NaN, rejected: 0 }])
})

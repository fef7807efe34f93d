import { expect, test } from 'vitest'
import { getRoundingDifference } from './rounding.ts'

test('cash is rounded down to whole coins, with the difference returned', () => {
  expect(getRoundingDifference(12_345, 10)).toBe(5)
  expect(getRoundingDifference(12_340, 10)).toBe(0)
  expect(getRoundingDifference(12_399, 100)).toBe(99)
  expect(getRoundingDifference(12_345, 1)).toBe(0)
  expect(getRoundingDifference(0, 10)).toBe(0)
})

import { expect, test } from 'vitest'
import { oddCents } from './rounding.ts'

test('cash is rounded down to whole coins, and what is paid otherwise is not', () => {
  expect(oddCents(12_345, 10)).toBe(5)
  expect(oddCents(12_340, 10)).toBe(0)
  expect(oddCents(12_399, 100)).toBe(99)
  expect(oddCents(12_345, 1)).toBe(0)
  expect(oddCents(0, 10)).toBe(0)
})

import { expect, test } from 'vitest'
import { formatAmount } from './amount.ts'

test.each([
  [0, 'HKD', 'HKD 0.00'],
  [5, 'HKD', 'HKD 0.05'],
  [128_000, 'HKD', 'HKD 1,280.00'],
  [123_456_789, 'USD', 'USD 1,234,567.89'],
  [-3_000, 'HKD', '−HKD 30.00'],
  [99_999, undefined, '999.99'],
  [100_000, undefined, '1,000.00'],
  [-100_000, undefined, '−1,000.00'],
] as const)('%i minor units of %s are formatted as "%s"', (minor, currency, expected) => {
  expect(formatAmount(minor, currency)).toBe(expected)
})

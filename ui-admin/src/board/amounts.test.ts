import { expect, test } from 'vitest'
import { added } from './amounts.ts'

test('amounts are summed exactly to the cent, however many there are', () => {
  expect(added(Array.from({ length: 10 }, () => '0.10'))).toBe('1.00')
  expect(added(['1234.50', '-0.05'])).toBe('1234.45')
  expect(added([])).toBe('0.00')
})

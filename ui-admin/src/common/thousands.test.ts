import { expect, test } from 'vitest'
import { thousandsApart } from './thousands.ts'

test('thousands of an amount stand apart, its hundredths do not', () => {
  const all = ['0.00', '999.99', '1000.00', '-1234567.8912', '12345', '']
  expect(all.map(thousandsApart)).toEqual(['0.00', '999.99', '1,000.00', '-1,234,567.8912', '12,345', ''])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, parseMoney } from 'stoa/money'
import { tries } from '../../../../tests/support/property.ts'
import { AMOUNT, getAmount } from './amount.ts'

test.each([
  ['12.5', '12.50'],
  ['12,5', '12.50'],
  [' 7 ', '7.00'],
  ['.5', '0.50'],
  ['5.', '5.00'],
  ['007', '7.00'],
  ['0', '0.00'],
  ['999999999.99', '999999999.99'],
])('input "%s" is parsed as %s', (typed, amount) => {
  expect(getAmount(typed)).toBe(amount)
})

test.each(['', ' ', '.', ',', '1.234', '1000000000', '-1', '1e3', '1.2.3', '1 000', '１２', 'x'])(
  'input "%s" is not an amount',
  (typed) => {
    expect(getAmount(typed)).toBeUndefined()
  },
)

test('a formatted amount parses to the same amount, with a point or a comma', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.constantFrom('.', ','), (minor, point) => {
      const typed = formatMoney(minor).replace('.', point)
      expect(AMOUNT.test(typed)).toBe(true)
      expect(parseMoney(getAmount(typed) ?? '')).toBe(minor)
    }),
    tries(200),
  )
})

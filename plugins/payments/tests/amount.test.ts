import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney } from 'stoa'
import { tries } from '../../../tests/support/property.ts'
import { fromDecimal, fromProviderAmount, toDecimal, toProviderAmount } from '../domain/amount.ts'

const WHOLE = new Set(['JPY', 'TWD'])
const minor = fc.integer({ min: 0, max: 99_999_999_999 })

test('an amount converted for a provider converts back unchanged, in any currency', () => {
  fc.assert(
    fc.property(minor, fc.constantFrom('HKD', 'USD'), (amount, currency) => {
      expect(fromProviderAmount(toProviderAmount(amount, currency, WHOLE), currency, WHOLE)).toBe(amount)
      expect(fromDecimal(toDecimal(amount, currency, WHOLE))).toBe(amount)
    }),
    tries(200),
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.constantFrom('JPY', 'TWD'), (units, currency) => {
      expect(fromProviderAmount(toProviderAmount(units * 100, currency, WHOLE), currency, WHOLE)).toBe(units * 100)
      expect(toDecimal(units * 100, currency, WHOLE)).toBe(String(units))
      expect(fromDecimal(toDecimal(units * 100, currency, WHOLE))).toBe(units * 100)
    }),
    tries(200),
  )
})

test('an amount with a fraction in a currency without decimals is an error, never rounded', () => {
  fc.assert(
    fc.property(
      minor.filter((amount) => amount % 100 !== 0),
      (amount) => {
        expect(() => toProviderAmount(amount, 'JPY', WHOLE)).toThrow('JPY has no decimals')
        expect(() => toDecimal(amount, 'TWD', WHOLE)).toThrow('TWD has no decimals')
      },
    ),
    tries(100),
  )
})

test('an amount with trailing zeros is read, and one that would lose a cent is rejected', () => {
  fc.assert(
    fc.property(minor, fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 9 }), (amount, noughts, digit) => {
      const text = formatMoney(amount)
      expect(fromDecimal(` ${text}${'0'.repeat(noughts)} `)).toBe(amount)
      expect(fromDecimal(`${text}${'0'.repeat(noughts)}${digit}`)).toBeUndefined()
    }),
    tries(200),
  )
})

test.each(['', ' ', '.5', '5.', '-1.00', '+1.00', '1e2', '1,000.00', '0x10', '1.2.3', 'NaN', '1234567890123', '１.００'])(
  '"%s" is no amount',
  (text) => {
    expect(fromDecimal(text)).toBeUndefined()
  },
)

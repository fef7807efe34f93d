import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, formatMoney, moneyText, multiply, parseMoney, splitByWeight, groupThousands } from '../../core/money.ts'
import { tries } from '../support/property.ts'

/** Arithmetic properties of amounts, for any numbers. */
const most = 99_999_999_999_999
const minor = fc.oneof(fc.integer({ min: -most, max: most }), fc.integer({ min: -1_000, max: 1_000 }))
const factor = fc
  .tuple(fc.nat(10_000), fc.option(fc.stringMatching(/^\d{1,8}$/), { nil: undefined }))
  .map(([whole, parts]) => (parts === undefined ? String(whole) : `${whole}.${parts}`))

test('a formatted amount is parsed back unchanged, with and without thousands separators', () => {
  fc.assert(
    fc.property(minor, (n) => {
      expect(parseMoney(formatMoney(n))).toBe(n)
      const [whole = '', cents] = formatMoney(n).split('.')
      expect(parseMoney(`${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${cents}`)).toBe(n)
    }),
    tries(500),
  )
})

test('thousands are separated, decimals are not', () => {
  const all = ['0.00', '999.99', '1000.00', '-1234567.8912', '12345', '']
  expect(all.map(groupThousands)).toEqual(['0.00', '999.99', '1,000.00', '-1,234,567.8912', '12,345', ''])
})

test('a negative amount has a minus sign before the currency symbol', () => {
  expect(['30.00', '-30.00', '-1,234.00'].map((amount) => moneyText(amount, 'HKD '))).toEqual(['HKD 30.00', '−HKD 30.00', '−HKD 1,234.00'])
  expect([moneyText('-9.22'), moneyText('-9.22', 'HK$'), moneyText('0.00', 'HK$')]).toEqual(['−9.22', '−HK$9.22', 'HK$0.00'])
})

test('commas are accepted only as thousands separators', () => {
  for (const typed of ['12,50', '1,5', '1,0', ',5', '5,', '1,23,456', '1234,567', '1,,000', '1.234,56', '1,2345'])
    expect(() => parseMoney(typed), typed).toThrow(RangeError)
  for (const [typed, minor] of [
    ['1,250', 125_000],
    ['-1,234,567.8', -123_456_780],
    ['999,999,999,999', 99_999_999_999_900],
  ] as const)
    expect(parseMoney(typed), typed).toBe(minor)
})

test('an amount is formatted with two decimals, and fractions of a cent are refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^-?\d{0,14}(\.\d{0,3})?$/)), (typed) => {
      let n: number
      try {
        n = parseMoney(typed)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        return
      }
      expect(Number.isSafeInteger(n) && !Object.is(n, -0)).toBe(true)
      expect(formatMoney(n)).toMatch(/^-?\d+\.\d\d$/)
      expect(parseMoney(formatMoney(n))).toBe(n)
    }),
    tries(1_000),
  )
})

test('the parts of a split amount add up to it, and each is less than one unit off its share', () => {
  const weights = fc.array(fc.oneof(fc.nat(20), fc.nat(1_000_000_000)), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(minor, weights, (total, list) => {
      const parts = splitByWeight(total, list)
      expect(parts).toHaveLength(list.length)
      expect(parts.reduce((a, b) => a + b, 0)).toBe(total)
      expect(parts.filter((p) => Object.is(p, -0))).toEqual([])
      const sum = list.reduce((a, b) => a + BigInt(b), 0n)
      for (const [i, part] of parts.entries()) {
        const weight = BigInt(list[i] ?? 0)
        // In integers: |part × sum − total × weight| < sum.
        const off = BigInt(part) * sum - BigInt(total) * weight
        if (sum > 0n) expect(off < sum && -off < sum, `part ${i} of ${total} over ${list.join()}`).toBe(true)
        if (sum > 0n && weight === 0n) expect(part).toBe(0)
      }
    }),
    tries(500),
  )
})

test('a multiplied amount is rounded half away from zero, symmetrically for negative amounts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: -9, max: 9 })), factor, (n, times) => {
      const [whole = '', parts = ''] = times.split('.')
      const scale = 10n ** BigInt(parts.length)
      const exact = BigInt(n) * BigInt(whole + parts)
      const got = multiply(n, times)
      expect(Object.is(got, -0)).toBe(false)
      // Twice the distance from the exact product is at most one unit, and exactly one unit only if rounded away from zero.
      const twice = 2n * (BigInt(got) * scale - exact)
      expect(twice <= scale && -twice <= scale).toBe(true)
      if (twice === scale) expect(got).toBeGreaterThan(0)
      if (-twice === scale) expect(got).toBeLessThan(0)
      expect(multiply(-n, times)).toBe(got === 0 ? 0 : -got)
    }),
    tries(1_000),
  )
})

test('a divided amount is rounded half away from zero, symmetrically for negative amounts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), factor, (n, by) => {
      const [whole = '', parts = ''] = by.split('.')
      const divisor = BigInt(whole + parts)
      if (divisor === 0n) return expect(() => divide(n, by)).toThrow(RangeError)
      const exact = BigInt(n) * 10n ** BigInt(parts.length)
      const twice = 2n * (BigInt(divide(n, by)) * divisor - exact)
      expect(-twice < divisor && twice <= divisor).toBe(true)
      expect(Object.is(divide(-n, by), -0)).toBe(false)
      expect(divide(-n, by)).toBe(0 - divide(n, by))
    }),
    tries(1_000),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkTaxes, fitTaxes, includedTax, sumTaxes, getTaxOfPart } from '../domain/tax.ts'
import { type PricedLine, priceSale } from '../services/sale/priced.ts'
import { soldLines } from '../services/sale/sale.ts'
import { tries } from '../../../tests/support/property.ts'

const part = (more: object = {}) => ({ code: 'GST', label: 'GST', rate: 9, amount: 100, ...more })
const checked = (parts: unknown, currency = 'SGD', most = 1_000) =>
  checkTaxes({ lines: [parts as never], shipping: [] }, { lines: [most], shipping: 0 }, currency)

test('included tax is rounded half up, to whole units in a currency without decimals', () => {
  expect(includedTax(10_900, 9, 'SGD')).toBe(900)
  expect(includedTax(4_000, 9, 'SGD')).toBe(330)
  // 0.5 cents.
  expect(includedTax(3, 20, 'SGD')).toBe(1)
  expect(includedTax(0, 9, 'SGD')).toBe(0)
  expect(includedTax(10_000, 0, 'SGD')).toBe(0)
  expect(includedTax(110_000, 10, 'JPY')).toBe(10_000)
  // 4.5 yen.
  expect(includedTax(5_000, 10, 'JPY') % 100).toBe(0)
  expect(includedTax(4_950, 10, 'JPY')).toBe(500)
  expect(includedTax(108_875, 8.875, 'USD')).toBe(8_875)
  expect(includedTax(99_999_999_999_999, 100, 'SGD')).toBe(50_000_000_000_000)
})

test('two taxes of one price split the included amount', () => {
  expect([includedTax(11_200, 5, 'CAD', 12), includedTax(11_200, 7, 'CAD', 12)]).toEqual([500, 700])
})

test('included tax never exceeds its amount, and taxes of partial amounts add up to the whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 500_000 }), { maxLength: 6 }),
      fc.constantFrom('SGD', 'JPY'),
      (cents, tenThousandths, refunds, currency) => {
        const amount = currency === 'JPY' ? cents * 100 : cents
        const tax = includedTax(amount, tenThousandths / 10_000, currency)
        expect(tax).toBeLessThanOrEqual(amount)
        let back = 0
        let statedTotal = 0
        for (const refund of [...refunds, amount]) {
          const next = Math.min(amount, back + refund)
          const share = getTaxOfPart(tax, amount, next, currency) - getTaxOfPart(tax, amount, back, currency)
          expect(share).toBeGreaterThanOrEqual(0)
          statedTotal += share
          back = next
        }
        expect(statedTotal).toBe(tax)
      },
    ),
    tries(300),
  )
})

test('taxes with the same code and rate are summed, others stay separate', () => {
  const parts = [part(), part({ rate: 8 }), part({ amount: 50 }), part({ label: 'Sales tax' })]
  expect(sumTaxes(parts).map(({ amount }) => amount)).toEqual([150, 100, 100])
})

test.each([
  ['no list', undefined, 'no list'],
  ['a promise', Promise.resolve([]), 'no list'],
  ['eleven parts', Array.from({ length: 11 }, () => part({ amount: 1 })), 'no list'],
  ['more than the line', [part({ amount: 1_001 })], 'more tax'],
  ['together more than the line', [part({ amount: 600 }), part({ amount: 600 })], 'more tax'],
  ['less than nothing', [part({ amount: -1 })], 'no amount'],
  ['half a cent', [part({ amount: 0.5 })], 'no amount'],
  ['NaN', [part({ amount: Number.NaN })], 'no amount'],
  ['text', [part({ amount: '5' })], 'no amount'],
  ['a rate that is none', [part({ rate: Number.NaN })], 'no per cent'],
  ['a rate below nothing', [part({ rate: -1 })], 'no per cent'],
  ['an endless rate', [part({ rate: Infinity })], 'no per cent'],
  ['a label of 10 kB', [part({ label: 'x'.repeat(10_240) })], 'a label'],
  ['an empty label', [part({ label: ' ' })], 'a label'],
  ['no code', [part({ code: undefined })], 'a code'],
  ['null', [null], 'a code'],
])('a tax result with %s is rejected with a reason', (_label, parts, expectedMessage) => {
  expect(() => checked(parts)).toThrow(expectedMessage)
})

test('a tax result with a wrong number of lines is rejected, yen must be whole, and zero taxes are omitted', () => {
  expect(() => checkTaxes({ lines: [], shipping: [] }, { lines: [1], shipping: 0 }, 'SGD')).toThrow('1 lines')
  expect(() => checkTaxes(undefined as never, { lines: [1], shipping: 0 }, 'SGD')).toThrow('1 lines')
  expect(() => checked([part({ amount: 150 })], 'JPY')).toThrow('JPY')
  expect(checked([part({ amount: 0 }), part()]).lines).toEqual([[part()]])
})

test('cash rounding does not change taxes, unless the line is less than its tax', () => {
  const taxes = { lines: [[part({ amount: 3 })], [part()]], shipping: [part({ amount: 9 })] }
  expect(fitTaxes(taxes, { lines: [2, 1_090], shipping: 9 })).toEqual({ ...taxes, lines: [[], [part()]] })
})

test('a gift includes no tax, and the tax rule is not called for it', () => {
  const gift = { line: { price: 100, pay: 100, quantity: 1 } as never, label: 'Sample' }
  const steps = [{ kind: 'offer', adjust: () => [{ label: 'offer', shares: [109], gifts: [gift] }] }]
  const taxedLines: number[][] = []
  const taxes = ({ lines }: { lines: readonly number[] }) => {
    taxedLines.push([...lines])
    return { lines: [[part({ amount: 9 })]], shipping: [] }
  }
  const sale = priceSale([{ unit: 218, quantity: 1 } as PricedLine], 0, { steps, taxes }, { code: 'SGD', rate: '1' })
  expect(taxedLines).toEqual([[109]])
  expect(soldLines(sale).map((line) => line.taxes)).toEqual([[part({ amount: 9 })], []])
})

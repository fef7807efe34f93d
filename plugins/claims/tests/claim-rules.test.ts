import { describe, expect, it, test } from 'vitest'
import { type CategoryRules, type CheckedItem, checkClaim, type ClaimRules, toUsedKey } from '../domain/check-claim.ts'
import { findCurrencyProblem, findMileageRate, isDistance, isKmRate, toBaseAmount, toMileageAmount } from '../domain/expense-amount.ts'

describe('an amount of a receipt', () => {
  it.each<[string, number, string, string, number]>([
    ['in the base currency', 12_850, '1', 'HKD', 12_850],
    ['in dollars', 10_000, '0.128', 'HKD', 78_125],
    ['rounded half up', 100, '0.128', 'HKD', 781],
    ['at exactly half a cent', 1, '2', 'HKD', 1],
    ['in yen', 193_500, '19.35', 'HKD', 10_000],
    ['into yen without decimals', 1_000, '0.0517', 'JPY', 19_300],
    ['of a large sum', 99_999_999_999, '0.91', 'HKD', 109_890_109_889],
  ])('%s is converted at the rate of its day', (_, minor, rate, base, expected) => {
    expect(toBaseAmount(minor, rate, base)).toBe(expected)
  })

  it.each<[string, number, string | undefined]>([
    ['HKD', 1_234, undefined],
    ['JPY', 1_200, undefined],
    ['JPY', 1_250, 'whole_amount'],
    ['KWD', 1_200, 'finer_currency'],
  ])('in %s of %i hundredths has the problem %s', (code, minor, problem) => {
    expect(findCurrencyProblem(minor, code)).toBe(problem)
  })
})

describe('a distance', () => {
  it.each<[string, string, string, number]>([
    ['24.6', '3.2', 'HKD', 7_872],
    ['0.01', '0.5', 'HKD', 1],
    ['0.01', '0.4999', 'HKD', 0],
    ['12.35', '0.4555', 'HKD', 563],
    ['10', '17.5', 'JPY', 17_500],
    ['10.05', '17.5', 'JPY', 17_600],
  ])('of %s km at %s is paid in %s with %i minor units', (km, rate, base, expected) => {
    expect(toMileageAmount(km, rate, base)).toBe(expected)
  })

  it.each<[string, boolean]>([
    ['0', false],
    ['12.345', false],
    ['12.340', true],
    ['-1', false],
    ['1e3', false],
    ['', false],
    ['99999', true],
  ])('of "%s" km is valid: %s', (km, isValid) => expect(isDistance(km)).toBe(isValid))

  test('a rate has at most four decimals', () =>
    expect(['3.2', '0.0001', '0.00001', '0', 'x'].map(isKmRate)).toEqual([true, true, false, false, false]))

  it.each<[string, string | undefined]>([
    ['2025-12-31', undefined],
    ['2026-01-01', '3'],
    ['2026-06-30', '3'],
    ['2026-07-01', '3.5'],
  ])('on %s has the rate %s', (date, rate) => {
    const rates = [
      { effective_from: '2026-07-01', rate: '3.5' },
      { effective_from: '2026-01-01', rate: '3' },
    ]
    expect(findMileageRate(rates, date)?.rate).toBe(rate)
  })
})

const rules: ClaimRules = {
  today: '2026-11-30',
  windowDays: 90,
  receiptRequiredOver: 10_000,
  limitPolicy: 'warn',
  joinDate: '2026-01-01',
  lastDay: null,
}
const category: CategoryRules = {
  is_enabled: true,
  is_mileage: false,
  limit_item: null,
  limit_day: null,
  limit_month: null,
  receipt_required_over: null,
}
const item: CheckedItem = { id: 1, expense_date: '2026-11-20', category_id: 7, base_amount: 5_000, has_receipt: false, reason: '' }

type Case = [
  name: string,
  items: Partial<CheckedItem>[],
  more: { category?: Partial<CategoryRules>; rules?: Partial<ClaimRules>; used?: [string, number][] },
  expected: string[],
]

it.each<Case>([
  ['an expense within all limits', [{}], {}, []],
  ['today', [{ expense_date: '2026-11-30' }], {}, []],
  ['tomorrow', [{ expense_date: '2026-12-01' }], {}, ['1 future']],
  ['the first day of the window', [{ expense_date: '2026-09-01' }], {}, []],
  ['the day before the window', [{ expense_date: '2026-08-31' }], {}, ['1 too_old']],
  ['a day before the join date', [{}], { rules: { joinDate: '2026-11-21' } }, ['1 not_employed']],
  ['a day after the last day', [{}], { rules: { lastDay: '2026-11-19' } }, ['1 not_employed']],
  ['an amount at the receipt limit', [{ base_amount: 10_000 }], {}, []],
  ['an amount above the receipt limit', [{ base_amount: 10_001 }], {}, ['1 no_receipt']],
  ['an amount above the receipt limit with a receipt', [{ base_amount: 10_001, has_receipt: true }], {}, []],
  ['a category with its own receipt limit', [{}], { category: { receipt_required_over: 0 } }, ['1 no_receipt']],
  ['no receipt limit', [{ base_amount: 999_999 }], { rules: { receiptRequiredOver: null } }, []],
  ['a distance without a receipt', [{ base_amount: 999_999 }], { category: { is_mileage: true } }, []],
  ['a disabled category', [{}], { category: { is_enabled: false } }, ['1 category_disabled']],
  ['an amount at the limit per expense', [{}], { category: { limit_item: 5_000 } }, []],
  ['an amount above the limit per expense', [{}], { category: { limit_item: 4_999 } }, ['1 limit_item']],
  ['the same with a reason', [{ reason: 'Storm' }], { category: { limit_item: 4_999 } }, ['1 limit_item warning']],
  [
    'the same with a reason, where limits refuse',
    [{ reason: 'Storm' }],
    { category: { limit_item: 4_999 }, rules: { limitPolicy: 'refuse' } },
    ['1 limit_item'],
  ],
  ['two expenses of a day above its limit', [{}, { id: 2 }], { category: { limit_day: 9_999 } }, ['2 limit_day']],
  ['two expenses of two days', [{}, { id: 2, expense_date: '2026-11-21' }], { category: { limit_day: 9_999 } }, []],
  [
    'two expenses of a month above its limit',
    [{ expense_date: '2026-11-21' }, { id: 2 }],
    { category: { limit_month: 9_999 } },
    ['1 limit_month'],
  ],
  [
    'an expense beside those of another claim',
    [{}],
    { category: { limit_day: 9_999 }, used: [[toUsedKey(7, '2026-11-20'), 5_000]] },
    ['1 limit_day'],
  ],
  ['an expense beside those of another month', [{}], { category: { limit_month: 9_999 }, used: [[toUsedKey(7, '2026-10'), 5_000]] }, []],
])('%s', (_, items, more, expected) => {
  const findings = checkClaim(
    items.map((values) => ({ ...item, ...values })),
    new Map([[7, { ...category, ...more.category }]]),
    { ...rules, ...more.rules },
    new Map(more.used),
  )
  expect(findings.map(({ item_id, code, isWarning }) => `${item_id} ${code}${isWarning ? ' warning' : ''}`)).toEqual(expected)
})

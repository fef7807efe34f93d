import { addMonths, countDays, endOfMonth } from 'stoa/calendar-date'
import { describe, expect, it } from 'vitest'
import { computeContributions, countAge, findDueDate } from '../domain/contributions.ts'
import { computePayslip } from '../domain/payslip.ts'
import type { EarlierPayslip, PayslipInput } from '../domain/types.ts'
import { createDays, createEarlier, createInput, createSalary, dollars, mpfRules, sumCode } from './rules-fixture.ts'

const contribute = (income: number, changes: Partial<PayslipInput> = {}) => {
  const { lines, postponed } = computeContributions(createInput({ rules: mpfRules, ...changes }), dollars(income))
  return { employee: sumCode(lines, 'mpf_employee'), employer: sumCode(lines, 'mpf_employer'), postponed: postponed.length }
}

describe('contributions of a month', () => {
  it.each([
    [0, 0, 0],
    [0.01, 0, 0],
    [100, 0, 5],
    [1_000, 0, 50],
    [5_000, 0, 250],
    [7_000, 0, 350],
    [7_099.99, 0, 355],
    [7_100, 355, 355],
    [7_100.01, 355, 355],
    [7_100.1, 355.01, 355.01],
    [7_100.3, 355.02, 355.02],
    [10_000, 500, 500],
    [12_345.67, 617.28, 617.28],
    [12_345.7, 617.29, 617.29],
    [20_000, 1_000, 1_000],
    [29_999.89, 1_499.99, 1_499.99],
    [29_999.9, 1_500, 1_500],
    [30_000, 1_500, 1_500],
    [30_000.01, 1_500, 1_500],
    [45_000, 1_500, 1_500],
    [1_000_000, 1_500, 1_500],
  ])('of an income of %d are %d and %d', (income, employee, employer) => {
    expect(contribute(income)).toEqual({ employee, employer, postponed: 0 })
  })
})

describe('contributions of shorter periods', () => {
  it.each([
    // 7 days: 1,960 to 7,000.
    ['weekly', '2026-11-02', '2026-11-08', 1_959.99, 0, 98],
    ['weekly', '2026-11-02', '2026-11-08', 1_960, 98, 98],
    ['weekly', '2026-11-02', '2026-11-08', 5_000, 250, 250],
    ['weekly', '2026-11-02', '2026-11-08', 7_000, 350, 350],
    ['weekly', '2026-11-02', '2026-11-08', 9_000, 350, 350],
    // 14 days: 3,920 to 14,000.
    ['fortnightly', '2026-11-02', '2026-11-15', 3_919, 0, 195.95],
    ['fortnightly', '2026-11-02', '2026-11-15', 3_920, 196, 196],
    ['fortnightly', '2026-11-02', '2026-11-15', 20_000, 700, 700],
    // One day: 280 to 1,000.
    ['daily', '2026-11-02', '2026-11-02', 279.99, 0, 14],
    ['daily', '2026-11-02', '2026-11-02', 280, 14, 14],
    ['daily', '2026-11-02', '2026-11-02', 999, 49.95, 49.95],
    ['daily', '2026-11-02', '2026-11-02', 1_500, 50, 50],
    // 15, 16 and 13 days.
    ['semi_monthly', '2026-11-01', '2026-11-15', 4_199, 0, 209.95],
    ['semi_monthly', '2026-11-01', '2026-11-15', 4_200, 210, 210],
    ['semi_monthly', '2026-11-01', '2026-11-15', 15_001, 750, 750],
    ['semi_monthly', '2026-10-16', '2026-10-31', 4_479, 0, 223.95],
    ['semi_monthly', '2026-10-16', '2026-10-31', 4_480, 224, 224],
    ['semi_monthly', '2026-10-16', '2026-10-31', 17_000, 800, 800],
    ['semi_monthly', '2026-02-16', '2026-02-28', 3_640, 182, 182],
  ] as const)('%s from %s to %s with %d are %d and %d', (frequency, start, end, income, employee, employer) => {
    expect(contribute(income, { frequency, period: { start, end } })).toMatchObject({ employee, employer })
  })

  it.each([
    [840, 42],
    [839.99, 0],
    [3_500, 150],
  ])('count only the three days of employment in a week: %d gives %d', (income, employee) => {
    const employment = { joinDate: '2020-01-01', lastDay: '2026-11-04', birthDate: '1990-01-01' }
    expect(contribute(income, { frequency: 'weekly', period: { start: '2026-11-02', end: '2026-11-08' }, employment }).employee).toBe(
      employee,
    )
  })
})

describe('the first days of employment', () => {
  it.each([
    // Join date, month, whether the employee contributes, whether contributions are postponed.
    ['2026-01-01', '2026-01-01', false, true],
    ['2026-01-01', '2026-02-01', true, true],
    ['2026-01-01', '2026-03-01', true, false],
    ['2026-01-02', '2026-02-01', true, true],
    ['2026-01-03', '2026-02-01', false, true],
    ['2026-01-15', '2026-02-01', false, true],
    ['2026-01-15', '2026-03-01', true, false],
    ['2026-01-30', '2026-03-01', true, false],
    ['2026-01-31', '2026-03-01', false, false],
    ['2026-02-01', '2026-03-01', false, true],
    ['2026-02-01', '2026-04-01', true, false],
    ['2025-12-31', '2026-01-01', false, true],
    ['2025-12-31', '2026-02-01', true, false],
  ])('joined on %s, month of %s: employee %s, postponed %s', (joinDate, start, isContributing, isPostponed) => {
    const employment = { joinDate, lastDay: null, birthDate: '1990-01-01' }
    const input = createInput({ rules: mpfRules, employment, period: { start, end: endOfMonth(start) } })
    const { lines, postponed } = computeContributions(input, dollars(20_000))
    const codes = [...lines, ...postponed].map(({ code }) => code)
    expect(codes.includes('mpf_employee')).toBe(isContributing)
    expect(codes).toContain('mpf_employer')
    expect({ postponed: postponed.length > 0, paid: lines.length > 0 }).toEqual({ postponed: isPostponed, paid: !isPostponed })
  })

  /** Payslips with a salary of 20,000 from the join date on, each with those before it. */
  function payMonths(joinDate: string, count: number) {
    const earlier: EarlierPayslip[] = []
    return Array.from({ length: count }, (_, index) => {
      const start = addMonths(`${joinDate.slice(0, 8)}01`, index)
      const period = { start, end: endOfMonth(start) }
      const days = createDays(period).map((day) => ({ ...day, isEmployed: day.date >= joinDate }))
      const salaries = [createSalary({ base_amount: dollars(20_000), effective_from: joinDate })]
      const employment = { joinDate, lastDay: null, birthDate: '1990-01-01' }
      const payslip = computePayslip(createInput({ rules: mpfRules, period, days, salaries, employment, earlier: [...earlier] }))
      const { relevant_income, postponed, carried_forward } = payslip
      earlier.push(createEarlier({ id: index + 1, ...period, relevant_income, postponed, carried_forward }))
      return payslip
    })
  }

  it('are paid with the month in which the employment has lasted sixty days', () => {
    const [january, february, march, april] = payMonths('2026-01-01', 4)
    expect(january).toMatchObject({ deductions: 0, employer_cost: 0 })
    expect(february).toMatchObject({ deductions: 0, employer_cost: 0 })
    // Employee: February and March. Employer: January to March.
    expect(march).toMatchObject({ deductions: dollars(2_000), employer_cost: dollars(3_000), net: dollars(18_000) })
    expect(march?.lines.flatMap(({ source }) => (source.type === 'postponed' ? source : []))).toEqual([
      { type: 'postponed', payslip_id: 2, from: '2026-02-01', to: '2026-02-28' },
      { type: 'postponed', payslip_id: 1, from: '2026-01-01', to: '2026-01-31' },
      { type: 'postponed', payslip_id: 2, from: '2026-02-01', to: '2026-02-28' },
    ])
    expect(april).toMatchObject({ deductions: dollars(1_000), employer_cost: dollars(1_000) })
  })

  it('of a month that somebody joins count its income', () => {
    const [january, , march] = payMonths('2026-01-16', 3)
    // 16 of 31 days: 10,322.58.
    expect(january?.gross).toBe(dollars(10_322.58))
    expect(march).toMatchObject({ deductions: dollars(1_000), employer_cost: dollars(516.13 + 1_000 + 1_000) })
  })

  it('are never paid for when the employment ends before', () => {
    const employment = { joinDate: '2026-10-05', lastDay: '2026-11-30', birthDate: '1990-01-01' }
    expect(countDays('2026-10-05', '2026-11-30')).toBe(57)
    expect(contribute(20_000, { employment, earlier: [createEarlier({ start: '2026-10-05' })] })).toMatchObject({
      employer: 0,
      employee: 0,
    })
  })
})

describe('ages', () => {
  it.each([
    ['1990-11-30', '2026-11-29', 35],
    ['1990-11-30', '2026-11-30', 36],
    ['2000-02-29', '2026-02-27', 25],
    ['2000-02-29', '2026-02-28', 26],
    ['2000-02-29', '2028-02-28', 27],
    ['2000-02-29', '2028-02-29', 28],
  ])('of somebody born on %s on %s are %d', (birth, date, age) => {
    expect(countAge(birth, date)).toBe(age)
  })

  it.each([
    ['2009-01-01', 0], // 17
    ['2008-11-01', 1_500], // 18 on the first day
    ['2008-11-16', 750], // 18 for 15 of 30 days
    ['2008-11-30', 0], // one day: 1,000 is less than 7,100
    ['2008-12-01', 0],
    ['1961-12-01', 1_500], // 64
    ['1961-11-16', 750], // 65 on the sixteenth
    ['1961-11-01', 0], // 65 on the first day
    ['1950-01-01', 0],
  ])('born on %s with 30,000 contribute %d', (birthDate, employee) => {
    expect(contribute(30_000, { employment: { joinDate: '2020-01-01', lastDay: null, birthDate } }).employee).toBe(employee)
  })

  it('do not matter to members of another scheme', () => {
    expect(contribute(30_000, { salaries: [createSalary({ is_exempt: true })] })).toMatchObject({ employee: 0, employer: 0 })
  })
})

describe('versions of a rule', () => {
  const old = mpfRules.map((rule) => ({
    ...rule,
    id: rule.id + 100,
    effective_from: '2012-06-01',
    effective_to: '2014-05-31',
    income_max: dollars(25_000),
    bands: rule.bands.map((band) => (band.income_from > 0 ? { ...band, income_from: dollars(6_500) } : band)),
  }))
  const current = mpfRules.map((rule) => ({ ...rule, effective_from: '2014-06-01' }))
  it.each([
    ['2014-05-01', 30_000, 1_250],
    ['2014-05-01', 7_000, 350],
    ['2014-06-01', 30_000, 1_500],
    ['2014-06-01', 7_000, 0],
  ])('count from the first day of a period: %s with %d gives %d', (start, base, employee) => {
    const period = { start, end: endOfMonth(start) }
    const salaries = [createSalary({ base_amount: dollars(base), effective_from: '2010-01-01' })]
    const employment = { joinDate: '2010-01-01', lastDay: null, birthDate: '1980-01-01' }
    const earlier = [createEarlier({ start: '2014-04-01', end: '2014-04-30' })]
    const rules = [...old, ...current]
    const { lines } = computePayslip(createInput({ period, days: createDays(period), salaries, employment, rules, earlier }))
    expect(sumCode(lines, 'mpf_employee')).toBe(employee)
  })
})

describe('the day on which a contribution is due', () => {
  const holidays = new Set(['2026-04-03', '2026-04-06', '2026-07-01'])
  const isWorkDay = (date: string) => ![6, 0].includes(new Date(`${date}T00:00:00Z`).getUTCDay()) && !holidays.has(date)
  it.each([
    ['2026-01-31', 10, '2026-02-10'],
    ['2026-03-31', 10, '2026-04-10'],
    ['2026-04-30', 10, '2026-05-11'], // Sunday
    ['2026-09-30', 10, '2026-10-12'], // Saturday
    ['2026-12-31', 10, '2027-01-11'], // Sunday
    ['2026-03-15', 3, '2026-04-07'], // Good Friday, weekend, Easter Monday
    ['2026-06-30', 1, '2026-07-02'],
  ])('for a period until %s with day %d is %s', (periodEnd, dueDay, date) => {
    expect(findDueDate({ periodEnd, dueDay, isWorkDay })).toBe(date)
  })
})

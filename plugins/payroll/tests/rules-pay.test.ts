import { describe, expect, it } from 'vitest'
import { computePayslip } from '../domain/payslip.ts'
import type { PayDay, PayRule, Salary } from '../domain/types.ts'
import {
  computeWith,
  createDays,
  createEarlier,
  createInput,
  createLeave,
  createRule,
  createSalary,
  dollars,
  november,
  sumCode,
} from './rules-fixture.ts'

describe('rules', () => {
  const days = createDays(november, {
    '2026-11-03': { overtimeMinutes: 100, lateMinutes: 20 },
    '2026-11-04': { overtimeMinutes: 60 },
    '2026-11-05': { absent: 1 },
    '2026-11-06': createLeave('2026-11-06', 1, 0),
    '2026-11-09': createLeave('2026-11-09', 0.5, 1),
  })
  // 28 payment days, 18.5 worked days, an hourly rate of 30,000 / 30 / 8 = 125.
  it.each<[string, Partial<PayRule>, number]>([
    ['fixed amount', { amount: dollars(500) }, 500],
    ['fixed amount by days', { amount: dollars(500), is_prorated: true }, 466.67],
    ['amount a payment day', { basis: 'per_day', amount: dollars(50) }, 1_400],
    ['amount a worked day', { basis: 'per_day', amount: dollars(50), day_quantity: 'worked_days' }, 925],
    ['amount a day of unpaid leave', { basis: 'per_day', amount: dollars(50), day_quantity: 'unpaid_days' }, 50],
    ['amount a day of absence', { basis: 'per_day', amount: dollars(80), day_quantity: 'absent_days' }, 80],
    ['overtime', { basis: 'per_hour' }, 333.33],
    ['overtime by half as much again', { basis: 'per_hour', factor: '1.5' }, 500],
    ['overtime with a rate of its own', { basis: 'per_hour', amount: dollars(60) }, 160],
    ['late minutes', { basis: 'per_hour', kind: 'deduction', hour_quantity: 'late_hours' }, 41.67],
    ['percentage of the base', { basis: 'percent', factor: '10' }, 2_800],
    ['percentage of all earnings', { basis: 'percent', factor: '2.5', percent_of: 'gross' }, 700],
    ['percentage that is deducted', { basis: 'percent', factor: '1', kind: 'deduction', percent_of: 'relevant_income' }, 280],
    ['nothing', { amount: 0 }, 0],
  ])('%s', (_, rule, amount) => {
    expect(sumCode(computeWith({ days, rules: [createRule(rule)] }).lines, 'rule')).toBe(amount)
  })

  it('of later order count those before them', () => {
    const bonus = createRule({ id: 1, code: 'bonus', amount: dollars(1_000), order: 1 })
    const share = createRule({ id: 2, code: 'share', basis: 'percent', factor: '10', percent_of: 'gross', order: 2 })
    expect(sumCode(computeWith({ rules: [share, bonus] }).lines, 'share')).toBe(3_100)
  })

  it('pay overtime by the length of the scheduled days of employment', () => {
    const nights = createDays(november).map((day) => ({
      ...day,
      minutes: day.date < '2026-11-16' ? 480 : 420,
      isEmployed: day.date >= '2026-11-16',
    }))
    const days = nights.map((day) => ({ ...day, overtimeMinutes: day.date === '2026-11-24' ? 90 : 0 }))
    const { lines } = computeWith({
      days,
      salaries: [createSalary({ base_amount: dollars(21_000) })],
      rules: [createRule({ basis: 'per_hour', factor: '1.5' })],
    })
    // 21,000 / 30 / 7 hours = 100 an hour.
    expect(sumCode(lines, 'rule')).toBe(225)
  })

  it('pay overtime by the salary of its day', () => {
    const salaries = [createSalary(), createSalary({ id: 2, effective_from: '2026-11-16', base_amount: dollars(36_000) })]
    const overtime = createDays(november, { '2026-11-03': { overtimeMinutes: 60 }, '2026-11-17': { overtimeMinutes: 60 } })
    const { lines } = computeWith({ salaries, days: overtime, rules: [createRule({ basis: 'per_hour' })] })
    expect(lines.filter(({ code }) => code === 'rule').map(({ amount }) => amount / 100)).toEqual([125, 150])
  })
})

describe('salaries', () => {
  const days = createDays(november, {
    '2026-11-03': createLeave('2026-11-03', 1, 1),
    '2026-11-04': createLeave('2026-11-04', 0.5, 0),
    '2026-11-05': { absent: 1, workedMinutes: 0 },
    '2026-11-06': { kind: 'holiday', work: 0, paidHoliday: 1, workedMinutes: 0 },
  })
  const average = createRule({ code: 'average', basis: 'average', covers_leave: true, covers_holidays: true })
  it.each<[string, Partial<Salary>, PayRule[], number]>([
    // 21 days, less a holiday, an absence, a day and a half of leave.
    ['daily', { pay_type: 'daily', base_amount: dollars(800) }, [], 800 * (17.5 + 2)],
    ['hourly', { pay_type: 'hourly', base_amount: dollars(100) }, [], 100 * 8 * (17.5 + 2)],
    ['daily, with absences by average', { pay_type: 'daily', base_amount: dollars(800) }, [average], 800 * 17.5],
    ['hourly, with absences by average', { pay_type: 'hourly', base_amount: dollars(100) }, [average], 100 * 8 * 17.5],
  ])('%s', (_, salary, rules, base) => {
    expect(sumCode(computeWith({ days, salaries: [createSalary(salary)], rules }).lines, 'base')).toBe(base)
  })

  it.each([
    ['semi_monthly', '2026-11-01', '2026-11-15', 15_000],
    ['semi_monthly', '2026-02-16', '2026-02-28', 15_000],
    ['monthly', '2026-02-01', '2026-02-28', 30_000],
  ] as const)('of a month pay %s from %s to %s: %d', (frequency, start, end, base) => {
    expect(sumCode(computeWith({ frequency, period: { start, end } }).lines, 'base')).toBe(base)
  })

  it('pay allowances by days where agreed', () => {
    const allowances = [
      { code: 'housing', amount: dollars(3_000), is_relevant: false, is_prorated: true },
      { code: 'phone', amount: dollars(300), is_relevant: true, is_prorated: false },
    ]
    const unpaid = createDays(november, { '2026-11-10': createLeave('2026-11-10', 1, 0) })
    const payslip = computeWith({ days: unpaid, salaries: [createSalary({ allowances })] })
    expect([sumCode(payslip.lines, 'housing'), sumCode(payslip.lines, 'phone')]).toEqual([2_900, 300])
    expect(payslip.relevant_income).toBe(dollars(29_300))
  })
})

describe('the average wage of twelve months', () => {
  const year = Array.from({ length: 12 }, (_, index) => {
    const month = String(index + 1).padStart(2, '0')
    return createEarlier({
      id: index + 1,
      start: `2025-${month}-01`,
      end: `2025-${month}-${String(new Date(Date.UTC(2025, index + 1, 0)).getUTCDate())}`,
      average_wages: dollars(36_500),
      average_days: 30,
    })
  })
  const period = { start: '2026-01-01', end: '2026-01-31' }
  const sick = (fraction: number, paid: number): PayDay[] => createDays(period, { '2026-01-06': createLeave('2026-01-06', fraction, paid) })
  const rule = createRule({ code: 'average', basis: 'average', covers_leave: true, covers_holidays: true, continuity_weeks: 4 })
  // 438,000 / 360 days = 1,216.67 a day; the salary pays 31,000 / 31 = 1,000.
  it.each<[string, PayDay[], number, number]>([
    ['a day of leave', sick(1, 1), 52, 216.67],
    ['half a day of leave', sick(0.5, 1), 52, 108.33],
    ['a day of sickness', sick(1, 0.8), 52, 173.33],
    ['unpaid leave', sick(1, 0), 52, 0],
    ['a holiday', createDays(period, { '2026-01-01': { kind: 'holiday', work: 0, paidHoliday: 1 } }), 52, 216.67],
    ['a holiday without pay', createDays(period, { '2026-01-01': { kind: 'holiday', work: 0, unpaidHoliday: 1 } }), 52, 0],
    ['a day of leave in the fifth week', sick(1, 1), 4, 216.67],
    ['a day of leave in the fourth week', sick(1, 1), 3, 0],
  ])('tops up %s', (_, days, continuousWeeks, amount) => {
    const salaries = [createSalary({ base_amount: dollars(31_000) })]
    const { lines } = computeWith({ period, days, salaries, earlier: year, continuousWeeks, rules: [rule] })
    expect(sumCode(lines, 'average')).toBe(amount)
  })

  it.each([
    [dollars(45_000), 0], // 45,000 / 31 = 1,451.61 is more
    [dollars(37_716), 0.02], // 1,216.65
    [dollars(37_717), 0],
  ])('adds nothing to a salary that pays as much: %d', (base_amount, amount) => {
    const salaries = [createSalary({ base_amount })]
    expect(sumCode(computeWith({ period, days: sick(1, 1), salaries, earlier: year, rules: [rule] }).lines, 'average')).toBe(amount)
  })

  it('leaves out older and later payslips', () => {
    const others = [
      createEarlier({ id: 90, start: '2024-12-01', end: '2024-12-31', average_wages: dollars(1), average_days: 31 }),
      createEarlier({ id: 91, start: '2026-01-01', end: '2026-01-31', average_wages: dollars(1), average_days: 31 }),
    ]
    const salaries = [createSalary({ base_amount: dollars(31_000) })]
    const { lines } = computeWith({ period, days: sick(1, 1), salaries, earlier: [...others, ...year], rules: [rule] })
    expect(sumCode(lines, 'average')).toBe(216.67)
    expect(lines.flatMap(({ source }) => (source.type === 'average' ? source.payslip_ids : []))).toEqual(year.map(({ id }) => id))
  })

  it('pays daily salaries the whole day', () => {
    const salaries = [createSalary({ pay_type: 'daily', base_amount: dollars(1_000) })]
    expect(sumCode(computeWith({ period, days: sick(1, 0.8), salaries, earlier: year, rules: [rule] }).lines, 'average')).toBe(973.33)
  })

  it('is the agreed rate before anything was paid', () => {
    const salaries = [createSalary({ pay_type: 'hourly', base_amount: dollars(100) })]
    expect(sumCode(computeWith({ period, days: sick(1, 0.5), salaries, rules: [rule] }).lines, 'average')).toBe(400)
  })

  it.each<[string, PayDay[], number, number]>([
    ['a month', createDays(period), 31_000, 31],
    ['unpaid leave', sick(1, 0), 30_000, 30],
    ['half a day of unpaid leave', sick(0.5, 0), 30_500, 30.5],
    ['sickness', sick(1, 0.8), 30_000, 30],
    ['paid leave', sick(1, 1), 31_000, 31],
    ['absence, which is not disregarded', createDays(period, { '2026-01-06': { absent: 1 } }), 30_000, 31],
  ])('later disregards days that are not paid in full: %s', (_, days, wages, count) => {
    const { average_wages, average_days } = computeWith({ period, days, salaries: [createSalary({ base_amount: dollars(31_000) })] })
    expect([average_wages / 100, average_days]).toEqual([wages, count])
  })
})

describe('rounding', () => {
  it.each([
    // A day of three in a month of 30 days.
    ['HKD', 10_000, 333.33],
    ['HKD', 20_000, 666.67],
    ['HKD', 10_000.05, 333.34],
    ['JPY', 10_000, 333],
    ['JPY', 20_000, 667],
    ['JPY', 315, 11],
    ['JPY', 314, 10],
    ['HKD', 0.15, 0.01],
    ['HKD', 0.14, 0],
  ])('in %s a thirtieth of %d is %d', (currency, base, amount) => {
    const days = createDays(november).map((day) => ({ ...day, isEmployed: day.date === '2026-11-30' }))
    expect(sumCode(computeWith({ currency, days, salaries: [createSalary({ base_amount: dollars(base) })] }).lines, 'base')).toBe(amount)
  })
})

describe('a negative net', () => {
  const loan = {
    code: 'loan',
    kind: 'deduction',
    amount: dollars(40_000),
    is_relevant: false,
    is_wage: false,
    ref: 'pay-item/1',
    title: 'Loan',
  } as const
  it('is carried forward to the next payslip', () => {
    const first = computeWith({ items: [loan] })
    expect(first).toMatchObject({ net: 0, gross: dollars(30_000), deductions: dollars(30_000), carried_forward: dollars(10_000) })
    const second = computeWith({ earlier: [createEarlier({ id: 8, carried_forward: first.carried_forward })] })
    expect(second).toMatchObject({ net: dollars(20_000), carried_forward: 0 })
    expect(second.lines.at(-1)).toMatchObject({ code: 'carried_forward', source: { type: 'carried_forward', payslip_id: 8 } })
  })
})

describe('an earlier payslip that changed', () => {
  const october = { start: '2026-10-01', end: '2026-10-31' }
  const paid = computePayslip(createInput({ period: october, salaries: [createSalary({ base_amount: dollars(31_000) })] }))
  const changed = createInput({
    period: october,
    days: createDays(october, { '2026-10-14': createLeave('2026-10-14', 1, 0) }),
    salaries: [createSalary({ base_amount: dollars(31_000) })],
  })
  it('is adjusted by the difference, with the days that changed', () => {
    const now = computePayslip(changed)
    const { lines, net } = computeWith({ adjustments: [{ payslip_id: 5, before: paid.lines, now: now.lines }] })
    expect(lines.find(({ source }) => source.type === 'adjustment')).toMatchObject({
      code: 'base',
      kind: 'earning',
      amount: dollars(-1_000),
      source: { payslip_id: 5, before: dollars(31_000), now: dollars(30_000), changed: [{ date: '2026-10-14', ref: 'leave/14' }] },
    })
    expect(net).toBe(dollars(29_000))
  })

  it('is not adjusted a second time', () => {
    const now = computePayslip(changed)
    const first = computeWith({ adjustments: [{ payslip_id: 5, before: paid.lines, now: now.lines }] })
    const before = [...paid.lines, ...first.lines.filter(({ source }) => source.type === 'adjustment')]
    expect(computeWith({ adjustments: [{ payslip_id: 5, before, now: now.lines }] }).net).toBe(dollars(30_000))
    // Back to what it was: the adjustment is paid back.
    expect(computeWith({ adjustments: [{ payslip_id: 5, before, now: paid.lines }] }).net).toBe(dollars(31_000))
  })

  it('is not adjusted for what was paid besides', () => {
    const bonus = {
      code: 'bonus',
      kind: 'earning',
      amount: dollars(500),
      is_relevant: true,
      is_wage: true,
      ref: 'pay-item/2',
      title: 'Bonus',
    } as const
    const withBonus = computePayslip(
      createInput({ period: october, salaries: [createSalary({ base_amount: dollars(31_000) })], items: [bonus] }),
    )
    expect(computeWith({ adjustments: [{ payslip_id: 5, before: withBonus.lines, now: paid.lines }] }).net).toBe(dollars(30_000))
  })
})

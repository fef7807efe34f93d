import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computePayslip } from '../domain/payslip.ts'
import type { EarlierPayslip, PayDay, PayItem, PayLine, PayRule, PayslipInput, Salary } from '../domain/types.ts'
import { createDays, createEarlier, createInput, createRule, createSalary, mpfRules, november } from './rules-fixture.ts'

const currencies = fc.constantFrom('HKD', 'JPY')
const amounts = fc.integer({ min: 0, max: 100_000 })

const days: fc.Arbitrary<PayDay[]> = fc
  .array(
    fc.record({
      part: fc.constantFrom(0, 0.125, 0.5, 1),
      paid: fc.constantFrom(0, 0.5, 0.8, 1),
      isAbsent: fc.boolean(),
      isHoliday: fc.boolean(),
      overtimeMinutes: fc.integer({ min: 0, max: 300 }),
    }),
    { minLength: 30, maxLength: 30 },
  )
  .map((changes) =>
    createDays(november).map((day, index) => {
      const { part = 0, paid = 1, isAbsent, isHoliday, overtimeMinutes = 0 } = changes[index] ?? {}
      const work = isHoliday ? 0 : day.work
      const leaves = part > 0 ? [{ date: day.date, fraction: part, paid, ref: `leave/${index}` }] : []
      return {
        ...day,
        work,
        leaves,
        overtimeMinutes,
        absent: isAbsent ? Math.max(0, work - part) : 0,
        paidHoliday: isHoliday ? day.work : 0,
      }
    }),
  )

const salaries: fc.Arbitrary<Salary[]> = fc
  .record({
    base: amounts,
    raise: fc.option(fc.record({ day: fc.integer({ min: 2, max: 30 }), base: amounts })),
    pay_type: fc.constantFrom('monthly', 'daily', 'hourly'),
  })
  .map(({ base, raise, pay_type }) => [
    createSalary({ base_amount: base * 100, pay_type }),
    ...(raise
      ? [createSalary({ id: 2, base_amount: raise.base * 100, effective_from: `2026-11-${String(raise.day).padStart(2, '0')}`, pay_type })]
      : []),
  ])

const rules: fc.Arbitrary<PayRule[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('earning', 'deduction', 'employer_cost'),
      basis: fc.constantFrom('fixed', 'percent', 'per_day', 'per_hour', 'average'),
      amount: amounts.map((amount) => amount * 10),
      factor: fc.constantFrom('0', '1', '1.5', '12.345'),
      is_relevant: fc.boolean(),
      covers_leave: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  .map((list) => [...list.map((rule, index) => createRule({ ...rule, id: index + 1, code: `rule${index}` })), ...mpfRules])

const items: fc.Arbitrary<PayItem[]> = fc.array(
  fc.record({
    code: fc.constant('item'),
    kind: fc.constantFrom('earning', 'deduction'),
    amount: amounts.map((amount) => amount * 100),
    is_relevant: fc.boolean(),
    is_wage: fc.boolean(),
    ref: fc.constant('item/1'),
    title: fc.constant('Item'),
  }),
  { maxLength: 3 },
)

const earlier: fc.Arbitrary<EarlierPayslip[]> = fc.array(
  fc.record({ average_wages: amounts.map((amount) => amount * 100), average_days: fc.integer({ min: 0, max: 31 }) }).map(createEarlier),
  { maxLength: 1 },
)

const inputs: fc.Arbitrary<PayslipInput> = fc
  .record({ currency: currencies, days, salaries, rules, items, earlier, dayBasis: fc.constantFrom('calendar', 'working') })
  .map(createInput)

const sum = (lines: readonly PayLine[], kind: string): number =>
  lines.filter((line) => line.kind === kind).reduce((total, { amount }) => total + amount, 0)

it('the net is the sum of the lines and never negative', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { lines, net, gross, deductions, employer_cost, carried_forward } = computePayslip(input)
      expect(net).toBe(sum(lines, 'earning') - sum(lines, 'deduction'))
      expect({ gross, deductions, employer_cost }).toEqual({
        gross: sum(lines, 'earning'),
        deductions: sum(lines, 'deduction'),
        employer_cost: sum(lines, 'employer_cost'),
      })
      expect(net).toBeGreaterThanOrEqual(0)
      expect(net === 0 || carried_forward === 0).toBe(true)
    }),
  )
})

it('days stay within the period, and computing again gives the same', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const payslip = computePayslip(input)
      expect(payslip.payment_days).toBeGreaterThanOrEqual(0)
      expect(payslip.payment_days).toBeLessThanOrEqual(payslip.working_days)
      expect(payslip.payment_days + payslip.unpaid_days + payslip.absent_days).toBeCloseTo(payslip.working_days, 3)
      expect(computePayslip(structuredClone(input))).toEqual(payslip)
    }),
  )
})

it('each amount is payable in its currency', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const step = input.currency === 'JPY' ? 100 : 1
      for (const { amount } of computePayslip({
        ...input,
        rules: input.rules.filter(({ basis }) => basis !== 'fixed' && basis !== 'per_day'),
      }).lines)
        expect(Math.abs(amount % step)).toBe(0)
    }),
  )
})

it('an adjustment brings the lines to what they are now, and the next one adds nothing', () => {
  const isOwn = ({ source }: PayLine) => !['contribution', 'postponed', 'item', 'carried_forward', 'adjustment'].includes(source.type)
  fc.assert(
    fc.property(inputs, days, (paid, changed) => {
      const before = computePayslip(paid).lines
      const now = computePayslip({ ...paid, days: changed, items: [] }).lines
      const next = createInput({ currency: paid.currency, salaries: [createSalary({ base_amount: 0 })] })
      const lines = computePayslip({ ...next, adjustments: [{ payslip_id: 1, before, now }] }).lines.filter(
        ({ source }) => source.type === 'adjustment',
      )
      for (const kind of ['earning', 'deduction'])
        expect(sum(before.filter(isOwn), kind) + sum(lines, kind)).toBe(sum(now.filter(isOwn), kind))
      const again = computePayslip({ ...next, adjustments: [{ payslip_id: 1, before: [...before, ...lines], now }] })
      expect(again.lines.filter(({ source }) => source.type === 'adjustment')).toEqual([])
    }),
  )
})

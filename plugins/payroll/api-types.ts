import { type Shape, t } from 'stoa'
import { lineKinds } from './domain/types.ts'
import { payslipStatuses } from './statuses.ts'

const fact = t.object({
  key: t.text('Name of the figure, such as `payment_days`.'),
  type: t.pick(['money', 'number', 'text']),
  value: t.text(),
})

const line = t.object({
  id: t.id(),
  name: t.text(),
  kind: t.pick(lineKinds),
  quantity: t.maybe(t.number()),
  rate: t.maybe(t.text()),
  amount: t.money('An adjustment may be negative.'),
  explanation: t.object({
    type: t.text('What the line was computed from.'),
    ref: t.maybe(t.text('The row of an item, such as `item/12`.')),
    rule: t.maybe(t.object({ title: t.text(), legal_source: t.text(), effective_from: t.day() })),
    facts: t.list(fact),
    days: t.list(
      t.object({
        kind: t.text(),
        date: t.day(),
        quantity: t.maybe(t.number()),
        ref: t.maybe(t.text('Such as `leave/17` or `attendance/4`.')),
      }),
    ),
    months: t.list(t.object({ start: t.day(), end: t.day(), wages: t.money(), days: t.number() })),
  }),
})

/** A payslip with its lines and what they were computed from. */
export const PayslipView = t.object({
  id: t.id(),
  payroll_id: t.id(),
  number: t.text('Number of the payroll.'),
  employee: t.object({ id: t.id(), name: t.text(), staff_no: t.text() }),
  start: t.day(),
  end: t.day(),
  pay_date: t.day(),
  paid_on: t.maybe(t.day()),
  currency: t.text(),
  status: t.pick(payslipStatuses),
  working_days: t.number(),
  payment_days: t.number(),
  paid_leave_days: t.number(),
  unpaid_days: t.number(),
  absent_days: t.number(),
  overtime_min: t.int(),
  gross: t.money(),
  deductions: t.money(),
  employer_cost: t.money(),
  net: t.money(),
  relevant_income: t.money(),
  carried_forward: t.money(),
  problems: t.list(t.text()),
  lines: t.list(line),
})
export type PayslipView = Shape<typeof PayslipView>

const totals = t.object({
  employees: t.int(),
  problems: t.int(),
  gross: t.money(),
  deductions: t.money(),
  net: t.money(),
  employer_cost: t.money(),
})

/** A payroll for who reviews it: totals, and each employee against the payroll before. */
export const PayrollReview = t.object({
  totals,
  previous: t.maybe(t.object({ id: t.id(), number: t.text(), totals })),
  data: t.list(
    t.object({
      payslip_id: t.maybe(t.id('Null for an employee of the payroll before who is not in this one.')),
      employee_id: t.id(),
      employee: t.text(),
      staff_no: t.text(),
      change: t.pick(['new', 'left', 'changed', 'same', 'first']),
      gross: t.money(),
      net: t.money(),
      previous_net: t.maybe(t.money()),
      problems: t.list(t.text()),
      differences: t.list(t.object({ name: t.text(), kind: t.pick(lineKinds), before: t.money(), now: t.money() })),
    }),
  ),
  excluded: t.list(t.object({ id: t.id(), name: t.text() })),
})
export type PayrollReview = Shape<typeof PayrollReview>

/** The payslips of the caller, newest first, and what was paid in the year. */
export const OwnPayslips = t.object({
  data: t.list(
    t.object({
      id: t.id(),
      start: t.day(),
      end: t.day(),
      pay_date: t.day(),
      currency: t.text(),
      net: t.money(),
      status: t.pick(payslipStatuses),
    }),
  ),
  years: t.list(t.object({ year: t.int(), currency: t.text(), gross: t.money(), deductions: t.money(), net: t.money() })),
})
export type OwnPayslips = Shape<typeof OwnPayslips>

/** A table of an output, as the screen shows it. */
export const PayTable = t.object({ columns: t.list(t.object({ name: t.text(), label: t.text() })), rows: t.list(t.list(t.text())) })
export type PayTable = Shape<typeof PayTable>

/** Result of adding the sample structures. */
export const AddedStructure = t.object({ id: t.id(), created: t.flag('False when the structure was there already.') })
export type AddedStructure = Shape<typeof AddedStructure>

/** Lines that a structure gives for an income, for its preview. */
export const StructurePreview = t.object({
  currency: t.text(),
  gross: t.money(),
  net: t.money(),
  lines: t.list(t.object({ name: t.text(), kind: t.pick(lineKinds), amount: t.money(), legal_source: t.text() })),
})
export type StructurePreview = Shape<typeof StructurePreview>

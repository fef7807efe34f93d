import {
  defineResource,
  f,
  message,
  validationError,
  type ValidatedInput,
  type DraftInput,
  type DeleteContext,
  type TransitionContext,
} from 'stoa'
import { createTeamScope, isOwnRecord } from 'stoa/plugins/hr'
import { baseCurrency, isCurrencyCode } from 'stoa/plugins/currency'

const fields = {
  employee_id: f.one('hr_employee', { list: 1, filter: true }),
  date: f.date({ list: 2, sort: true, filter: true }),
  code: f.key({ list: 4, filter: true, search: true, maxLength: 40 }),
  title: f.text({ list: 3, search: true, maxLength: 120 }),
  kind: f.pick(['earning', 'deduction'], { default: 'earning', list: 5, filter: true }),
  amount: f.money({ min: 0.01 }),
  currency: f.text({ default: '', maxLength: 3 }),
  is_relevant: f.flag({ default: true, group: 'side' }),
  is_wage: f.flag({ default: true, group: 'side' }),
  note: f.area({ default: '', maxLength: 2_000, group: 'side' }),
  reference: f.maybe(f.text({ unique: true, maxLength: 80, group: 'side' })),
  claimed_by: f.maybe(f.text({ readOnly: true, form: false, sheet: 'out', list: 7 })),
  status: f.pick(['pending', 'approved', 'paid', 'canceled'], { default: 'pending', readOnly: true, list: 6, filter: true }),
}

function completeItem({ ctx, input, mode }: DraftInput<typeof fields>): void {
  if (mode === 'create' && !input.currency) input.currency = baseCurrency(ctx.kernel)
}

/** @throws AppError INVALID by field: nobody writes their own pay, and an item of an approved payroll stays as it is */
async function checkItem({ ctx, tx, input, old }: ValidatedInput<typeof fields>): Promise<void> {
  const employeeIds = [old?.employee_id, input.employee_id]
  for (const id of employeeIds)
    if (id && (await isOwnRecord(tx, ctx, id))) throw validationError({ employee_id: message('payroll:error.own_salary') })
  if (old && old.status !== 'pending') throw validationError({ status: message('payroll:error.item_used') })
  if (input.currency && !isCurrencyCode(input.currency)) throw validationError({ currency: message('payroll:error.currency') })
}

async function refuseOwn({ ctx, tx, row }: TransitionContext<typeof fields> | DeleteContext<typeof fields>): Promise<void> {
  if (await isOwnRecord(tx, ctx, row.employee_id)) throw validationError({ status: message('payroll:error.own_salary') })
}

/** An additional earning or deduction of an employee. The first payroll after its date uses it once. */
export const hrPayItem = defineResource({
  name: 'hr_pay_item',
  path: 'payroll/item',
  label: 'title',
  sortBy: '-date',
  locked: true,
  listStamps: false,
  auditReads: true,
  scope: createTeamScope('employee_id'),
  transfer: false,
  sheet: { key: ['reference'] },
  fields,
  states: {
    field: 'status',
    initial: 'pending',
    transitions: {
      cancel: { from: ['pending'], to: 'canceled', intent: 'danger', guard: refuseOwn },
    },
  },
  hooks: {
    beforeValidate: completeItem,
    validate: checkItem,
    canDelete: async (context) => {
      await refuseOwn(context)
      return context.row.claimed_by === null || message('payroll:error.item_used')
    },
  },
})

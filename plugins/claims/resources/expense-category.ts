import { defineResource, f, message, type SavedRecord, sql, validationError, type ValidatedInput } from 'stoa'
import { isKmRate } from '../domain/expense-amount.ts'
import { hrMileageRate } from './mileage-rate.ts'

const limits = { group: 'limits' } as const

const fields = {
  title: f.text({ localized: true, list: 1, sort: true, search: true, maxLength: 120 }),
  code: f.key({ unique: true, list: 2, sort: true, search: true, maxLength: 40 }),
  limit_item: f.maybe(f.money({ list: 3, ...limits })),
  limit_day: f.maybe(f.money({ list: 4, ...limits })),
  limit_month: f.maybe(f.money({ list: 5, ...limits })),
  receipt_required_over: f.maybe(f.money(limits)),
  mileage_rates: f.rows(hrMileageRate, { by: 'category_id', group: 'mileage' }),
  is_default: f.flag({ default: false, list: 6, group: 'side' }),
  enabled: f.flag({ default: true, list: 7, filter: true, inline: true, batch: true, group: 'side' }),
}

function checkRates({ input }: ValidatedInput<typeof fields>): void {
  const rates = input.mileage_rates ?? []
  const problem = rates.some(({ rate }) => rate !== undefined && !isKmRate(rate))
    ? 'km_rate'
    : new Set(rates.map(({ effective_from }) => effective_from)).size < rates.length
      ? 'rate_twice'
      : undefined
  if (problem) throw validationError({ mileage_rates: message(`claims:error.${problem}`) })
}

/** One category is preselected: the last one that was marked. */
async function keepOneDefault({ tx, id, input }: Pick<SavedRecord, 'tx' | 'id' | 'input'>): Promise<void> {
  if (input.is_default !== true) return
  await tx.run(
    sql`update hr_expense_category set is_default = false, version = version + 1, updated_at = now() where is_default and id <> ${id}`,
  )
}

/** A category of expenses. Its limits, in the base currency, and its rates per kilometre are data: nothing of a country is in code. */
export const hrExpenseCategory = defineResource({
  name: 'hr_expense_category',
  path: 'reimbursement/category',
  label: 'title',
  match: 'code',
  enabledBy: 'enabled',
  sortBy: 'code',
  locked: true,
  listStamps: false,
  fields,
  hooks: { validate: checkRates, afterSave: keepOneDefault },
})

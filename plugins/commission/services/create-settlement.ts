import { type DraftInput, hasPermission, message, sql, validationError, type ValidatedInput } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { nextNumber } from 'stoa/plugins/documents'
import { findPeriod } from '../domain/periods.ts'
import type { settlementFields } from '../resources/settlement-fields.ts'
import { SEE_ALL } from './scope.ts'

type Fields = typeof settlementFields

const isCountable = (date: string): boolean => date >= '1970-01-05' && date <= '2999-12-31'

/** Completes a settlement: its number, its currency, and the period that holds the entered date. */
export async function completeSettlement({ ctx, tx, input, mode }: DraftInput<Fields>): Promise<void> {
  if (mode !== 'create') return
  input.number = await nextNumber(tx, 'CM', 'commission_settlement_number_seq')
  input.currency = baseCurrency(ctx.kernel)
  if (!input.period_start || !isCountable(input.period_start)) return
  const period = findPeriod(input.settlement ?? 'monthly', input.period_start)
  input.period_start = period.start
  input.period_end = period.end
}

/** @throws AppError INVALID by field: an account the actor does not see, a date out of range, and a period of an account that has a settlement */
export async function checkSettlement({ ctx: { actor }, tx, input, old }: ValidatedInput<Fields>): Promise<void> {
  if (old || input.period_start === undefined) return
  if (actor.kind === 'admin' && input.admin_id !== actor.id && !hasPermission(actor, SEE_ALL))
    throw validationError({ admin_id: message('core:rule.not_exists') })
  if (!isCountable(input.period_start)) throw validationError({ period_start: message('commission:error.date_range') })
  // The unique index refuses the second of two that are created at once.
  const other = await tx.one<{ number: string }>(sql`
    select number from commission_settlement where admin_id = ${input.admin_id} and period_start = ${input.period_start}::date
      and period_end = ${input.period_end}::date and currency = ${input.currency} and status <> 'canceled'`)
  if (other) throw validationError({ period_start: message('commission:error.settlement_exists', { number: other.number }) })
}

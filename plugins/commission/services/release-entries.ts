import { message, sql, type Tx, validationError } from 'stoa'

interface Transition {
  tx: Tx
  row: { id: number; payroll_id?: number | null }
}

/** Guard of a cancellation: no payroll pays the settlement. @throws AppError INVALID at `status` */
export async function assertMayCancel(context: Transition): Promise<void> {
  const { payroll_id } = context.row
  if (payroll_id !== null && payroll_id !== undefined) throw validationError({ status: message('commission:error.in_payroll') })
  await assertNotCarried(context)
}

/** Guard of changes of the total: no later settlement has taken what this one carried forward. @throws AppError INVALID at `status` */
export async function assertNotCarried({ tx, row }: Transition): Promise<void> {
  const next = await tx.one<{ number: string }>(sql`
    select s.number from commission_entry e join commission_settlement s on s.id = e.settlement_id
    where e.source_type = 'carry' and e.source_id = ${row.id} and e.status <> 'canceled' limit 1 for update of e`)
  if (next) throw validationError({ status: message('commission:error.carried', { number: next.number }) })
}

/**
 * Frees the entries of a settlement for another one. What the settlement itself has added is canceled. Entries that a payroll or a person has
 * paid are in no settlement that can be freed.
 */
export async function freeEntries(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`select 1 from commission_entry where settlement_id = ${id} or (source_type in ('settlement', 'carry') and source_id = ${id})
    order by id for update`)
  await tx.run(sql`update commission_entry set status = 'canceled', updated_at = now()
    where source_type in ('settlement', 'carry') and source_id = ${id} and status in ('pending', 'approved')`)
  await tx.run(sql`update commission_entry set status = 'pending', settlement_id = null, updated_at = now()
    where settlement_id = ${id} and source_type not in ('settlement') and status in ('pending', 'approved')`)
  tx.invalidate('commission_entry')
}

/** Effect of a cancellation. */
export async function releaseEntries({ tx, row }: Transition): Promise<void> {
  await freeEntries(tx, row.id)
  await tx.run(sql`update commission_settlement set total_minor = 0 where id = ${row.id}`)
}

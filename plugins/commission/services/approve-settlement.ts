import { type Ctx, message, sql, type Tx, validationError } from 'stoa'

interface Transition {
  ctx: Ctx
  tx: Tx
  row: { id: number; admin_id: number; payroll_id?: number | null }
}

const refuse = (key: string, field = 'status') => validationError({ [field]: message(`commission:error.${key}`) })

const isOwn = ({ ctx, row }: Transition): boolean => ctx.actor.kind === 'admin' && ctx.actor.id === row.admin_id

/** Guard of an approval: nobody approves what they are paid, and there is something to settle. @throws AppError INVALID at `status` */
export async function assertMayApprove(context: Transition): Promise<void> {
  if (isOwn(context)) throw refuse('own_settlement')
  const { tx, row } = context
  if (!(await tx.one(sql`select 1 from commission_entry where settlement_id = ${row.id} and status = 'pending' limit 1`)))
    throw refuse('nothing_to_settle')
}

/** Guard of a direct payment: no payroll pays it, nobody records a payment to themselves, and not in the future. @throws AppError INVALID by field */
export async function assertMayPay(context: Transition & { input: { paid_at: string } }): Promise<void> {
  if (isOwn(context)) throw refuse('own_settlement')
  const { tx, row, input } = context
  if (row.payroll_id !== null && row.payroll_id !== undefined) throw refuse('in_payroll')
  if (await tx.one(sql`select 1 where ${input.paid_at}::date > business_day() or ${input.paid_at}::date < date '2000-01-01'`))
    throw refuse('paid_at', 'paid_at')
}

async function setStatus(tx: Tx, id: number, from: string, to: string): Promise<void> {
  await tx.run(sql`update commission_entry set status = ${to}, updated_at = now() where settlement_id = ${id} and status = ${from}`)
  tx.invalidate('commission_entry')
}

/** Effect of an approval: the entries are approved with their settlement. */
export const setApproved = ({ tx, row }: Transition): Promise<void> => setStatus(tx, row.id, 'pending', 'approved')

/** Effect of a payment: the entries are paid with their settlement. */
export const payEntries = ({ tx, row }: Transition): Promise<void> => setStatus(tx, row.id, 'approved', 'paid')

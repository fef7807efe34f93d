import { account, type Ctx, validationError, type TransitionContext, sql, message, type Tx } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'

/** The notification to the assignee of an order. */
export const ORDER_ASSIGNED = 'order.given'

/** Assigns the order to the actor. @throws AppError INVALID if the actor is not a member of staff */
export async function assignToSelf({ tx, ctx, row }: TransitionContext): Promise<void> {
  if (ctx.actor.kind !== 'admin') throw validationError({ assigned_to: message('core:rule.choice') })
  await setAssignee(tx, row.id, ctx.actor.id)
}

/** Assigns the order to a member of staff, who is notified, or to nobody. @throws AppError INVALID for a disabled account */
export async function assignToStaff({ tx, ctx, row, input }: TransitionContext): Promise<void> {
  const to = (input.assigned_to ?? null) as number | null
  if (to !== null) await assertStaffEnabled(tx, to)
  await setAssignee(tx, row.id, to)
  if (to !== null && to !== row.assigned_to) await notifyAssignee(tx, ctx, row.id, to)
}

async function assertStaffEnabled(tx: Tx, id: number): Promise<void> {
  const [assignee] = await tx.query(account).where('id', id).where('enabled', true).forKeyShare()
  if (!assignee) throw validationError({ assigned_to: message('core:rule.choice') })
}

const setAssignee = (tx: Tx, id: number, to: number | null) =>
  tx.run(
    sql`update sales_order set assigned_to = ${to}, updated_at = now() where id = ${id} and assigned_to is distinct from ${to}::bigint`,
  )

const notifyAssignee = (tx: Tx, ctx: Ctx, id: number, to: number) =>
  ctx.kernel.find(NOTICES)?.notify(tx, { kind: ORDER_ASSIGNED, to: [to], about: { subject: 'order', subject_id: id }, actor: ctx.actor })

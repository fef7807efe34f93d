import { account, type Ctx, validationError, type TransitionContext, sql, message, type Tx } from 'stoa'
import { NOTICES } from 'stoa/plugins/notes'

/** The notice to whoever an order was given to. */
export const GIVEN = 'order.given'

/** Whoever says so takes care of the order from now on. @throws Failed INVALID for who is no member of staff */
export async function take({ tx, ctx, row }: TransitionContext): Promise<void> {
  if (ctx.actor.kind !== 'admin') throw validationError({ assigned_to: message('core:rule.choice') })
  await write(tx, row.id, ctx.actor.id)
}

/** Gives the order to somebody, who is told of it, or to nobody. @throws Failed INVALID for an account that is switched off */
export async function assign({ tx, ctx, row, input }: TransitionContext): Promise<void> {
  const to = (input.assigned_to ?? null) as number | null
  if (to !== null) await mustServe(tx, to)
  await write(tx, row.id, to)
  if (to !== null && to !== row.assigned_to) await tell(tx, ctx, row.id, to)
}

async function mustServe(tx: Tx, id: number): Promise<void> {
  const [known] = await tx.query(account).where('id', id).where('enabled', true).forKeyShare()
  if (!known) throw validationError({ assigned_to: message('core:rule.choice') })
}

const write = (tx: Tx, id: number, to: number | null) =>
  tx.run(
    sql`update sales_order set assigned_to = ${to}, updated_at = now() where id = ${id} and assigned_to is distinct from ${to}::bigint`,
  )

const tell = (tx: Tx, ctx: Ctx, id: number, to: number) =>
  ctx.kernel.find(NOTICES)?.notify(tx, { kind: GIVEN, to: [to], about: { subject: 'order', subject_id: id }, who: ctx.actor })

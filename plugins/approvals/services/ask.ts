import { type Ctx, type Db, Failed, INVALID, record, sql, tellHistory, text, type Tx } from '#core'
import { type Rule, stepsFor } from '../domain/plan.ts'
import { type Approvable, APPROVABLES, type Approvals, type Asked } from './approvables.ts'

const rulesOf = (db: Db, kind: string): Promise<Rule[]> =>
  db.rows(sql`select l.from_amount_minor as "from", l.step, l.role_id, o.name as role from approval_rule l join role o on o.id = l.role_id
    where l.kind = ${kind} and l.enabled order by l.step, l.from_amount_minor nulls first, l.id`)

interface Waiting {
  id: number
  amount: number | null
}

const waitingOf = (tx: Tx, kind: string, subject: number) =>
  tx.one<Waiting>(
    sql`select id, amount_minor as amount from approval where kind = ${kind} and subject_id = ${subject} and status = 'pending' for update`,
  )

/** Ends a request that waits, and the steps of it that are open. */
export async function close(tx: Tx, ctx: Ctx, id: number, move: 'approve' | 'reject' | 'cancel', reason: string): Promise<void> {
  await ctx.kernel.resources.moveIn(tx, ctx, 'approval', id, move, { reason })
  await tx.run(sql`update approval set decided_at = now(), reason = ${reason} where id = ${id}`)
  await tx.run(
    sql`update approval_step set status = 'canceled', updated_at = now() where approval_id = ${id} and status in ('pending', 'to_do')`,
  )
}

async function write(
  tx: Tx,
  ctx: Ctx,
  kind: string,
  subject: number,
  { of }: Approvable,
  asked: Asked,
  steps: ReturnType<typeof stepsFor>,
) {
  const by = ctx.actor.kind === 'admin' ? ctx.actor.id : null
  const own = [...new Set([...(by === null ? [] : [by]), ...(asked.own ?? [])])]
  const made = await tx.one<{
    id: number
  }>(sql`insert into approval (kind, subject_type, subject_id, title, amount_minor, link, requested_by, own_ids)
    values (${kind}, ${of}, ${subject}, ${asked.title}, ${asked.amount}, ${asked.link}, ${by}, ${own}::bigint[]) returning id`)
  const id = made?.id ?? 0
  const wanted = steps.map((step, i) => ({ ...step, position: i + 1 }))
  await tx.run(sql`insert into approval_step (approval_id, position, role_id, role, status, since)
    select ${id}, w.position, w.role_id, w.role, case w.position when 1 then 'pending' else 'to_do' end, case w.position when 1 then now() end
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(position int, role_id bigint, role text)`)
  await tellHistory({ tx, ctx }, { name: 'approval' }, id, { from: null, to: 'pending' })
  await record(tx, ctx, { resource: 'approval', rowId: id, verb: 'create', changes: [{ field: 'title', old: null, new: asked.title }] })
  tx.touch('approval')
}

/** What others may ask of approvals. */
export const approvals: Approvals = {
  async ask(tx, ctx, kind, subject) {
    const approvable = ctx.kernel.offers(APPROVABLES).get(kind)
    if (!approvable) throw new Error(`nobody offers what "${kind}" is, so it cannot wait`)
    const asked = await approvable.lock(tx, ctx, subject)
    if (!asked) throw new Failed(INVALID, [text('approvals:error.nothing_waits')])
    const known = await waitingOf(tx, kind, subject)
    if (known?.amount === asked.amount) return true
    if (known) await close(tx, ctx, known.id, 'cancel', '')
    const steps = stepsFor(await rulesOf(tx, kind), asked.counts ?? asked.amount)
    if (steps.length === 0) return false
    await write(tx, ctx, kind, subject, approvable, asked, steps)
    return true
  },

  async drop(tx, ctx, kind, subject, reason) {
    const known = await waitingOf(tx, kind, subject)
    if (known) await close(tx, ctx, known.id, 'cancel', reason)
  },

  async waiting(db, kind, subjects) {
    const rows = await db.rows<{ id: number }>(sql`select subject_id as id from approval
      where kind = ${kind} and subject_id = any(${[...subjects]}::bigint[]) and status = 'pending'`)
    return new Set(rows.map(({ id }) => id))
  },

  wanted: async (db, kind, amount) => stepsFor(await rulesOf(db, kind), amount).length > 0,
}

import { type TransitionContext, sql } from 'stoa'
import { APPLICATION_EMAIL, type EmailKind } from './emails.ts'
import { tell } from './timeline-source.ts'

const getNote = (m: TransitionContext) => String(m.input.note ?? '')

const enqueueApplicationEmail = ({ tx, ctx: { actor }, row }: TransitionContext, kind: EmailKind): void =>
  tx.enqueue(APPLICATION_EMAIL, { id: row.id, kind, ref: 0, own: actor.kind === 'customer' || actor.kind === 'guest' })

/** Records who decided, and the note. */
const decided = ({ tx, ctx, row }: TransitionContext, note: string) =>
  tx.run(sql`update application set ended_at = now(), decision_note = ${note}, decided_by = ${ctx.actor.kind === 'admin' ? ctx.actor.id : null}, decided_at = now()
    where id = ${row.id}`)

/** Rejects an application and notifies the applicant with the reason. */
export async function rejected(m: TransitionContext): Promise<void> {
  await decided(m, getNote(m))
  await tell(m.tx, m.ctx, m.row.id, 'application.rejected')
  // Each rejection has an e-mail of its own.
  const turn = await m.tx.one<{ n: number }>(
    sql`select count(*)::int as n from application_letter where application_id = ${m.row.id} and kind = 'rejected'`,
  )
  m.tx.enqueue(APPLICATION_EMAIL, { id: m.row.id, kind: 'rejected', ref: turn?.n ?? 0 })
  m.tx.emit('application.rejected', { applicationId: m.row.id }, { type: 'application', id: m.row.id })
}

/** Reopens an application; its waiting time starts again. */
export async function recordReopened({ tx, row }: TransitionContext): Promise<void> {
  await tx.run(sql`update application set ended_at = null, decided_by = null, decided_at = null, reminded_at = null where id = ${row.id}`)
}

export async function paid(m: TransitionContext): Promise<void> {
  await tell(m.tx, m.ctx, m.row.id, 'application.applied')
}

export async function completed(m: TransitionContext): Promise<void> {
  await m.tx.run(sql`update application set ended_at = now() where id = ${m.row.id}`)
  enqueueApplicationEmail(m, 'completed')
  await tell(m.tx, m.ctx, m.row.id, 'application.completed')
  m.tx.emit('application.completed', { applicationId: m.row.id }, { type: 'application', id: m.row.id })
}

/** Cancels an application. */
export async function canceled(m: TransitionContext): Promise<void> {
  await decided(m, getNote(m))
  enqueueApplicationEmail(m, 'canceled')
  await tell(m.tx, m.ctx, m.row.id, 'application.canceled')
  m.tx.emit('application.canceled', { applicationId: m.row.id }, { type: 'application', id: m.row.id })
}

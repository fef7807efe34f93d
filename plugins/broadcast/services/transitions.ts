import { type Ctx, validationError, type TransitionContext, type Row, sql, message, pickTranslation, type Tx } from 'stoa'
import { SMS } from 'stoa/plugins/people'
import type { AudienceOf } from '../domain/audience.ts'
import { LANE, senderSlots, START } from '../jobs.ts'
import { ENDED, STUCK, notifyAuthor } from './notices.ts'

/** A broadcast in all languages, as moves get it. */
type Whole = Row & { channel: string; resend_of: number | null; send_at: string | null }

const blank = ({ mainLanguage }: Ctx, map: unknown): boolean =>
  pickTranslation(map as object | null, mainLanguage, mainLanguage).trim() === ''

/** What goes out has something to say, and somebody to say it to. @throws Failed INVALID by field */
export function assertComplete({ ctx, row }: Pick<TransitionContext, 'ctx' | 'row'>): void {
  const { channel, resend_of: again, ...rest } = row as Whole
  const missing = message('core:rule.required')
  if (channel === 'email') {
    if (blank(ctx, rest.subject)) throw validationError({ subject: missing })
    if (blank(ctx, rest.body)) throw validationError({ body: missing })
  } else {
    if (blank(ctx, rest.message)) throw validationError({ message: missing })
    if (!ctx.kernel.get(SMS).enabled()) throw validationError({ channel: message('broadcast:error.no_sms') })
  }
  if (again === null && (rest.audience as AudienceOf).include.length === 0)
    throw validationError({ audience: message('broadcast:error.nobody_chosen') })
}

/** What is to go out at once begins; what is planned waits for its moment. */
export function queueStart({ tx, row }: Pick<TransitionContext, 'tx' | 'row'>): void {
  const { send_at: at, id } = row as Whole
  if (at === null || Date.parse(at) <= Date.now()) tx.enqueue(START, { id })
}

/** Whoever sends looks again. */
export const wakeSenderSlots = (tx: Tx): void => {
  for (const slot of senderSlots) tx.enqueue(LANE, { lane: slot })
}

/** It goes on: what went wrong before is forgotten. */
export async function wakeSender({ tx, row }: { tx: Tx; row: Row & { started_at: string | null } }): Promise<void> {
  await tx.run(sql`update broadcast set errors_in_row = 0, last_error = '' where id = ${row.id}`)
  // One that could not begin tries that again.
  if (row.started_at === null) tx.enqueue(START, { id: row.id })
  else wakeSenderSlots(tx)
}

/** Nobody who waits gets it any more. Who is being sent to just now is left to whoever sends. */
export async function cancelWaiting({ tx, row }: Pick<TransitionContext, 'tx' | 'row'>): Promise<void> {
  await tx.run(sql`update broadcast_recipient set status = 'canceled', reason = 'stopped', updated_at = now()
    where broadcast_id = ${row.id} and status = 'pending'`)
  await tx.run(sql`update broadcast set finished_at = now() where id = ${row.id}`)
  tx.invalidate('broadcast_recipient')
}

/** It is over: everybody has it, or has a reason not to. */
export async function afterFinished({ ctx, tx, row }: Pick<TransitionContext, 'ctx' | 'tx' | 'row'>): Promise<void> {
  await tx.run(sql`update broadcast set finished_at = now(), errors_in_row = 0, last_error = '' where id = ${row.id}`)
  await notifyAuthor(tx, ctx, row.id, ENDED)
}

/** It was stopped by what went wrong, and waits for a person. */
export const afterStuck = ({ ctx, tx, row }: Pick<TransitionContext, 'ctx' | 'tx' | 'row'>): Promise<void> =>
  notifyAuthor(tx, ctx, row.id, STUCK)

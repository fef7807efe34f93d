import { type Ctx, validationError, type TransitionContext, type Row, sql, message, pickTranslation, type Tx } from 'stoa'
import { SMS } from 'stoa/plugins/people'
import type { AudienceDefinition } from '../domain/audience.ts'
import { SENDER_SLOT, senderSlots, START } from '../jobs.ts'
import { ENDED, STUCK, notifyAuthor } from './notices.ts'

/** A broadcast in all languages, as transitions get it. */
type BroadcastRow = Row & { channel: string; resend_of: number | null; send_at: string | null }

const isEmpty = ({ mainLanguage }: Ctx, map: unknown): boolean =>
  pickTranslation(map as object | null, mainLanguage, mainLanguage).trim() === ''

/** Checks that a broadcast has content and an audience before it is sent. @throws AppError INVALID by field */
export function assertComplete({ ctx, row }: Pick<TransitionContext, 'ctx' | 'row'>): void {
  const { channel, resend_of: again, ...rest } = row as BroadcastRow
  const missing = message('core:rule.required')
  if (channel === 'email') {
    if (isEmpty(ctx, rest.subject)) throw validationError({ subject: missing })
    if (isEmpty(ctx, rest.body)) throw validationError({ body: missing })
  } else {
    if (isEmpty(ctx, rest.message)) throw validationError({ message: missing })
    if (!ctx.kernel.get(SMS).enabled()) throw validationError({ channel: message('broadcast:error.no_sms') })
  }
  if (again === null && (rest.audience as AudienceDefinition).include.length === 0)
    throw validationError({ audience: message('broadcast:error.nobody_chosen') })
}

/** Queues the start of a broadcast that is due. A scheduled one is started by `startDueBroadcasts`. */
export function enqueueStart({ tx, row }: Pick<TransitionContext, 'tx' | 'row'>): void {
  const { send_at: at, id } = row as BroadcastRow
  if (at === null || Date.parse(at) <= Date.now()) tx.enqueue(START, { id })
}

/** Wakes the sender jobs. */
export const enqueueSenderJobs = (tx: Tx): void => {
  for (const slot of senderSlots) tx.enqueue(SENDER_SLOT, { lane: slot })
}

/** Resumes a broadcast and clears its last error. */
export async function resumeBroadcast({ tx, row }: { tx: Tx; row: Row & { started_at: string | null } }): Promise<void> {
  await tx.run(sql`update broadcast set errors_in_row = 0, last_error = '' where id = ${row.id}`)
  // A broadcast that could not start is started again.
  if (row.started_at === null) tx.enqueue(START, { id: row.id })
  else enqueueSenderJobs(tx)
}

/** Cancels pending recipients. Rows that are being sent are left to the process that claimed them. */
export async function cancelPendingRecipients({ tx, row }: Pick<TransitionContext, 'tx' | 'row'>): Promise<void> {
  await tx.run(sql`update broadcast_recipient set status = 'canceled', reason = 'stopped', updated_at = now()
    where broadcast_id = ${row.id} and status = 'pending'`)
  await tx.run(sql`update broadcast set finished_at = now() where id = ${row.id}`)
  tx.invalidate('broadcast_recipient')
}

/** Runs when every recipient has got the message or has a reason not to. */
export async function afterFinished({ ctx, tx, row }: Pick<TransitionContext, 'ctx' | 'tx' | 'row'>): Promise<void> {
  await tx.run(sql`update broadcast set finished_at = now(), errors_in_row = 0, last_error = '' where id = ${row.id}`)
  await notifyAuthor(tx, ctx, row.id, ENDED)
}

/** Runs when an error has stopped the broadcast. It waits for a person. */
export const afterStuck = ({ ctx, tx, row }: Pick<TransitionContext, 'ctx' | 'tx' | 'row'>): Promise<void> =>
  notifyAuthor(tx, ctx, row.id, STUCK)

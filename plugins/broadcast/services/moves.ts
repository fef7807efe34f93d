import { type Ctx, invalid, type Moving, type Row, sql, text, textIn, type Tx } from 'stoa'
import { SMS } from 'stoa/plugins/people'
import type { AudienceOf } from '../domain/audience.ts'
import { LANE, lanes, START } from '../jobs.ts'
import { ENDED, STUCK, tellWriter } from './notices.ts'

/** A broadcast in all languages, as moves get it. */
type Whole = Row & { channel: string; resend_of: number | null; send_at: string | null }

const blank = ({ main }: Ctx, map: unknown): boolean => textIn(map as object | null, main, main).trim() === ''

/** What goes out has something to say, and somebody to say it to. @throws Failed INVALID by field */
export function requireComplete({ ctx, row }: Pick<Moving, 'ctx' | 'row'>): void {
  const { channel, resend_of: again, ...rest } = row as Whole
  const missing = text('core:rule.required')
  if (channel === 'email') {
    if (blank(ctx, rest.subject)) throw invalid({ subject: missing })
    if (blank(ctx, rest.body)) throw invalid({ body: missing })
  } else {
    if (blank(ctx, rest.message)) throw invalid({ message: missing })
    if (!ctx.kernel.get(SMS).enabled()) throw invalid({ channel: text('broadcast:error.no_sms') })
  }
  if (again === null && (rest.audience as AudienceOf).include.length === 0)
    throw invalid({ audience: text('broadcast:error.nobody_chosen') })
}

/** What is to go out at once begins; what is planned waits for its moment. */
export function queueStart({ tx, row }: Pick<Moving, 'tx' | 'row'>): void {
  const { send_at: at, id } = row as Whole
  if (at === null || Date.parse(at) <= Date.now()) tx.enqueue(START, { id })
}

/** Whoever sends looks again. */
export const wakeLanes = (tx: Tx): void => {
  for (const lane of lanes) tx.enqueue(LANE, { lane })
}

/** It goes on: what went wrong before is forgotten. */
export async function wake({ tx, row }: { tx: Tx; row: Row & { started_at: string | null } }): Promise<void> {
  await tx.run(sql`update broadcast set errors_in_row = 0, last_error = '' where id = ${row.id}`)
  // One that could not begin tries that again.
  if (row.started_at === null) tx.enqueue(START, { id: row.id })
  else wakeLanes(tx)
}

/** Nobody who waits gets it any more. Who is being sent to just now is left to whoever sends. */
export async function cancelWaiting({ tx, row }: Pick<Moving, 'tx' | 'row'>): Promise<void> {
  await tx.run(sql`update broadcast_recipient set status = 'canceled', reason = 'stopped', updated_at = now()
    where broadcast_id = ${row.id} and status = 'pending'`)
  await tx.run(sql`update broadcast set finished_at = now() where id = ${row.id}`)
  tx.touch('broadcast_recipient')
}

/** It is over: everybody has it, or has a reason not to. */
export async function finished({ ctx, tx, row }: Pick<Moving, 'ctx' | 'tx' | 'row'>): Promise<void> {
  await tx.run(sql`update broadcast set finished_at = now(), errors_in_row = 0, last_error = '' where id = ${row.id}`)
  await tellWriter(tx, ctx, row.id, ENDED)
}

/** It was stopped by what went wrong, and waits for a person. */
export const stuck = ({ ctx, tx, row }: Pick<Moving, 'ctx' | 'tx' | 'row'>): Promise<void> => tellWriter(tx, ctx, row.id, STUCK)

import {
  assertPayable,
  type Ctx,
  AppError,
  formatMoney,
  validationError,
  NOT_FOUND,
  parseMoney,
  sql,
  recordHistory,
  message,
  type Tx,
} from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { nextNumber } from 'stoa/plugins/documents'
import { TICKET_REUSED, TICKETS_MISSING, TILL_CLOSED } from '../errors.ts'
import { posRules } from '../settings.ts'
import { session } from '../resources/session.ts'
import { cashEntrySql } from './cash-entry.ts'
import { getActorId, getActorName } from './actor.ts'

/** A session as its till works with it. Amounts in minor units. */
export interface SessionRow {
  id: number
  number: string
  store_id: number
  register_id: number
  status: string
  float: number
}

const columns = sql`id, number, store_id, register_id, status, float_minor as float`

export interface OpenSessionInput {
  register_id: number
  opening_float: string
  device: string
}

/** A session with the place of a device in it: with it the numbers of its tickets are its own. */
export interface OpenedSession extends SessionRow {
  place: number
  last: number
  /** It was open already. */
  joined: boolean
}

/**
 * Opens a register with money in its drawer, or joins who opened it before: of any number who open one at once, one does, and the
 * others join. @throws Failed INVALID
 */
export async function openSession(tx: Tx, ctx: Ctx, storeId: number, o: OpenSessionInput): Promise<OpenedSession> {
  const float = parseMoney(o.opening_float)
  assertPayable('opening_float', float, baseCurrency(ctx.kernel))
  const place = await tx.one(sql`select 1 from pos_register where id = ${o.register_id} and store_id = ${storeId} and enabled`)
  if (!place) throw validationError({ register_id: message('core:rule.choice') })
  const found = await findOpen(tx, o.register_id)
  const begun = found ? undefined : await beginSession(tx, ctx, storeId, o.register_id, float)
  const row = found ?? begun ?? (await findOpen(tx, o.register_id))
  if (!row) throw new AppError(TILL_CLOSED)
  if (row.status !== 'processing') throw new AppError(TILL_CLOSED)
  return { ...row, ...(await joinSession(tx, row.id, o.device)), joined: begun === undefined }
}

const findOpen = (tx: Tx, register: number): Promise<SessionRow | undefined> =>
  tx.one<SessionRow>(sql`select ${columns} from pos_session where register_id = ${register} and status in ('processing', 'payment_review')`)

async function beginSession(tx: Tx, ctx: Ctx, store: number, register: number, float: number): Promise<SessionRow | undefined> {
  const number = await nextNumber(tx, 'TL', 'pos_session_number_seq')
  const made =
    await tx.one<SessionRow>(sql`${tx.insertSql(session, { number, store_id: store, register_id: register, opened_by: getActorId(ctx), float_minor: float })}
    on conflict (register_id) where status in ('processing', 'payment_review') do nothing returning ${columns}`)
  if (!made) return undefined
  await recordHistory({ tx, ctx }, { name: 'pos_session' }, made.id, { from: null, to: 'processing' })
  if (float > 0) await tx.run(cashEntrySql(tx, ctx, { session: made.id, kind: 'float', amount: float }))
  return made
}

/** A device's place in a session, given once. Devices that come at once wait for each other at the session. */
async function joinSession(tx: Tx, session: number, device: string): Promise<{ place: number; last: number }> {
  await tx.run(sql`select 1 from pos_session where id = ${session} for update`)
  const row = await tx.one<{ place: number; last: number }>(sql`insert into pos_device (session_id, device, place)
    values (${session}, ${device}, (select coalesce(max(place), 0) + 1 from pos_device where session_id = ${session}))
    on conflict (session_id, device) do update set seen_at = now() returning place, last`)
  return row ?? { place: 1, last: 0 }
}

/** A session of a store under a lock: `share` for whoever sells in it, so that its count waits for them and they for it. @throws Failed NOT_FOUND */
export async function lockSession(tx: Tx, storeId: number, id: number, how: 'share' | 'update'): Promise<SessionRow> {
  const lock = how === 'share' ? sql`for share` : sql`for update`
  const row = await tx.one<SessionRow>(sql`select ${columns} from pos_session where id = ${id} and store_id = ${storeId} ${lock}`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** What a device says of the turns it gave to tickets in a session. */
export interface AnnouncedDevice {
  device: string
  /** The last one. */
  last: number
  /** Those of tickets that were refused, for which nothing will come. */
  unused: readonly number[]
}

/** A device says how far its turns go. It never says less than before. */
export const announceDevice = (tx: Tx, session: number, { device, last, unused }: AnnouncedDevice): Promise<unknown> =>
  tx.run(sql`update pos_device set last = greatest(last, ${last}), seen_at = now(),
      unused = array(select distinct turn from unnest(unused || ${[...unused]}::int[]) as u(turn) order by turn)
    where session_id = ${session} and device = ${device}`)

export interface CashMovement {
  id: string
  kind: 'in' | 'out' | 'drop'
  amount: string
  reason: string
}

/** Money is put into the drawer or taken out of it, once for each id. @throws Failed INVALID, TILL_CLOSED, TICKET_REUSED */
export async function moveCash(tx: Tx, ctx: Ctx, storeId: number, id: number, m: CashMovement): Promise<void> {
  const amount = parseMoney(m.amount)
  if (amount <= 0) throw validationError({ amount: message('pos:error.amount') })
  assertPayable('amount', amount, baseCurrency(ctx.kernel))
  const session = await lockSession(tx, storeId, id, 'update')
  const signed = m.kind === 'in' ? amount : -amount
  const known = await tx.one<{ same: boolean }>(
    sql`select session_id = ${id} and kind = ${m.kind} and amount_minor = ${signed} as same from pos_cash where client_uuid = ${m.id}`,
  )
  if (known && !known.same) throw new AppError(TICKET_REUSED)
  if (known) return
  if (session.status !== 'processing') throw new AppError(TILL_CLOSED)
  const lies = await expectedCash(tx, id)
  if (m.kind !== 'in' && amount > lies)
    throw validationError({ amount: message('pos:error.drawer', { amount: formatMoney(Math.max(0, lies)) }) })
  const entry = cashEntrySql(tx, ctx, { session: id, kind: m.kind, amount: signed, reason: m.reason, key: m.id })
  const made = await tx.run(sql`${entry} on conflict (client_uuid) do nothing`)
  // At another drawer at the same moment.
  if (made === 0) throw new AppError(TICKET_REUSED)
}

/** What should lie in the drawer, by its ledger. */
export async function expectedCash(tx: Pick<Tx, 'one'>, session: number): Promise<number> {
  const row = await tx.one<{ sum: number }>(
    sql`select coalesce(sum(amount_minor), 0)::bigint as sum from pos_cash where session_id = ${session}`,
  )
  return row?.sum ?? 0
}

/** Tickets devices wrote in a session that have not come yet: those they told of, and those before one that came. */
export async function missingTickets(tx: Pick<Tx, 'one'>, session: number): Promise<number> {
  const row = await tx.one<{
    missing: number
  }>(sql`select coalesce(sum(greatest(0, greatest(d.last, k.last) - k.came - k.unused)), 0)::int as missing
    from pos_device d join lateral (select count(*) as came, coalesce(max(place), 0) as last,
        (select count(*) from unnest(d.unused) as u(turn) where not exists
          (select 1 from pos_ticket w where w.written_in = d.session_id and w.device = d.device and w.place = u.turn)) as unused
      from pos_ticket where written_in = d.session_id and device = d.device) k on true where d.session_id = ${session}`)
  return row?.missing ?? 0
}

/**
 * Counts the drawer, without being told what should lie in it. Nothing is sold in the session any more; each count is kept, also the
 * one that is made again. `without` counts though tickets are missing: their device is lost, or said what is not so. Reports go on to tell of
 * them, and should they come after all, they count in the drawer that is open then. @throws Failed TICKETS_MISSING, WRONG_STATE
 */
export async function countCash(tx: Tx, ctx: Ctx, storeId: number, id: number, amount: string, without = false) {
  await lockSession(tx, storeId, id, 'update')
  const missing = await missingTickets(tx, id)
  if (missing > 0 && !without) throw new AppError(TICKETS_MISSING, [message('pos:error.tickets_missing', { count: missing })])
  const counted = parseMoney(amount)
  assertPayable('counted', counted, baseCurrency(ctx.kernel))
  await ctx.kernel.resources.transitionIn(tx, ctx, session, id, 'count')
  await tx.run(
    sql`insert into pos_count (session_id, counted_minor, account_id, actor) values (${id}, ${counted}, ${getActorId(ctx)}, ${getActorName(ctx)})`,
  )
  const expected = await expectedCash(tx, id)
  await tx.run(sql`update pos_session set counted_minor = ${counted}, expected_minor = ${expected}, difference_minor = ${counted - expected}
    where id = ${id}`)
  return { expected, counted, difference: counted - expected }
}

/** Goes on selling instead: the count stays written down. */
export async function resumeSession(tx: Tx, ctx: Ctx, storeId: number, id: number): Promise<void> {
  await lockSession(tx, storeId, id, 'update')
  await ctx.kernel.resources.transitionIn(tx, ctx, session, id, 'resume')
  await tx.run(sql`update pos_session set counted_minor = null, expected_minor = null, difference_minor = null where id = ${id}`)
}

/** What tickets of a session that were sold offline lack of their prices and of the books, as far as nobody looked at them, in minor units. */
async function amountToReview(tx: Tx, session: number): Promise<number> {
  const row = await tx.one<{ sum: number }>(sql`select coalesce(sum(review_minor), 0)::bigint as sum from pos_ticket
    where session_id = ${session} and review_minor > 0 and seen_at is null`)
  return row?.sum ?? 0
}

/**
 * Closes a session that was counted. A difference wants a reason; where it, or what tickets sold offline lack, is above what the settings bear,
 * somebody who may settle it looks at it.
 * @throws Failed INVALID, WRONG_STATE
 */
export async function closeSession(tx: Tx, ctx: Ctx, storeId: number, id: number, reason: string): Promise<'completed' | 'abnormal'> {
  await lockSession(tx, storeId, id, 'update')
  const row = await tx.one<{ difference: number | null }>(sql`select difference_minor as difference from pos_session where id = ${id}`)
  const difference = row?.difference ?? 0
  if (difference !== 0 && reason === '') throw validationError({ reason: message('pos:error.reason') })
  const tolerance = parseMoney(ctx.kernel.settings.of(posRules).tolerance)
  const far = Math.abs(difference) > tolerance || (await amountToReview(tx, id)) > tolerance
  await ctx.kernel.resources.transitionIn(tx, ctx, session, id, far ? 'doubt' : 'close', { reason })
  await tx.run(sql`update pos_session set reason = ${reason}, closed_by = ${getActorId(ctx)}, closed_at = now() where id = ${id}`)
  return far ? 'abnormal' : 'completed'
}

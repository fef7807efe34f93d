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
import type { Counted } from '../api-types.ts'
import { posRules } from '../settings.ts'
import { session } from '../resources/session.ts'
import { cashEntrySql } from './cash-entry.ts'
import { getActorId, getActorName } from './actor.ts'

/** A till session. Amounts in minor units. */
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

/** A session with the device's number in it, which makes its ticket numbers unique. */
export interface OpenedSession extends SessionRow {
  place: number
  last: number
  /** It was open already. */
  joined: boolean
}

/**
 * Opens a till session with its opening cash, or joins the open one of the register. Of concurrent calls one opens it
 * and the others join.
 * @throws AppError INVALID
 */
export async function openSession(tx: Tx, ctx: Ctx, storeId: number, o: OpenSessionInput): Promise<OpenedSession> {
  const float = parseMoney(o.opening_float)
  assertPayable('opening_float', float, baseCurrency(ctx.kernel))
  const place = await tx.one(sql`select 1 from pos_register where id = ${o.register_id} and store_id = ${storeId} and enabled`)
  if (!place) throw validationError({ register_id: message('core:rule.choice') })
  const found = await findOpen(tx, o.register_id)
  const begun = found ? undefined : await beginSession(tx, ctx, storeId, o.register_id, float)
  const row = found ?? begun ?? (await findOpen(tx, o.register_id))
  if (row?.status !== 'processing') throw new AppError(TILL_CLOSED)
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

/** The device's number in a session, assigned once. Concurrent devices wait for the session's lock. */
async function joinSession(tx: Tx, session: number, device: string): Promise<{ place: number; last: number }> {
  await tx.run(sql`select 1 from pos_session where id = ${session} for update`)
  const row = await tx.one<{ place: number; last: number }>(sql`insert into pos_device (session_id, device, place)
    values (${session}, ${device}, (select coalesce(max(place), 0) + 1 from pos_device where session_id = ${session}))
    on conflict (session_id, device) do update set seen_at = now() returning place, last`)
  return row ?? { place: 1, last: 0 }
}

/** A locked session of a store: `share` for sales, so that a count waits for them and they for it. @throws AppError NOT_FOUND */
export async function lockSession(tx: Tx, storeId: number, id: number, lockMode: 'share' | 'update'): Promise<SessionRow> {
  const lock = lockMode === 'share' ? sql`for share` : sql`for update`
  const row = await tx.one<SessionRow>(sql`select ${columns} from pos_session where id = ${id} and store_id = ${storeId} ${lock}`)
  if (!row) throw new AppError(NOT_FOUND)
  return row
}

/** Ticket sequence numbers that a device used in a session. */
export interface AnnouncedDevice {
  device: string
  /** Last sequence number. */
  last: number
  /** Sequence numbers of rejected tickets, which will not arrive. */
  unused: readonly number[]
}

/** Records the last sequence number of a device. It never decreases. @throws AppError NOT_FOUND */
export async function announceDevice(tx: Tx, storeId: number, session: number, { device, last, unused }: AnnouncedDevice): Promise<void> {
  await lockSession(tx, storeId, session, 'share')
  await tx.run(sql`update pos_device set last = greatest(last, ${last}), seen_at = now(),
      unused = array(select distinct turn from unnest(unused || ${[...unused]}::int[]) as u(turn) order by turn)
    where session_id = ${session} and device = ${device}`)
}

export interface CashMovement {
  id: string
  kind: 'in' | 'out' | 'drop'
  amount: string
  reason: string
}

/** Records cash put into or taken out of the drawer, once per id. @throws AppError INVALID, TILL_CLOSED, TICKET_REUSED */
export async function moveCash(tx: Tx, ctx: Ctx, storeId: number, id: number, m: CashMovement): Promise<void> {
  const amount = parseMoney(m.amount)
  if (amount <= 0) throw validationError({ amount: message('pos:error.amount') })
  assertPayable('amount', amount, baseCurrency(ctx.kernel))
  const session = await lockSession(tx, storeId, id, 'update')
  const signed = m.kind === 'in' ? amount : -amount
  const existingMovement = await tx.one<{ same: boolean }>(
    sql`select session_id = ${id} and kind = ${m.kind} and amount_minor = ${signed} as same from pos_cash where client_uuid = ${m.id}`,
  )
  if (existingMovement && !existingMovement.same) throw new AppError(TICKET_REUSED)
  if (existingMovement) return
  if (session.status !== 'processing') throw new AppError(TILL_CLOSED)
  const lies = await expectedCash(tx, id)
  if (m.kind !== 'in' && amount > lies)
    throw validationError({ amount: message('pos:error.drawer', { amount: formatMoney(Math.max(0, lies)) }) })
  const entry = cashEntrySql(tx, ctx, { session: id, kind: m.kind, amount: signed, reason: m.reason, key: m.id })
  const made = await tx.run(sql`${entry} on conflict (client_uuid) do nothing`)
  // The id was used concurrently for another drawer.
  if (made === 0) throw new AppError(TICKET_REUSED)
}

/** Expected cash of a session by its ledger. */
export async function expectedCash(tx: Pick<Tx, 'one'>, session: number): Promise<number> {
  const row = await tx.one<{ sum: number }>(
    sql`select coalesce(sum(amount_minor), 0)::bigint as sum from pos_cash where session_id = ${session}`,
  )
  return row?.sum ?? 0
}

/** Number of tickets that have not arrived: announced ones, and gaps before the latest one. */
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
 * Records a blind count of the drawer. It ends sales in the session; every count is stored. `without` allows a count
 * with missing tickets, for a lost or faulty device. Reports keep listing them, and if they arrive later they count
 * in the session open then.
 * @throws AppError TICKETS_MISSING, WRONG_STATE
 */
export async function countCash(tx: Tx, ctx: Ctx, storeId: number, id: number, amount: string, without = false): Promise<Counted> {
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
  return { expected: formatMoney(expected), counted: formatMoney(counted), difference: formatMoney(counted - expected) }
}

/** Resumes sales after a count; the count stays recorded. */
export async function resumeSession(tx: Tx, ctx: Ctx, storeId: number, id: number): Promise<void> {
  await lockSession(tx, storeId, id, 'update')
  await ctx.kernel.resources.transitionIn(tx, ctx, session, id, 'resume')
  await tx.run(sql`update pos_session set counted_minor = null, expected_minor = null, difference_minor = null where id = ${id}`)
}

/** Shortfall of offline tickets from prices and stock that is not reviewed yet, in minor units. */
async function amountToReview(tx: Tx, session: number): Promise<number> {
  const row = await tx.one<{ sum: number }>(sql`select coalesce(sum(review_minor), 0)::bigint as sum from pos_ticket
    where session_id = ${session} and review_minor > 0 and seen_at is null`)
  return row?.sum ?? 0
}

/**
 * Closes a counted session. A difference requires a reason. If it, or the shortfall of offline tickets, exceeds the
 * configured limit, a member of staff with the settle permission has to review it.
 * @throws AppError INVALID, WRONG_STATE
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

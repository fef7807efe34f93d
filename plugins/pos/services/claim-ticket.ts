import { createHash } from 'node:crypto'
import { type Ctx, AppError, NOT_FOUND, sql, type Tx } from 'stoa'
import { TICKET_REUSED, TILL_CLOSED } from '../errors.ts'
import type { TicketInput } from './ticket-input.ts'
import { wasOnlineSql } from './device-contact.ts'
import { getActorId } from './actor.ts'
import { lockSession, type SessionRow } from './session.ts'
import { ticket } from '../resources/ticket.ts'

/** A ticket as the response has it. */
export interface RecordedTicket {
  id: number
  number: string
  order_id: number | null
  order_number: string
  total: number
  trouble: string[]
}

/** Data of a ticket that a device sends until it gets a response. */
type Claim = Pick<TicketInput, 'client_uuid' | 'session_id' | 'device' | 'place' | 'sold_at' | 'offline' | 'cashier'> & { order?: number }

/** A ticket being written, with the till session that counts its cash. */
export interface ClaimedTicket {
  id: number
  number: string
  session: SessionRow
  late: boolean
  /** Whether its device was online at the time of sale. */
  wasOnline: boolean
}

/** Absent codes, points and promotions equal empty ones, for older devices. Price signatures and approvals are not part of the sale. */
const NO_PART = ['price_signature', 'approver_id', 'approver_pin']
const WORDS = ['codes', 'points']
const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
const unsaid = (key: string, value: unknown): unknown =>
  (key === 'discountable' && value !== true) || (WORDS.includes(key) && isEmpty(value)) || NO_PART.includes(key) ? undefined : value

/** Content that must be equal in two tickets with one id; transport data is left out. */
const fingerprintTicket = ({ offline: _, cashier, ...ticket }: Claim): string =>
  createHash('sha256')
    .update(JSON.stringify(cashier === '' ? ticket : { ...ticket, cashier }, unsaid))
    .digest('base64url')

/**
 * Claims a ticket id, or returns the stored ticket. A concurrent copy waits for the first one and gets its result.
 * The ticket counts in the session it was written in, or, if that is closed, in the open one of the register. The
 * device's clock may be wrong, so its time is limited to the range from the opening of the session to now.
 * @throws AppError TILL_CLOSED, TICKET_REUSED
 */
export async function claimTicket(
  tx: Tx,
  ctx: Ctx,
  storeId: number,
  kind: 'sale' | 'return' | 'pickup',
  c: Claim,
): Promise<ClaimedTicket | RecordedTicket> {
  // A return needs an exclusive lock, since its cash must be in the drawer; sales take a shared lock.
  const lockMode = kind === 'return' ? 'update' : 'share'
  const { written, place, code, wasOnline } = await findDevice(tx, storeId, c, lockMode)
  if (written.status !== 'processing') {
    const recordedTicket = await findRecorded(tx, storeId, c)
    if (recordedTicket) return recordedTicket
  }
  const session = written.status === 'processing' ? written : await assertSessionOpen(tx, written, lockMode)
  const number = ticketNumber(code, written.id, place, c.place)
  const row = tx.insertSql(ticket, {
    client_uuid: c.client_uuid,
    fingerprint: fingerprintTicket(c),
    number,
    kind,
    store_id: storeId,
    session_id: session.id,
    written_in: written.id,
    device: c.device,
    place: c.place,
    cashier_id: getActorId(ctx),
    sold_at: sql`(select greatest(least(coalesce(${c.sold_at}::timestamptz, now()), now()), s.opened_at) from pos_session s where s.id = ${written.id})`,
    offline: c.offline,
  })
  const made = await tx.one<{ id: number }>(sql`${row}
    on conflict do nothing returning id`)
  if (!made) {
    const first = await findRecorded(tx, storeId, c)
    if (first) return first
    throw new AppError(TICKET_REUSED)
  }
  return { id: made.id, number, session, late: session.id !== written.id, wasOnline }
}

/** The locked session of a ticket, with the device's number in it. @throws AppError NOT_FOUND, TILL_CLOSED */
async function findDevice(tx: Tx, storeId: number, c: Claim, lockMode: 'share' | 'update') {
  const lock = lockMode === 'share' ? sql`for share of s` : sql`for update of s`
  const row = await tx.one<SessionRow & { place: number | null; code: string; was_online: boolean | null }>(sql`
    select s.id, s.number, s.store_id, s.register_id, s.status, s.float_minor as float, r.code,
      d.place,
      ${wasOnlineSql(c.sold_at)} as was_online
    from pos_session s join pos_register r on r.id = s.register_id
    left join pos_device d on d.session_id = s.id and d.device = ${c.device} where s.id = ${c.session_id} and s.store_id = ${storeId} ${lock}`)
  if (!row) throw new AppError(NOT_FOUND)
  const { place, code, was_online, ...written } = row
  if (place === null) throw new AppError(TILL_CLOSED)
  return { written, place, code, wasOnline: was_online ?? true }
}

async function assertSessionOpen(tx: Tx, written: SessionRow, lockMode: 'share' | 'update'): Promise<SessionRow> {
  const open = await tx.one<{ id: number }>(
    sql`select id from pos_session where register_id = ${written.register_id} and status = 'processing'`,
  )
  if (!open) throw new AppError(TILL_CLOSED)
  const session = await lockSession(tx, written.store_id, open.id, lockMode)
  if (session.status !== 'processing') throw new AppError(TILL_CLOSED)
  return session
}

/** The stored ticket of an id. @throws AppError TICKET_REUSED if its content differs */
async function findRecorded(tx: Tx, storeId: number, c: Claim): Promise<RecordedTicket | undefined> {
  const row = await tx.one<RecordedTicket & { fingerprint: string; store_id: number }>(sql`select id, number, order_id, order_number,
    total_minor as total, trouble, fingerprint, store_id from pos_ticket where client_uuid = ${c.client_uuid}`)
  if (!row) return undefined
  const { fingerprint, store_id, ...result } = row
  if (fingerprint !== fingerprintTicket(c) || store_id !== storeId) throw new AppError(TICKET_REUSED)
  return result
}

/** Receipt number: register, session, device number if there are several, and sequence number. Devices create it offline. */
export const ticketNumber = (code: string, session: number, device: number, place: number): string =>
  `${code.toUpperCase()}-${session}${device > 1 ? `.${device}` : ''}-${place}`

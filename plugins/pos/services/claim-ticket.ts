import { createHash } from 'node:crypto'
import { type Ctx, AppError, NOT_FOUND, sql, type Tx } from 'stoa'
import { TICKET_REUSED, TILL_CLOSED } from '../errors.ts'
import type { TicketInput } from './ticket-input.ts'
import { wasOnlineSql } from './device-contact.ts'
import { getActorId } from './actor.ts'
import { lockSession, type SessionRow } from './session.ts'
import { ticket } from '../resources/ticket.ts'

/** A ticket as it is answered. */
export interface RecordedTicket {
  id: number
  number: string
  order_id: number | null
  order_number: string
  total: number
  trouble: string[]
}

/** What devices send of one, again and again, until they hear of it. */
type Claim = Pick<TicketInput, 'client_uuid' | 'session_id' | 'device' | 'place' | 'sold_at' | 'offline' | 'cashier'> & { order?: number }

/** A ticket that is being written, with the session that counts its money. */
export interface ClaimedTicket {
  id: number
  number: string
  session: SessionRow
  late: boolean
  /** Its device was online when it wrote the ticket. */
  wasOnline: boolean
}

/**
 * A ticket or line that says nothing of codes, points and offers is the same as one of a device that does not know of them. What proves or approves a price is no part of
 * what was sold.
 */
const NO_PART = ['price_signature', 'approver_id', 'approver_pin']
const WORDS = ['codes', 'points']
const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
const unsaid = (key: string, value: unknown): unknown =>
  (key === 'discountable' && value !== true) || (WORDS.includes(key) && isEmpty(value)) || NO_PART.includes(key) ? undefined : value

/** What makes two tickets of one id the same: all but how they reached us. */
const fingerprintTicket = ({ offline: _, cashier, ...ticket }: Claim): string =>
  createHash('sha256')
    .update(JSON.stringify(cashier === '' ? ticket : { ...ticket, cashier }, unsaid))
    .digest('base64url')

/**
 * Claims a ticket's id, or answers the ticket it stands for: a copy that comes meanwhile waits, and is then answered what the first one was. It
 * counts in the session it was written in; after that was closed, in the one that is open at its register. A device's clock may be wrong: nothing
 * was sold before its drawer was opened, nor in days to come.
 * @throws Failed TILL_CLOSED, TICKET_REUSED
 */
export async function claimTicket(
  tx: Tx,
  ctx: Ctx,
  storeId: number,
  kind: 'sale' | 'return' | 'pickup',
  c: Claim,
): Promise<ClaimedTicket | RecordedTicket> {
  // What a return takes out of the drawer must lie there; sales only put into it and need not wait for each other.
  const how = kind === 'return' ? 'update' : 'share'
  const { written, place, code, wasOnline } = await findDevice(tx, storeId, c, how)
  if (written.status !== 'processing') {
    const known = await findRecorded(tx, storeId, c)
    if (known) return known
  }
  const session = written.status === 'processing' ? written : await assertSessionOpen(tx, written, how)
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

/** The session a ticket was written in, under a lock, with the place of its device in it. @throws Failed NOT_FOUND, TILL_CLOSED */
async function findDevice(tx: Tx, storeId: number, c: Claim, how: 'share' | 'update') {
  const lock = how === 'share' ? sql`for share of s` : sql`for update of s`
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

async function assertSessionOpen(tx: Tx, written: SessionRow, how: 'share' | 'update'): Promise<SessionRow> {
  const open = await tx.one<{ id: number }>(
    sql`select id from pos_session where register_id = ${written.register_id} and status = 'processing'`,
  )
  if (!open) throw new AppError(TILL_CLOSED)
  const session = await lockSession(tx, written.store_id, open.id, how)
  if (session.status !== 'processing') throw new AppError(TILL_CLOSED)
  return session
}

/** The ticket an id stands for. @throws Failed TICKET_REUSED when it is another one */
async function findRecorded(tx: Tx, storeId: number, c: Claim): Promise<RecordedTicket | undefined> {
  const row = await tx.one<RecordedTicket & { fingerprint: string; store_id: number }>(sql`select id, number, order_id, order_number,
    total_minor as total, trouble, fingerprint, store_id from pos_ticket where client_uuid = ${c.client_uuid}`)
  if (!row) return undefined
  const { fingerprint, store_id, ...told } = row
  if (fingerprint !== fingerprintTicket(c) || store_id !== storeId) throw new AppError(TICKET_REUSED)
  return told
}

/** The number on a receipt: the register, the session, the device where there are several, and the turn. Devices make it without asking. */
export const ticketNumber = (code: string, session: number, device: number, place: number): string =>
  `${code.toUpperCase()}-${session}${device > 1 ? `.${device}` : ''}-${place}`

import { type Actor, validationError, sql, message, type Tx } from 'stoa'
import type { entryKinds } from '../resources/points-entry.ts'
import { pointsEntry } from '../resources/points-entry.ts'

/** A change of a points balance. */
export interface Change {
  person: number
  kind: (typeof entryKinds)[number]
  /** Positive to add points, negative to remove them. */
  points: number
  order?: number
  /** Idempotency key: a change with the same key is made once; see `isBooked`. */
  key?: string
  remark?: string
  by?: Actor
  /** Expiry of added points. */
  expires?: Date | string | null
  /** Allows a negative balance. */
  owing?: boolean
}

/** An amount of points with one expiry date. */
export interface Slice {
  points: number
  expires_at: string | null
}

const getName = (actor: Actor | undefined): string => (actor && 'name' in actor ? actor.name : '')

/** Locks the points account of a person until the transaction ends. Lock order: orders first. */
export async function lockPoints(tx: Tx, person: number): Promise<number> {
  const row = await tx.one<{ balance: number }>(sql`insert into points_account (person_id) values (${person})
    on conflict (person_id) do update set balance = points_account.balance returning balance`)
  return row?.balance ?? 0
}

/** SQL expression for the points a person can spend now: not expired, less a negative balance. */
export const readSpendable = (person: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(l.remaining), 0)::int from points_lot l where l.person_id = ${person} and (l.expires_at is null or l.expires_at > now()))`

/**
 * The only function that changes points: writes ledger entry, balance and lots together. Returns the lots the points were taken from.
 * @throws AppError INVALID at `points` when the balance is too small
 */
export async function changePoints(tx: Tx, c: Change): Promise<Slice[]> {
  if (c.points === 0) return []
  await lockPoints(tx, c.person)
  const slices = c.points < 0 ? await take(tx, c) : await put(tx, c)
  await book(tx, c)
  return slices
}

/** Writes the ledger entry of a change with the new balance. */
async function book(tx: Tx, c: Change): Promise<void> {
  const entry = {
    person_id: c.person,
    kind: c.kind,
    points: c.points,
    balance_after: sql`balance`,
    order_id: c.order ?? null,
    key: c.key ?? null,
    remark: c.remark ?? '',
    actor_name: getName(c.by),
  }
  await tx.run(sql`with now as (update points_account set balance = balance + ${c.points} where person_id = ${c.person} returning balance)
    ${tx.insertSql(pointsEntry, entry, sql`now`)}`)
  tx.invalidate('customer')
}

/** Removes the expired points of a person, with a ledger entry. */
export async function expireLots(tx: Tx, person: number): Promise<void> {
  await lockPoints(tx, person)
  const ended = await tx.one<{ n: number }>(sql`with ended as (
      select id, remaining from points_lot where person_id = ${person} and remaining > 0 and expires_at <= now())
    , gone as (update points_lot l set remaining = 0 from ended e where l.id = e.id returning e.remaining)
    select coalesce(sum(remaining), 0)::int as n from gone`)
  if (ended && ended.n > 0) await book(tx, { person, kind: 'expire', points: -ended.n })
}

/** The entry with this idempotency key, if any. The account must be locked. */
export const isBooked = (tx: Tx, person: number, key: string): Promise<{ points: number } | undefined> =>
  tx.one<{ points: number }>(sql`select points from points_entry where person_id = ${person} and key = ${key}`)

/** Added points cover a negative balance first. */
async function put(tx: Tx, { person, points, expires = null }: Change): Promise<Slice[]> {
  const filled = await tx.one<{ n: number }>(sql`
    with owed as (select id, -remaining as n, sum(-remaining) over (order by id) + remaining as before from points_lot where person_id = ${person} and remaining < 0)
    , filled as (update points_lot l set remaining = l.remaining + least(o.n, ${points}::int - o.before) from owed o
        where l.id = o.id and o.before < ${points}::int returning least(o.n, ${points}::int - o.before) as n)
    select coalesce(sum(n), 0)::int as n from filled`)
  const left = points - (filled?.n ?? 0)
  if (left > 0) await tx.run(sql`insert into points_lot (person_id, remaining, expires_at) values (${person}, ${left}, ${expires})`)
  return []
}

/** Takes points from the lots that expire first. */
async function take(tx: Tx, { person, points, owing = false }: Change): Promise<Slice[]> {
  const most = await tx.one<{ n: number }>(sql`select ${readSpendable(sql`${person}::bigint`)} as n`)
  const requested = -points
  if (!owing && (most?.n ?? 0) < requested)
    throw validationError({ points: message('loyalty:error.insufficient', { count: Math.max(0, most?.n ?? 0) }) })
  const usedSlices = await tx.rows<Slice>(sql`
    with open as (select id, remaining as n, expires_at, sum(remaining) over (order by expires_at nulls last, id) - remaining as before
      from points_lot where person_id = ${person} and remaining > 0 and (expires_at is null or expires_at > now()))
    update points_lot l set remaining = l.remaining - least(o.n, ${requested}::int - o.before) from open o
    where l.id = o.id and o.before < ${requested}::int returning o.expires_at, least(o.n, ${requested}::int - o.before)::int as points`)
  const owed = requested - usedSlices.reduce((sum, slice) => sum + slice.points, 0)
  if (owed > 0) await tx.run(sql`insert into points_lot (person_id, remaining) values (${person}, ${-owed})`)
  return usedSlices
}

import { createHmac } from 'node:crypto'
import { type Ctx, type Kernel, signingKeys, sql, type Tx } from 'stoa'
import { type CheckInCode, type CheckInKey, readCode, writeCode } from './code.ts'

const PURPOSE = 'booking door'

const keysByConfig = new WeakMap<Kernel['config'], readonly CheckInKey[]>()

/** Signing keys derived from the shop's keys: the first one signs, all of them verify. The key id is one byte of an HMAC with the key. */
function getKeys({ config }: Pick<Kernel, 'config'>): readonly CheckInKey[] {
  let keys = keysByConfig.get(config)
  if (!keys) {
    keys = signingKeys(config).map((secret) => {
      const key = createHmac('sha256', secret).update(PURPOSE).digest()
      return { id: createHmac('sha256', key).update('id').digest()[0] ?? 0, key }
    })
    keysByConfig.set(config, keys)
  }
  return keys
}

/** Content of a code of this shop; undefined for any other. */
export const parseCode = ({ kernel }: Pick<Ctx, 'kernel'>, code: string): CheckInCode | undefined => readCode(code, getKeys(kernel))

/** Seconds a code stays readable after the time, so that a late guest gets a proper message. */
const RETENTION_SECONDS = 30 * 86_400

/** Data of a code from the database. */
export interface CodeOptions {
  session: number
  /** In milliseconds. */
  ends: number
  rev: number
}

/** The signed code of a seat or a booking. */
export function signCode(
  { kernel }: Pick<Ctx, 'kernel'>,
  kind: CheckInCode['kind'],
  id: number,
  { session, ends, rev }: CodeOptions,
): string {
  const [key] = getKeys(kernel)
  if (!key) throw new Error('the shop has no key')
  return writeCode({ kind, id, session, expires: Math.floor(ends / 1_000) + RETENTION_SECONDS, rev: rev % 256 }, key)
}

/** Creates a seat with a short code for each place of a booking; surplus seats are deleted unless a guest came. */
export async function makeSeats(tx: Tx, booking: number): Promise<void> {
  await tx.run(sql`with gone as (delete from booking_seat s using booking b where b.id = s.booking_id and b.id = ${booking} and s.seat_no > b.quantity
      and s.status = 'pending')
    insert into booking_seat (booking_id, seat_no) select b.id, n from booking b cross join lateral generate_series(1, b.quantity) n
    where b.id = ${booking} on conflict on constraint booking_seat_once do nothing`)
}

/** Invalidates the codes of a rescheduled booking. */
export async function replaceCodes(tx: Tx, booking: number): Promise<void> {
  await tx.run(sql`update booking set code_rev = code_rev + 1 where id = ${booking}`)
  await tx.run(
    sql`update booking_seat set short = default, status = 'pending', checked_at = null, device_id = null where booking_id = ${booking}`,
  )
}

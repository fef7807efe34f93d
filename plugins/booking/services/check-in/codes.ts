import { createHmac } from 'node:crypto'
import { type Ctx, type Kernel, signingKeys, sql, type Tx } from 'stoa'
import { type CheckInCode, type CheckInKey, readCode, writeCode } from './code.ts'

const PURPOSE = 'booking door'

const keysByConfig = new WeakMap<Kernel['config'], readonly CheckInKey[]>()

/** Keys of codes, made of those of the shop: the first signs, all are read. A key is known by a byte of what it makes of nothing. */
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

/** What a code of this shop says; undefined for any other. */
export const parseCode = ({ kernel }: Pick<Ctx, 'kernel'>, said: string): CheckInCode | undefined => readCode(said, getKeys(kernel))

/** Codes go on to be understood for so long after the time, as links do: whoever is late is told so. */
const KEPT_SECONDS = 30 * 86_400

/** What a code is made of, as the database knows it. */
export interface CodeOptions {
  session: number
  /** Milliseconds. */
  ends: number
  rev: number
}

/** The code of a seat, or of a whole booking. */
export function signCode({ kernel }: Pick<Ctx, 'kernel'>, of: CheckInCode['of'], id: number, { session, ends, rev }: CodeOptions): string {
  const [key] = getKeys(kernel)
  if (!key) throw new Error('the shop has no key')
  return writeCode({ of, id, session, expires: Math.floor(ends / 1_000) + KEPT_SECONDS, rev: rev % 256 }, key)
}

/** A seat for each place of a booking, each with a short code of its own; those it does not have any more go, if nobody came on them. */
export async function makeSeats(tx: Tx, booking: number): Promise<void> {
  await tx.run(sql`with gone as (delete from booking_seat s using booking b where b.id = s.booking_id and b.id = ${booking} and s.seat_no > b.quantity
      and s.status = 'pending')
    insert into booking_seat (booking_id, seat_no) select b.id, n from booking b cross join lateral generate_series(1, b.quantity) n
    where b.id = ${booking} on conflict on constraint booking_seat_once do nothing`)
}

/** The booking has another time: what was written for the old one opens nothing any more. */
export async function replaceCodes(tx: Tx, booking: number): Promise<void> {
  await tx.run(sql`update booking set code_rev = code_rev + 1 where id = ${booking}`)
  await tx.run(
    sql`update booking_seat set short = default, status = 'pending', checked_at = null, device_id = null where booking_id = ${booking}`,
  )
}

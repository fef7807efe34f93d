import { hasPermission, type Ctx, AppError, FORBIDDEN, type Kernel, sign, sql, createStaffCtx, message, type Tx, verify } from 'stoa'
import { TILL_CLOSED } from '../errors.ts'
import { isUuid } from './ticket-input.ts'
import { findStore } from './till.ts'

const PURPOSE = 'pos cashier'
const HOURS = 16
const HOUR_MS = 3_600_000

/**
 * A PIN sign-in: for one till session on one device, until the next sign-in there, a change of the PIN, or the end of
 * the working day.
 */
interface CashierToken {
  account: number
  session: number
  device: string
  mark: string
  /** Random key of this sign-in. */
  key: string
}

const writeTokenText = ({ account, session, device, mark, key }: CashierToken, until: number) =>
  `${account} ${session} ${device} ${mark} ${key} ${until}`

/** Signed token of a PIN sign-in, which the device sends with each action. It does not contain the PIN. */
export function createCashierToken({ config }: Kernel, manned: CashierToken): string {
  const until = Date.now() + HOURS * HOUR_MS
  return `${manned.account}.${until}.${sign(config, PURPOSE, writeTokenText(manned, until))}`
}

/** Sent with every POS action: `cashier` is the token of a PIN sign-in; if empty, the signed-in account acts. */
export interface CashierInput {
  session_id: number
  device: string
  cashier: string
  offline?: boolean
  sold_at?: Date | string | null
}

/**
 * Sets the cashier of a device, or with null the signed-in account; this ends the previous sign-in. Concurrent
 * sign-ins run one after the other.
 * @returns the key of the sign-in
 * @throws AppError TILL_CLOSED if the device is not in the session
 */
export async function signInCashier(tx: Tx, session: number, device: string, account: number | null): Promise<string> {
  const here = await tx.one(sql`select 1 from pos_device where session_id = ${session} and device = ${device}::uuid for update`)
  if (!here) throw new AppError(TILL_CLOSED)
  await tx.run(sql`update pos_manned set until = now() where session_id = ${session} and device = ${device}::uuid and until is null`)
  if (account === null) return ''
  const made = await tx.one<{ key: string }>(sql`insert into pos_manned (session_id, device, account_id)
    values (${session}, ${device}::uuid, ${account}) returning key::text as key`)
  return made?.key ?? ''
}

/**
 * The context of the cashier, with their current permissions and not those of the signed-in account. An offline sale
 * is never lost: if the PIN sign-in is no longer valid, the signed-in account is recorded.
 * @throws AppError FORBIDDEN
 */
export async function cashierCtx(ctx: Ctx, store: number, at: CashierInput): Promise<Ctx> {
  if (at.cashier === '') return ctx
  const theirs = await findCashier(ctx, store, at)
  if (theirs) return theirs
  if (at.offline) return ctx
  throw new AppError(FORBIDDEN, [message('pos:error.pin_over')])
}

async function findCashier(
  ctx: Ctx,
  store: number,
  { session_id, device, cashier, offline, sold_at }: CashierInput,
): Promise<Ctx | undefined> {
  const { kernel } = ctx
  const [account = 0, until = 0] = cashier.split('.').map(Number)
  const signature = cashier.split('.')[2] ?? ''
  if (!Number.isSafeInteger(account) || !Number.isSafeInteger(until)) return undefined
  if (until < Date.now() || !isUuid(device)) return undefined
  // An offline sale arrives later, possibly with another cashier at the device: the sign-in at the time of sale
  // applies.
  const then = offline && sold_at ? new Date(sold_at).toISOString() : null
  const rows = await kernel.db.rows<{ mark: string; key: string }>(sql`select p.mark::text as mark, m.key::text as key
    from pos_manned m join pos_pin p on p.account_id = m.account_id
    where m.session_id = ${session_id} and m.device = ${device}::uuid and m.account_id = ${account}
      and (m.until is null or ${then}::timestamptz between m.since and m.until) order by m.id desc limit 20`)
  const right = rows.some((row) =>
    verify(kernel.config, PURPOSE, writeTokenText({ account, session: session_id, device, ...row }, until), signature),
  )
  const person = right ? await findWorker(ctx, store, account) : undefined
  return person && { ...ctx, actor: person.actor }
}

/** The context of an account that may sell in a store; undefined for any other. */
export async function findWorker({ kernel, language }: Ctx, store: number, account: number): Promise<Ctx | undefined> {
  const person = await createStaffCtx(kernel, account, language)
  if (!person || !hasPermission(person.actor, 'sell pos ticket')) return undefined
  try {
    await findStore(person, store)
    return person
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Checks a permission of the cashier. @throws AppError FORBIDDEN */
export function assertPermission({ actor }: Ctx, needs: string): void {
  if (!hasPermission(actor, needs)) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs })])
}

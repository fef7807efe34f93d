import { hasPermission, type Ctx, AppError, FORBIDDEN, type Kernel, sign, sql, createStaffCtx, message, type Tx, verify } from 'stoa'
import { TILL_CLOSED } from '../errors.ts'
import { isUuid } from './ticket-input.ts'
import { findStore } from './till.ts'

const PURPOSE = 'pos cashier'
const HOURS = 16
const HOUR_MS = 3_600_000

/**
 * Who works at a till by PIN: for one drawer, on one device, until somebody else takes the device over, as long as the PIN stays and a day of
 * work lasts.
 */
interface CashierToken {
  account: number
  session: number
  device: string
  mark: string
  /** Of this take-over; each has one of its own. */
  key: string
}

const writeTokenText = ({ account, session, device, mark, key }: CashierToken, until: number) =>
  `${account} ${session} ${device} ${mark} ${key} ${until}`

/** What a device sends along with what somebody does who came by PIN. It says nothing of the PIN. */
export function createCashierToken({ config }: Kernel, manned: CashierToken): string {
  const until = Date.now() + HOURS * HOUR_MS
  return `${manned.account}.${until}.${sign(config, PURPOSE, writeTokenText(manned, until))}`
}

/** What is sent with whatever is done at a till: who does it stands in `cashier`; whoever is signed in where it is empty. */
export interface CashierInput {
  session_id: number
  device: string
  cashier: string
  offline?: boolean
  sold_at?: Date | string | null
}

/**
 * Has a device manned by somebody, or with nobody by whoever is signed in on it: what the take-over before allowed ends. Devices that are
 * taken over at once wait for each other. Answers the key of the take-over. @throws Failed TILL_CLOSED when the device is not in the session
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
 * The context of whoever stands at the till: with their rights of this moment, not those of the account the device is signed in with. What
 * was sold without network is never lost for it: where a PIN does not hold any more, whoever is signed in sold it. @throws Failed FORBIDDEN
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
  // What was sold without network comes later, when somebody else may stand there: it names whoever stood there then.
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

/** Somebody who may sell in a store; undefined for anybody else. */
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

/** Refuses what whoever stands at the till has no right to. @throws Failed FORBIDDEN */
export function assertPermission({ actor }: Ctx, needs: string): void {
  if (!hasPermission(actor, needs)) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs })])
}

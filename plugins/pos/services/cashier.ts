import { allows, type Ctx, Failed, FORBIDDEN, type Kernel, sign, sql, staffCtx, text, verify } from '#core'
import { storeOf } from './till.ts'

const PURPOSE = 'pos cashier'
const HOURS = 16
const HOUR_MS = 3_600_000

/** Who works at a till by PIN: for one drawer, on one device, as long as the PIN stays and a day of work lasts. */
interface Manned {
  account: number
  session: number
  device: string
  mark: string
}

const said = ({ account, session, device, mark }: Manned, until: number) => `${account} ${session} ${device} ${mark} ${until}`

/** What a device sends along with what somebody does who came by PIN. It says nothing of the PIN. */
export function tokenOf({ config }: Kernel, manned: Manned): string {
  const until = Date.now() + HOURS * HOUR_MS
  return `${manned.account}.${until}.${sign(config, PURPOSE, said(manned, until))}`
}

/** What is sent with whatever is done at a till: who does it stands in `cashier`; whoever is signed in where it is empty. */
export interface AtTill {
  session_id: number
  device: string
  cashier: string
  offline?: boolean
}

/**
 * The context of whoever stands at the till: with their rights of this moment, not those of the account the device is signed in with. What
 * was sold without network is never lost for it: where a PIN does not hold any more, whoever is signed in sold it. @throws Failed FORBIDDEN
 */
export async function cashierCtx(ctx: Ctx, store: number, at: AtTill): Promise<Ctx> {
  if (at.cashier === '') return ctx
  const theirs = await mannedBy(ctx, store, at)
  if (theirs) return theirs
  if (at.offline) return ctx
  throw new Failed(FORBIDDEN, [text('pos:error.pin_over')])
}

async function mannedBy(ctx: Ctx, store: number, { session_id, device, cashier }: AtTill): Promise<Ctx | undefined> {
  const { kernel } = ctx
  const [account = 0, until = 0] = cashier.split('.').map(Number)
  const signature = cashier.split('.')[2] ?? ''
  if (!Number.isSafeInteger(account) || !Number.isSafeInteger(until)) return undefined
  const row = await kernel.db.one<{ mark: string }>(sql`select mark::text as mark from pos_pin where account_id = ${account}`)
  if (!row || until < Date.now()) return undefined
  const right = verify(kernel.config, PURPOSE, said({ account, session: session_id, device, mark: row.mark }, until), signature)
  const person = right ? await workerOf(ctx, store, account) : undefined
  return person && { ...ctx, actor: person.actor }
}

/** Somebody who may sell in a store; undefined for anybody else. */
export async function workerOf({ kernel, language }: Ctx, store: number, account: number): Promise<Ctx | undefined> {
  const person = await staffCtx(kernel, account, language)
  if (!person || !allows(person.actor, 'sell pos ticket')) return undefined
  try {
    await storeOf(person, store)
    return person
  } catch (error) {
    if (error instanceof Failed) return undefined
    throw error
  }
}

/** Refuses what whoever stands at the till has no right to. @throws Failed FORBIDDEN */
export function mustMay({ actor }: Ctx, needs: string): void {
  if (!allows(actor, needs)) throw new Failed(FORBIDDEN, [text('core:error.needs', { needs })])
}

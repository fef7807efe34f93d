import { type Ctx, Failed, invalid, sql, text, type Tx } from '#core'
import { NOT_PAYABLE } from '../errors.ts'
import { open } from './attempts.ts'
import { conclude, type Document, enter, lockAll, setAttempt, sumsOf, totalOf } from './book.ts'
import { mustNotBeHeld } from './held.ts'
import { methodOf, type Offer } from './methods.ts'

export interface Receipt {
  /** Number of the receipt, unique for the document. */
  id: string
  /** Hundredths. */
  amount: number
  currency: string
  note?: string
  /** Code of the way it was paid, when it is not the one of the latest attempt. */
  method?: string
}

/**
 * Books money that staff have received. Booking the same receipt twice changes nothing.
 * @throws Failed INVALID when amount or currency are not those of the bill; NOT_PAYABLE when it is paid already;
 * MONEY_RESERVED while a provider keeps money for it.
 */
export async function receive(tx: Tx, ctx: Ctx, document: Document, receipt: Receipt): Promise<void> {
  const all = await lockAll(tx, ctx, document)
  const latest = all.attempts.at(-1)
  if (!latest && !all.owed) throw new Failed(NOT_PAYABLE)
  const total = all.owed?.total ?? latest?.amount_minor
  const currency = all.owed?.currency ?? latest?.currency
  if (receipt.currency !== currency || receipt.amount !== total) throw invalid({ amount: text('payments:error.amount') })
  const known = await tx.one(
    sql`select 1 from payment_transaction where payment_id = any(${all.attempts.map((p) => p.id)}::bigint[]) and kind = 'capture' and provider_txn_id = ${receipt.id}`,
  )
  if (known) return
  if (totalOf(await sumsOf(tx, document)).captured >= receipt.amount) throw new Failed(NOT_PAYABLE)
  await mustNotBeHeld(tx, ctx, document)
  // What staff received did not come through a gateway, so it is no money of a gateway's attempt.
  const fits =
    latest &&
    OPEN_TO_STAFF.has(latest.status) &&
    (receipt.method === undefined ? !(await isGateway(ctx, tx, latest.payment_method_id)) : false)
  const target = fits ? all : await ownAttempt(tx, ctx, document, receipt)
  const payment = target.attempts.at(-1)
  if (!payment) throw new Failed(NOT_PAYABLE)
  const added = await enter(tx, ctx, payment, {
    kind: 'capture',
    amount: receipt.amount,
    currency: receipt.currency,
    txn: receipt.id,
    byProvider: false,
  })
  if (!added) return
  await setAttempt(tx, payment, 'paid', { reviewer: 'id' in ctx.actor ? ctx.actor.id : undefined })
  tx.emit('payment.captured', { document, amount: receipt.amount, currency: receipt.currency }, document)
  await conclude(tx, ctx, target, payment, { reason: receipt.note ?? '' })
}

const OPEN_TO_STAFF = new Set(['pending', 'processing', 'payment_review', 'payment_reject', 'canceled'])

const isGateway = async (ctx: Ctx, tx: Tx, id: number) => Boolean((await methodOf(ctx.kernel, { id }, ctx, tx))?.adapter.verify)

/** An attempt by a way without a gateway, for money that came another way than was begun. */
async function ownAttempt(tx: Tx, ctx: Ctx, document: Document, receipt: Receipt) {
  const method = await tx.one<Offer>(sql`select id, code, '' as title, '' as description, hold_minutes from payment_method
    where ${receipt.method ? sql`code = ${receipt.method} and provider <> 'free'` : sql`provider = 'offline'`} order by enabled desc, "order", id limit 1`)
  if (!method) throw invalid({ method: text('payments:error.no_offline') })
  const before = await lockAll(tx, ctx, document)
  for (const earlier of before.attempts)
    if (earlier.status === 'pending' || earlier.status === 'processing') await setAttempt(tx, earlier, 'canceled', { code: 'again' })
  const number = before.owed?.number ?? before.attempts[0]?.reference.replace(/-\d+$/, '') ?? `${document.type}-${document.id}`
  await open(ctx.kernel, tx, { document, number, amount: receipt.amount, currency: receipt.currency, method })
  return lockAll(tx, ctx, document)
}

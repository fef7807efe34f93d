import { type Ctx, Failed, formatMoney, invalid, sql, text, type Tx } from '#core'
import { NOT_PAYABLE } from '../errors.ts'
import { open } from './attempts.ts'
import { type AttemptRow, conclude, type Document, dueOf, enter, lockAll } from './book.ts'
import { offering } from './methods.ts'

/** Money that was taken on the spot by one way. */
export interface Taken {
  /** Code of the way. */
  method: string
  /** Hundredths. */
  amount: number
  /** What a terminal or wallet printed for it; empty with cash. */
  reference: string
}

/**
 * Books all the money of a document that was written in this transaction and is paid on the spot, by as many ways as it was: each a
 * payment of its own. The document hears once that all of it is there.
 * @throws Failed INVALID for a way that cannot be used at a counter, or another sum than is owed; NOT_PAYABLE
 */
export async function collect(tx: Tx, ctx: Ctx, document: Document, taken: readonly Taken[]): Promise<void> {
  const [all, ways] = await Promise.all([lockAll(tx, ctx, document), offering(ctx, tx)])
  const { owed } = all
  if (!owed || all.attempts.length > 0) throw new Failed(NOT_PAYABLE)
  const { number, currency } = owed
  const due = dueOf(all, { captured: 0 })
  if (taken.reduce((sum, { amount }) => sum + amount, 0) !== due || taken.some(({ amount }) => amount <= 0))
    throw invalid({ payments: text('payments:error.amount', { currency, amount: formatMoney(due) }) })
  if (due === 0) {
    const [method] = ways({ total: 0 })
    if (method) await open(ctx.kernel, tx, { document, number, amount: 0, currency, method, language: owed.language })
    return
  }
  const usable = ways({ currency, at: 'pos' })
  const rows = taken.map(({ method, amount, reference }, i) => {
    const offer = usable.find(({ code }) => code === method)
    if (!offer) throw invalid({ [`payments.${i}.method`]: text('core:rule.choice') })
    return {
      id: offer.id,
      amount,
      txn: reference ? `${reference} ${i + 1}` : `counter-${number}-${i + 1}`,
      reference: `${number}-${i + 1}`,
      n: i + 1,
    }
  })
  tx.touch('payment')
  const attempts = await tx.rows<AttemptRow>(sql`
    insert into payment (document_type, document_id, payment_method_id, provider, reference, attempt, amount_minor, currency, status, reviewed_by)
    select ${document.type}, ${document.id}, m.id, m.provider, r.reference, r.n, r.amount, ${currency}, 'paid', ${'id' in ctx.actor && ctx.actor.kind === 'admin' ? ctx.actor.id : null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, amount bigint, reference text, n int) join payment_method m on m.id = r.id order by r.n
    returning id, payment_method_id, provider, reference, amount_minor, currency, status, provider_payment_id`)
  for (const [i, attempt] of attempts.entries())
    await enter(tx, ctx, attempt, { kind: 'capture', amount: attempt.amount_minor, currency, txn: rows[i]?.txn ?? '', byProvider: false })
  tx.emit('payment.captured', { document, amount: due, currency }, document)
  const last = attempts.at(-1)
  if (last) await conclude(tx, ctx, { ...all, attempts }, last, {})
}

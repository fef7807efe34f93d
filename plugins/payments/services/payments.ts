import { type Ctx, Failed, invalid, NOT_FOUND, pick, richToHtml, sql, text, token, type Tx } from '#core'
import { type PaymentAction, providers } from './providers.ts'

/** A way to pay, as checkout offers it. */
export interface Offer {
  id: number
  code: string
  title: string
  description: string
  hold_minutes: number
}

export interface Bill {
  document: { type: string; id: number }
  number: string
  amount: number
  currency: string
  method: Offer
}

export interface Payments {
  /** Enabled methods in order, with their instructions as HTML. */
  offers(ctx: Ctx): Promise<Offer[]>
  /** Writes an attempt. @returns its reference. */
  open(tx: Tx, bill: Bill): Promise<string>
  /** Asks the provider where the payer goes. After commit. */
  start(bill: Bill, reference: string): Promise<PaymentAction>
  /** Books money received for a document's latest attempt. Booking the same receipt twice changes nothing. */
  capture(tx: Tx, ctx: Ctx, document: Bill['document'], receipt: { id: string; amount: number; currency: string }): Promise<void>
  /** Books money given back. @throws Failed INVALID when more than was received. */
  refund(tx: Tx, ctx: Ctx, document: Bill['document'], receipt: { id: string; amount: number }): Promise<void>
}

export const PAYMENTS = token<Payments>('payments/payments')

export const payments: Payments = {
  offers: (ctx) =>
    ctx.kernel.cache.get(`payment offers ${ctx.language}`, ['payment_method', 'setting'], 300_000, async () => {
      const rows = await ctx.kernel.db.rows<Omit<Offer, 'description'> & { instructions: string | null }>(sql`
      select m.id, m.code, ${pick(sql`m.title`, ctx.language, ctx.main)} as title, ${pick(sql`m.instructions`, ctx.language, ctx.main)} as instructions, m.hold_minutes
      from payment_method m where m.enabled order by m."order", m.id`)
      return rows.map(({ instructions, ...m }) => ({ ...m, description: richToHtml(instructions) }))
    }),

  async open(tx, bill) {
    const row = await tx.one<{ reference: string }>(
      sql`
      insert into payment (document_type, document_id, payment_method_id, reference, attempt, amount_minor, currency)
      select ${bill.document.type}, ${bill.document.id}, ${bill.method.id}, ${bill.number} || '-' || n, n, ${bill.amount}, ${bill.currency}
      from (select count(*)::int + 1 as n from payment where document_type = ${bill.document.type} and document_id = ${bill.document.id}) c
      returning reference`,
      'payments.open',
    )
    return row?.reference ?? ''
  },

  start: (bill, reference) =>
    providers.offline.start({ reference, amount: bill.amount, currency: bill.currency, instructions: bill.method.description }),

  async capture(tx, ctx, document, receipt) {
    const attempt = await latest(tx, document)
    if (attempt.currency !== receipt.currency || attempt.amount_minor !== receipt.amount)
      throw invalid({ amount: text('payments:error.amount') })
    const booked = await tx.run(sql`insert into payment_transaction (payment_id, kind, amount_minor, provider_txn_id, actor)
      values (${attempt.id}, 'capture', ${receipt.amount}, ${receipt.id}, ${actor(ctx)}) on conflict do nothing`)
    if (booked === 0) return
    await tx.run(sql`update payment set status = 'paid', updated_at = now() where id = ${attempt.id}`)
    tx.emit('payment.captured', { document, amount: receipt.amount, currency: receipt.currency })
  },

  async refund(tx, ctx, document, receipt) {
    const attempt = await latest(tx, document)
    const sums = await tx.one<{
      left: number
    }>(sql`select coalesce(sum(case kind when 'capture' then amount_minor when 'refund' then -amount_minor else 0 end), 0)::bigint as left
      from payment_transaction where payment_id = ${attempt.id}`)
    if (receipt.amount > (sums?.left ?? 0)) throw invalid({ amount: text('payments:error.refund_too_large') })
    const booked = await tx.run(sql`insert into payment_transaction (payment_id, kind, amount_minor, provider_txn_id, actor)
      values (${attempt.id}, 'refund', ${receipt.amount}, ${receipt.id}, ${actor(ctx)}) on conflict do nothing`)
    if (booked === 0) return
    if (receipt.amount === sums?.left)
      await tx.run(sql`update payment set status = 'refunded', updated_at = now() where id = ${attempt.id}`)
    tx.emit('payment.refunded', { document, amount: receipt.amount })
  },
}

const actor = ({ actor: a }: Ctx) => ('name' in a ? a.name : a.kind)

/** The newest attempt of a document, locked. */
async function latest(tx: Tx, document: Bill['document']): Promise<{ id: number; amount_minor: number; currency: string }> {
  const row = await tx.one<{ id: number; amount_minor: number; currency: string }>(sql`select id, amount_minor, currency from payment
    where document_type = ${document.type} and document_id = ${document.id} order by id desc limit 1 for update`)
  if (!row) throw new Failed(NOT_FOUND)
  return row
}

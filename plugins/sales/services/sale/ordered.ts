import { type Ctx, Failed, NOT_FOUND, sql, type Tx } from '#core'
import { type Bill, latestAttemptSql, PAYMENTS } from '../../../payments/index.ts'

/** A placed order and what is needed to start its payment. */
export interface Placed {
  id: number
  number: string
  status: string
  total: number
  currency: string
  reference: string
  bill: Bill
}

/** An order that was placed before, with its newest attempt to pay: what placing it answered. */
export async function ordered(tx: Tx, ctx: Ctx, id: number): Promise<Placed> {
  const row = await tx.one<{ number: string; status: string; total: number; currency: string; reference: string; method: string }>(sql`
    select o.order_number as number, o.status, o.total_minor as total, o.currency, p.reference, p.method
    from sales_order o left join lateral ${latestAttemptSql('order', sql`o.id`)} p on true where o.id = ${id}`)
  const offer = (await ctx.kernel.get(PAYMENTS).offers(ctx, {}, tx)).find((o) => o.code === row?.method)
  if (!row || !offer) throw new Failed(NOT_FOUND)
  const { number, status, total, currency, reference } = row
  const bill = { document: { type: 'order', id }, number, amount: total, currency, method: offer }
  return { id, number, status, total, currency, reference, bill }
}

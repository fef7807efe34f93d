import { type Ctx, formatMoney, validationError, sql, message, type Tx } from 'stoa'
import { posRules } from '../settings.ts'
import type { ClaimedTicket } from './claim-ticket.ts'
import { cashEntrySql } from './cash-entry.ts'
import { expectedCash } from './session.ts'
import { getSmallestCoin } from './smallest-coin.ts'

/** Pays a refund from the drawer of a locked session, at most its content. Minor units. @throws AppError INVALID */
export async function recordPayOut(
  tx: Tx,
  ctx: Ctx,
  { id, session }: ClaimedTicket,
  { reason }: { reason: string },
  amount: number,
): Promise<void> {
  const lies = await expectedCash(tx, session.id)
  if (amount > lies) throw validationError({ cash: message('pos:error.drawer', { amount: formatMoney(Math.max(0, lies)) }) })
  if (amount === 0) return
  await tx.run(sql`
    with paid as (insert into pos_payment (ticket_id, method, amount_minor) values (${id}, ${ctx.kernel.settings.of(posRules).cash_method}, ${-amount}))
    ${cashEntrySql(tx, ctx, { session: session.id, ticket: id, kind: 'refund', amount: -amount, reason })}`)
}

/**
 * Refunds by several methods: cash from the drawer in whole coins, others, such as card terminals, as negative
 * payments. The remainder below one coin is recorded as rounding. Amounts in minor units.
 * @returns the rounding.
 * @throws AppError INVALID
 */
export async function recordPayBack(
  tx: Tx,
  ctx: Ctx,
  claimed: ClaimedTicket,
  input: { reason: string },
  ways: readonly { method: string; amount: number }[],
): Promise<number> {
  const { cash_method } = ctx.kernel.settings.of(posRules)
  const cash = ways.find(({ method }) => method === cash_method)?.amount ?? 0
  const odd = cash % getSmallestCoin(ctx.kernel)
  await recordPayOut(tx, ctx, claimed, input, cash - odd)
  const others = ways.filter(({ method }) => method !== cash_method)
  await tx.run(sql`insert into pos_payment (ticket_id, method, amount_minor)
    select ${claimed.id}, w.method, -w.amount from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as w(method text, amount bigint)`)
  if (odd > 0)
    await tx.run(
      sql`update pos_ticket set total_minor = total_minor + ${odd}, rounding_minor = rounding_minor - ${odd} where id = ${claimed.id}`,
    )
  return odd
}

import { type Ctx, formatMoney, invalid, sql, text, type Tx } from '#core'
import { posRules } from '../settings.ts'
import type { Claimed } from './claim.ts'
import { expectedCash, me, myName } from './session.ts'

/** Gives money of a return out of the drawer, whose session is locked: no more than lies in it. Minor units. @throws Failed INVALID */
export async function payOut(tx: Tx, ctx: Ctx, { id, session }: Claimed, { reason }: { reason: string }, amount: number): Promise<void> {
  const lies = await expectedCash(tx, session.id)
  if (amount > lies) throw invalid({ cash: text('pos:error.drawer', { amount: formatMoney(Math.max(0, lies)) }) })
  if (amount === 0) return
  await tx.run(sql`
    with paid as (insert into pos_payment (ticket_id, method, amount_minor) values (${id}, ${ctx.kernel.settings.of(posRules).cash_method}, ${-amount}))
    insert into pos_cash (session_id, ticket_id, client_uuid, kind, amount_minor, reason, account_id, actor)
    values (${session.id}, ${id}, gen_random_uuid(), 'refund', ${-amount}, ${reason}, ${me(ctx)}, ${myName(ctx)})`)
  tx.touch('pos_cash')
}

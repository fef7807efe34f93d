import { type Ctx, sql, type Sql, type Tx } from 'stoa'
import { cash } from '../resources/ticket.ts'
import { getActorId, getActorName } from './actor.ts'

/** Cash put into a drawer, or taken out if negative. Minor units. */
interface CashEntry {
  session: number
  /** Id of its ticket. */
  ticket?: number | Sql
  kind: (typeof cash.Row)['kind']
  amount: number
  reason?: string
  /** Idempotency key set by the device. */
  key?: string
}

/** SQL: writes an entry of the cash ledger, as part of a statement. `from`: the source to select from, with conditions. */
export const cashEntrySql = (tx: Tx, ctx: Ctx, e: CashEntry, from?: Sql): Sql =>
  tx.insertSql(
    cash,
    {
      session_id: e.session,
      ticket_id: e.ticket ?? null,
      client_uuid: e.key ?? sql`gen_random_uuid()`,
      kind: e.kind,
      amount_minor: e.amount,
      reason: e.reason ?? '',
      account_id: getActorId(ctx),
      actor: getActorName(ctx),
    },
    from,
  )

import { type Ctx, sql, type Sql, type Tx } from 'stoa'
import { cash } from '../resources/ticket.ts'
import { getActorId, getActorName } from './actor.ts'

/** Money that goes into a drawer, or below zero out of it. Minor units. */
interface CashEntry {
  session: number
  /** Id of the ticket it belongs to. */
  ticket?: number | Sql
  kind: (typeof cash.Row)['kind']
  amount: number
  reason?: string
  /** Key under which a device writes it once. */
  key?: string
}

/** Writes an entry of the drawer's ledger, as a part of a statement. `from`: what it is selected from, with conditions. */
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

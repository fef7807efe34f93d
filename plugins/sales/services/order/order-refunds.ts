import { hasPermission, type Ctx, AppError, sql, type Sql, message, token, type Tx, WRONG_STATE } from 'stoa'
import type { Discrepancy, SettlementUpdate } from 'stoa/plugins/payments'
import type { Head } from './head.ts'

/** What is given back of a line: an amount for so many units, all of which its buyer will not have. */
export interface BackLine {
  order_line_id: number
  quantity: number
  amount: number
}

/** Gives money of orders back, where somebody writes down for what. Without, money goes back at payments alone, and orders see what is kept. */
export interface OrderRefunds {
  /** Gives back all that is left of what was captured: at once, or when somebody approved it; always the latter when it `waits`. The order is locked. */
  giveRest(tx: Tx, ctx: Ctx, orderId: number, reason: string, waits: boolean): Promise<void>
  /** Gives so much of some lines back, and lets go of their units; when, as above. Amounts in minor units, above nothing. */
  give(tx: Tx, ctx: Ctx, orderId: number, lines: readonly BackLine[], reason: string, waits: boolean): Promise<void>
  /** Gives back what a change of an order left over, which is not the price of any of its goods; when, as above. The order is locked. */
  giveDifference(tx: Tx, ctx: Ctx, orderId: number, amount: number, reason: string, waits: boolean): Promise<void>
  /** Hears what payments say became of money that was asked back. Hearing it twice changes nothing. */
  conclude(tx: Tx, ctx: Ctx, o: Head, news: NonNullable<SettlementUpdate['refund']>): Promise<Discrepancy | undefined>
  /** Whether some of it is promised back, as part of a statement. */
  promised(order: Sql): Sql
  /** What of it is promised back and not given yet, in minor units; as part of a statement. */
  outstanding(order: Sql): Sql
  /** What was given back of goods and of sending by now, in minor units; as part of a statement. */
  ofGoods(order: Sql): Sql
  /** What of sending was given back or is promised, in minor units; as part of a statement. */
  ofSending(order: Sql): Sql
  /** What of sending was paid back, in minor units; as part of a statement. */
  sendingAmount(order: Sql): Sql
  /** Whether money a change left over is still to go back, as part of a statement. */
  differenceOpen(order: Sql): Sql
  /** What of a line goes back once somebody decided so, in minor units; as part of a statement. */
  waiting(line: Sql): Sql
  /** Units of a line that were paid back, as part of a statement. */
  units(line: Sql): Sql
  /** What of a line was paid back, with units or without, in minor units; as part of a statement. */
  amount(line: Sql): Sql
  /** What a person gave back of an order, and of those exchanges join to it, with nobody else; in minor units of the base currency. */
  givenAlone(tx: Tx, orderId: number, person: number): Promise<number>
  /** Whether so much more has to be agreed to by others first. */
  wantsApproval(tx: Tx, ctx: Ctx, orderId: number, amount: number): Promise<boolean>
}

export const ORDER_REFUNDS = token<OrderRefunds>('sales/giving-back')

/**
 * Whether money that goes back by something else that is done waits for somebody's decision: done by staff whose rights do not reach to
 * give money back. By shoppers and by time, it goes as the shop's rules say.
 */
export const hasPendingRefund = ({ actor }: Pick<Ctx, 'actor'>): boolean => actor.kind === 'admin' && !hasPermission(actor, 'refund order')

/** Whether all that was paid for an order goes back or went. */
export async function isGoingBack(db: Pick<Tx, 'one'>, { kernel }: Pick<Ctx, 'kernel'>, orderId: number): Promise<boolean> {
  const giving = kernel.find(ORDER_REFUNDS)
  if (!giving) return false
  const order = sql`${orderId}::bigint`
  return Boolean(
    await db.one(
      sql`select 1 from sales_order where id = ${order} and paid_minor > 0 and refunded_minor + ${giving.outstanding(order)} >= paid_minor`,
    ),
  )
}

/** Goods do not leave while all that was paid for them goes back. The order is locked. @throws Failed WRONG_STATE */
export async function assertNothingGoesBack(tx: Tx, ctx: Pick<Ctx, 'kernel'>, orderId: number): Promise<void> {
  if (await isGoingBack(tx, ctx, orderId)) throw new AppError(WRONG_STATE, { status: [message('sales:error.going_back')] })
}

import { hasPermission, type Ctx, AppError, sql, type Sql, message, token, type Tx, WRONG_STATE } from 'stoa'
import type { Discrepancy, SettlementUpdate } from 'stoa/plugins/payments'
import type { LockedOrder } from './head.ts'

/** A refund of a line: an amount for a number of units that the buyer returns or never gets. */
export interface LineRefund {
  order_line_id: number
  quantity: number
  amount: number
}

/**
 * Refund service of the plugin that records refunds by line. Without it, refunds are made on payments only, and
 * orders only see the amount kept.
 */
export interface OrderRefunds {
  /**
   * Refunds all that is left of the captured amount, at once or after approval; with `requireApproval` always after approval.
   * The order must be locked.
   */
  refundRemaining(tx: Tx, ctx: Ctx, orderId: number, reason: string, requireApproval: boolean): Promise<void>
  /** Refunds an amount of some lines and releases their units; timing as in `refundRemaining`. Amounts in minor units, above zero. */
  refundLines(tx: Tx, ctx: Ctx, orderId: number, lines: readonly LineRefund[], reason: string, requireApproval: boolean): Promise<void>
  /** Refunds the difference a change of an order left, which belongs to no line; timing as in `refundRemaining`. The order must be locked. */
  refundDifference(tx: Tx, ctx: Ctx, orderId: number, amount: number, reason: string, requireApproval: boolean): Promise<void>
  /** Processes the outcome of a refund as reported by payments. Idempotent. */
  applyRefundOutcome(tx: Tx, ctx: Ctx, o: LockedOrder, outcome: NonNullable<SettlementUpdate['refund']>): Promise<Discrepancy | undefined>
  /** SQL: whether the order has a pending refund. */
  hasRefundSql(order: Sql): Sql
  /** SQL: the amount of pending refunds, in minor units. */
  pendingAmountSql(order: Sql): Sql
  /** SQL: the amount refunded for lines and shipping, in minor units. */
  refundedAmountSql(order: Sql): Sql
  /** SQL: the shipping amount refunded or pending, in minor units. */
  promisedShippingSql(order: Sql): Sql
  /** SQL: the shipping amount refunded, in minor units. */
  refundedShippingSql(order: Sql): Sql
  /** SQL: whether the refund of a change is still open. */
  isDifferenceOpenSql(order: Sql): Sql
  /** SQL: the amount of a line whose refund waits for approval, in minor units. */
  lineAwaitingApprovalSql(line: Sql): Sql
  /** SQL: refunded units of a line. */
  lineUnitsSql(line: Sql): Sql
  /** SQL: the amount refunded of a line, with units or without, in minor units. */
  lineAmountSql(line: Sql): Sql
  /**
   * The amount a person refunded without approval on an order and on those linked to it by exchanges; in minor units
   * of the base currency.
   */
  getUnapprovedAmount(tx: Tx, orderId: number, person: number): Promise<number>
  /** Whether a further refund of that amount requires approval. */
  requiresApproval(tx: Tx, ctx: Ctx, orderId: number, amount: number): Promise<boolean>
}

export const ORDER_REFUNDS = token<OrderRefunds>('sales/order-refunds')

/**
 * Whether the refund of another action waits for approval: when a member of staff without the refund permission acts.
 * For shoppers and scheduled jobs the shop's rules apply.
 */
export const needsRefundApproval = ({ actor }: Pick<Ctx, 'actor'>): boolean =>
  actor.kind === 'admin' && !hasPermission(actor, 'refund order')

/** Whether the whole paid amount was refunded or is being refunded. */
export async function isFullyRefunded(db: Pick<Tx, 'one'>, { kernel }: Pick<Ctx, 'kernel'>, orderId: number): Promise<boolean> {
  const refunds = kernel.find(ORDER_REFUNDS)
  if (!refunds) return false
  const order = sql`${orderId}::bigint`
  return Boolean(
    await db.one(
      sql`select 1 from sales_order where id = ${order} and paid_minor > 0 and refunded_minor + ${refunds.pendingAmountSql(order)} >= paid_minor`,
    ),
  )
}

/** Stock does not leave while the whole paid amount is being refunded. The order must be locked. @throws AppError WRONG_STATE */
export async function assertNotFullyRefunded(tx: Tx, ctx: Pick<Ctx, 'kernel'>, orderId: number): Promise<void> {
  if (await isFullyRefunded(tx, ctx, orderId)) throw new AppError(WRONG_STATE, { status: [message('sales:error.going_back')] })
}

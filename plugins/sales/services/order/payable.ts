import { type Ctx, AppError, isLocale, type Kernel, sql, type Tx } from 'stoa'
import { type Discrepancy, type PayableDocument, PAYMENTS, type SettlementUpdate } from 'stoa/plugins/payments'
import { orderTransitions, unpaid } from '../../domain/statuses.ts'
import { orderRules } from '../../settings.ts'
import { toDocument, findLocked, type LockedOrder, lockOrder, getMissingAmount } from './head.ts'
import { holdExpirySql, reserveStock } from './reserve-stock.ts'
import { ORDER_REFUNDS, isFullyRefunded } from './order-refunds.ts'
import { ORDER_EMAIL_JOB } from './emails.ts'
import { assertWithinLimit } from './approval-limit.ts'
import { setAbnormal } from './set-abnormal.ts'

/** Orders as payable documents. */
export const payableOrders = (kernel: Kernel): PayableDocument => ({
  async lockDocument(tx, id) {
    const o = await findLocked(tx, id)
    if (!o || o.status === 'draft') return undefined
    return {
      number: o.order_number,
      total: o.total,
      due: getMissingAmount(o),
      currency: o.currency,
      language: isLocale(o.language) ? o.language : kernel.settings.mainLanguage,
    }
  },
  async assertRefundable(tx, ctx, id, amount) {
    await assertWithinLimit(tx, ctx, await lockOrder(tx, id), amount)
  },
  applySettlement,
})

/** Updates the order from the payment ledger. It compares sums and never adds to them, so that a repeated update changes nothing. */
async function applySettlement(tx: Tx, ctx: Ctx, id: number, update: SettlementUpdate): Promise<Discrepancy | undefined> {
  const before = await lockOrder(tx, id)
  await tx.run(sql`update sales_order set paid_minor = ${update.captured}, refunded_minor = least(${update.refunded}::bigint, ${update.captured}::bigint),
    charged_back_minor = ${update.charged_back}, updated_at = now() where id = ${id}`)
  if (update.refunded > 0) await updateExcess(tx, ctx, id)
  tx.invalidate('order')
  const refundDiscrepancy = update.refund
    ? await ctx.kernel.find(ORDER_REFUNDS)?.applyRefundOutcome(tx, ctx, before, update.refund)
    : undefined
  const o = await lockOrder(tx, id)
  return (await handleChargeback(tx, ctx, before, o, update)) ?? (await handlePayment(tx, ctx, before, o, update)) ?? refundDiscrepancy
}

/**
 * Counts the refunded amount that was never part of the price: all of it until the order is first paid, then what
 * exceeded the price. Refunds of lines do not count.
 */
async function updateExcess(tx: Tx, ctx: Ctx, id: number): Promise<void> {
  const refundedLines = ctx.kernel.find(ORDER_REFUNDS)?.refundedAmountSql(sql`${id}::bigint`) ?? sql`0`
  await tx.run(sql`update sales_order set refunded_excess_minor = case when paid_at is null then refunded_minor
    else greatest(refunded_excess_minor, least(refunded_minor - ${refundedLines}, paid_minor - total_minor)) end where id = ${id}`)
}

async function handleChargeback(
  tx: Tx,
  ctx: Ctx,
  before: LockedOrder,
  o: LockedOrder,
  update: SettlementUpdate,
): Promise<Discrepancy | undefined> {
  if (update.charged_back <= before.charged_back) return undefined
  await setAbnormal(tx, ctx, o, 'chargeback', update.reason)
  return 'chargeback'
}

async function handlePayment(
  tx: Tx,
  ctx: Ctx,
  before: LockedOrder,
  o: LockedOrder,
  update: SettlementUpdate,
): Promise<Discrepancy | undefined> {
  const netPaid = update.captured - update.refunded
  const isNewAmount = update.captured !== before.paid
  if (o.status === 'abnormal') return resolveProblem(tx, ctx, o, update, netPaid)
  if (isNewAmount && netPaid > o.total && update.captured > 0) {
    await setAbnormal(tx, ctx, o, 'twice', update.reason)
    return 'twice'
  }
  if (unpaid.includes(o.status))
    return handleUnpaidOrder(tx, ctx, o, update, { hasNewPayment: isNewAmount, hasNewRefund: o.refunded > before.refunded })
  if (o.status === 'canceled' && update.captured >= o.total && netPaid > 0) return handleLatePayment(tx, ctx, o, update)
  if (update.captured > 0 && update.refunded >= update.captured && ['paid', 'processing', 'shipped', 'completed'].includes(o.status)) {
    await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'refunded')
    return undefined
  }
  return undefined
}

/** Handles a payment update of an order that awaits payment: full amount, a part, an unexpected amount, a refunded part, or none yet. */
async function handleUnpaidOrder(
  tx: Tx,
  ctx: Ctx,
  o: LockedOrder,
  update: SettlementUpdate,
  { hasNewPayment, hasNewRefund }: { hasNewPayment: boolean; hasNewRefund: boolean },
): Promise<Discrepancy | undefined> {
  if (update.attempt_status === 'abnormal' && !update.refund) {
    await setAbnormal(tx, ctx, o, 'amount', update.reason)
    return 'amount'
  }
  if (getMissingAmount(o) === 0 && (update.captured > 0 || update.attempt_status === 'paid'))
    await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'settled')
  else if (hasNewPayment && update.captured > 0) await recordPartPayment(tx, ctx, o)
  else if (hasNewRefund) await recordPartRefund(tx, ctx, o)
  else await showWaitingStatus(tx, ctx, o, update)
  return undefined
}

/** A partly paid order does not expire: it waits for the rest until it is canceled. */
async function recordPartPayment(tx: Tx, ctx: Ctx, o: LockedOrder): Promise<void> {
  await tx.run(sql`update sales_order set hold_expires_at = null where id = ${o.id}`)
  if (o.status !== 'pending') await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'retry')
  tx.enqueue(ORDER_EMAIL_JOB, { id: o.id, kind: 'part_paid', ref: o.paid })
}

/** A refunded part is missing again. An order without any payment left expires after the same time as a new order of staff. */
async function recordPartRefund(tx: Tx, ctx: Ctx, o: LockedOrder): Promise<void> {
  const until = sql`now() + make_interval(days => ${ctx.kernel.settings.of(orderRules).staff_hold_days})`
  await tx.run(sql`update sales_order set hold_expires_at = ${holdExpirySql(until)} where id = ${o.id}`)
  await ctx.kernel.get(PAYMENTS).requestRemainingPayment(tx, ctx, toDocument(o))
}

/** No payment yet; the order shows what it waits for. */
async function showWaitingStatus(tx: Tx, ctx: Ctx, o: LockedOrder, update: SettlementUpdate): Promise<void> {
  const { resources } = ctx.kernel
  // A new attempt was started.
  if (update.attempt_status === 'processing' && o.status === 'payment_reject')
    await resources.transitionIn(tx, ctx, orderTransitions, o.id, 'retry')
  if (update.attempt_status === 'payment_review' && ['pending', 'payment_reject'].includes(o.status))
    await resources.transitionIn(tx, ctx, orderTransitions, o.id, 'review')
  if (update.attempt_status === 'payment_reject' && ['pending', 'payment_review'].includes(o.status))
    await resources.transitionIn(tx, ctx, orderTransitions, o.id, 'reject', {
      reason: (!update.by_gateway && update.reason.slice(0, 500)) || getReason(ctx, 'declined'),
    })
}

/** A payment for a canceled order. The stock is reserved again if it is available; otherwise staff decide whether to refund. */
async function handleLatePayment(tx: Tx, ctx: Ctx, o: LockedOrder, update: SettlementUpdate): Promise<Discrepancy | undefined> {
  // A refund of the canceled order is in progress.
  if (await isFullyRefunded(tx, ctx, o.id)) return undefined
  if (o.cancel_kind === 'hold' && getMissingAmount(o) === 0) {
    try {
      await tx.savepoint(async () => {
        await reserveStock(tx, ctx, o.id)
        await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'reopen')
      })
      return undefined
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  await setAbnormal(tx, ctx, o, 'late', update.reason)
  await ctx.kernel.find(ORDER_REFUNDS)?.refundRemaining(tx, ctx, o.id, getReason(ctx, 'late'), true)
  return 'late'
}

/** Clears a problem that the ledger resolved: the double or late payment was refunded. */
async function resolveProblem(tx: Tx, ctx: Ctx, o: LockedOrder, update: SettlementUpdate, netPaid: number): Promise<undefined> {
  const reason = { reason: getReason(ctx, 'given_back') }
  if (o.abnormal_kind === 'twice' && netPaid === o.total && update.charged_back === 0) {
    await reserveStock(tx, ctx, o.id)
    await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'resolve_paid', reason)
  }
  if (o.abnormal_kind === 'late' && update.captured > 0 && netPaid === 0)
    await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, o.id, 'resolve_canceled', reason)
}

const getReason = (ctx: Ctx, key: string) => ctx.kernel.i18n.t(ctx.mainLanguage, `sales:reason.${key}`)

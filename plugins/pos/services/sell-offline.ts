import { hasPermission, type Ctx, AppError, formatMoney, parseMoney, message, type Tx } from 'stoa'
import { type CounterSale, ORDERS } from 'stoa/plugins/sales'
import { TICKET_NEEDS_APPROVAL } from '../errors.ts'
import type { Limits } from './limits.ts'
import { isPriceSigned } from './price-signature.ts'
import type { TicketInput } from './ticket-input.ts'
import { toCounter, assertWithinLimits } from './ticket-price.ts'

/** A member of staff who approved a ticket by PIN, with their limits. */
export interface Approver {
  ctx: Ctx
  limits: Limits
}

/** Store of a ticket, limits of its cashier, and its approver. */
export interface OfflineSale {
  id: number
  warehouse: number | null
  limits: Limits
  approver?: Approver | undefined
}

/** A priced ticket, with the unapproved shortfall from the shop's prices, in minor units. */
export interface PricedTicket {
  priced: CounterSale
  /** The price differs from the shop's. */
  isOther: boolean
  shortfall: number
}

/** Whether the cashier or the approver has a permission. */
export const isAllowedToAny = (ctx: Ctx, approver: Approver | undefined, right: string): boolean =>
  hasPermission(ctx.actor, right) || (approver !== undefined && hasPermission(approver.ctx.actor, right))

/**
 * Prices a ticket as it was sold. It may be below the shop's price by the discount limit of the cashier or approver.
 * For an offline device the reference is the price the server sent it, or else the current price.
 * @throws AppError TICKET_NEEDS_APPROVAL, INVALID by field
 */
export async function priceOffline(
  tx: Tx,
  ctx: Ctx,
  { id: store, limits, approver }: OfflineSale,
  input: TicketInput,
  wasOnline: boolean,
): Promise<PricedTicket> {
  const orders = ctx.kernel.get(ORDERS)
  const total = parseMoney(input.total)
  try {
    const priced = await orders.priceCounter(ctx, { ...toCounter(ctx, input), store }, tx)
    assertWithinLimits(ctx, limits, input, priced)
    if (priced.total === total) return { priced, isOther: false, shortfall: 0 }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  const priced = await orders.priceCounter(ctx, toCounter(ctx, input, true), tx, total)
  const usual = priced.lines.reduce((sum, line) => sum + line.shopUnit * line.quantity, 0)
  const quotedTotal = wasOnline
    ? usual
    : priced.lines.reduce((sum, line, i) => sum + getQuotedPrice(ctx, input, line, i) * line.quantity, 0)
  const isWithin = ({ off }: Limits, price: number) => off === null || (price - total) * 100 <= price * off
  const allowed = [limits, ...(approver ? [approver.limits] : [])]
  if (total < quotedTotal && !allowed.some((limit) => isWithin(limit, quotedTotal)))
    throw new AppError(TICKET_NEEDS_APPROVAL, [message('pos:error.below_price', { amount: formatMoney(quotedTotal - total) })])
  const isAllowed = allowed.some((limit) => isWithin(limit, usual))
  return { priced, isOther: true, shortfall: isAllowed ? 0 : Math.max(0, usual - total) }
}

/** The price of a line that the server sent to the device, in minor units; the current price without a valid signature. */
function getQuotedPrice({ kernel }: Ctx, { lines }: TicketInput, { shopUnit }: CounterSale['lines'][number], i: number): number {
  const line = lines[i]
  if (!line || line.told === null) return shopUnit
  const price = parseMoney(line.told)
  return line.kind === 'stock' && isPriceSigned(kernel, line.subject_id, price, line.price_signature) ? price : shopUnit
}

import { findAmountProblem, type Ctx, type Db, AppError, INVALID, validationError, message, type Message, type Tx } from 'stoa'
import { type PaymentOffer, PAYMENTS, type CollectedPayment } from 'stoa/plugins/payments'
import { buyer } from 'stoa/plugins/people'
import { type Progress, listNextTransitions } from '../../domain/progress.ts'
import { toDocument } from '../order/head.ts'
import type { Choices, SaleWords } from '../sale/choice-names.ts'
import { checkChoices } from '../sale/choices.ts'
import { getCurrency } from '../sale/currency.ts'
import { type StockSource, handOver, type LineUnits, reserveLines, sellLines, type Sold } from '../sale/line-kinds.ts'
import { assertLinesFit } from '../sale/amount-limits.ts'
import { type PricedLine, type PricedSale, priceSale, priceThings, type SetPrice, stepByHand } from '../sale/priced.ts'
import { NO_BUYER, toBuyer, type Sale, createSale, getSeller, type SoldLine } from '../sale/sale.ts'
import { adjustedOrder, recordUses } from '../order/adjustments.ts'
import { createPriceRules, computeTaxes } from '../sale/taxes.ts'
import { nextOrder, toOrder, writeOrder } from '../order/write.ts'
import { orderTransitions } from '../../domain/statuses.ts'

/** What lies on the counter. Amounts in minor units of the base currency. */
export interface Counter extends SaleWords {
  lines: readonly CounterLine[]
  /** Account of a member, if one buys. */
  customer: number | null
  choices: Choices
  /** The place the counter stands in. */
  store?: number | null
  /** Taken off the whole by hand, under this name. */
  discount: number
  discountLabel: string
}

export interface CounterLine {
  kind: string
  subject_id: number
  quantity: number
  /** Another price than the usual one, with the reason why. */
  set: SetPrice | null
}

/** A sale over the counter with its prices, before its money is there. */
export interface CounterSale extends PricedSale {
  customer: number | null
  choices: Choices
}

/**
 * Prices what lies on a counter. `agreed` is the total that its buyer has paid already: it is taken as it is, and nobody takes anything
 * off any more. @throws Failed INVALID by line, or of a choice
 */
export async function priceCounter(ctx: Ctx, c: Counter, db: Db, agreed?: number): Promise<CounterSale> {
  const money = getCurrency(ctx, null)
  const lines = checkedLines(c, await priceThings(ctx, c.lines, money, db), money.code, agreed !== undefined)
  assertLinesFit(lines, money, 'lines')
  const goods = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const off = agreed === undefined ? c.discount : goods - agreed
  const isTooLarge = off < 0 || off > goods
  const problem = agreed === undefined ? findAmountProblem(c.discount, money.code) : undefined
  if (isTooLarge) throw validationError({ [agreed === undefined ? 'discount' : 'total']: message('sales:error.discount_large') })
  if (problem) throw validationError({ discount: problem })
  const byHand = stepByHand('manual', off, c.discountLabel)
  const bare = { customer: c.customer, currency: money, channel: 'pos', store: c.store ?? null, lines } as const
  if (agreed !== undefined) {
    const rules = { steps: [byHand], taxes: await computeTaxes(ctx, bare, db) }
    return { ...priceSale(lines, 0, rules, money), customer: c.customer, choices: {} }
  }
  const words = { codes: c.codes, points: c.points }
  const choices = await checkChoices(ctx, c.choices, 'choices', words)
  const { steps, taxes } = await createPriceRules(ctx, { ...bare, words }, choices, db)
  return { ...priceSale(lines, 0, { steps: [byHand, ...steps], taxes }, money), customer: c.customer, choices }
}

/** @throws Failed INVALID by line, for what nobody sells and for prices that cannot be paid, unless they were `agreed` */
function checkedLines({ lines }: Counter, priced: readonly (PricedLine | undefined)[], code: string, agreed: boolean): PricedLine[] {
  const errors: Record<string, Message[]> = {}
  for (const [i, { set }] of lines.entries()) {
    if (!priced[i]) errors[`lines.${i}`] = [message('core:rule.choice')]
    const problem = set && priced[i] && !agreed ? findAmountProblem(set.unit, code) : undefined
    if (problem) errors[`lines.${i}.unit_price`] = [problem]
  }
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
  return priced.filter((line) => line !== undefined)
}

/** How a sale over the counter was paid, and from where its goods are. */
export interface CounterPayment {
  taken: readonly CollectedPayment[]
  /** By which it could be paid at the counter. */
  ways: readonly PaymentOffer[]
  /** Name of the way it was paid, as papers call it. */
  paidBy: string
  source: StockSource
}

/**
 * Sells over the counter: written, paid and handed over in one transaction, and moved as far as that goes. What somebody has to do at a
 * later time stays open. @throws Failed OUT_OF_STOCK, INVALID by field
 */
export async function sellAtCounter(
  tx: Tx,
  ctx: Ctx,
  { customer, choices, ...priced }: CounterSale,
  { taken, ways, paidBy, source }: CounterPayment,
): Promise<{ id: number; number: string }> {
  const [known, member] = await Promise.all([nextOrder(tx, ctx, priced.lines.length), customer === null ? undefined : buyer(tx, customer)])
  // Whoever bought without network may have closed the account since; the sale stands all the same.
  if (customer !== null && !member && !source.found) throw validationError({ customer_id: message('core:rule.choice') })
  const sale = createSale(ctx, priced, {
    source: 'pos',
    customer: member ? customer : null,
    person: await toBuyer(tx, ctx, member ?? NO_BUYER),
    seller: getSeller(ctx),
    buyer: member ?? NO_BUYER,
    payment: { code: taken[0]?.method ?? '', title: paidBy },
    choices,
    // It is paid in this transaction; nothing runs out.
    holdMinutes: 60,
    isPaid: true,
    isHandedOver: true,
  })
  const order = toOrder(ctx, known, sale)
  const document = toDocument(order)
  const isLater = sale.lines.some(({ handover }) => handover === 'later')
  await Promise.all([
    writeOrder(tx, order),
    ctx.kernel
      .get(PAYMENTS)
      .collectFresh(tx, ctx, { document, number: known.number, currency: sale.currency.code, amount: sale.total }, taken, ways),
    (isLater ? handOverSent : sellLines)(tx, ctx, document, order.lines, source),
  ])
  tx.emit('order.placed', { orderId: order.id }, document)
  if (sale.applied.length > 0) await recordUses(tx, ctx, adjustedOrder(order.id, sale), sale.applied)
  await ctx.kernel.resources.transitionThroughIn(tx, ctx, orderTransitions, order.id, [
    'settled',
    ...listNextTransitions(getProgress(sale)),
  ])
  return { id: order.id, number: known.number }
}

/** Reserves what is done later together with what leaves at once, which is booked out. */
async function handOverSent(
  tx: Tx,
  ctx: Ctx,
  document: Sold,
  lines: readonly (LineUnits & Pick<SoldLine, 'handover'>)[],
  source: StockSource,
): Promise<void> {
  await reserveLines(tx, ctx, document, lines, source)
  const sent = lines.filter(({ handover }) => handover === 'sent').map(({ id, quantity }) => ({ line_id: id, quantity }))
  if (sent.length > 0) await handOver(tx, ctx, document, sent)
}

/** How far a sale is whose money is there and whose goods have left. */
function getProgress({ lines }: Sale): Progress {
  const units = lines.reduce((sum, { handover, quantity }) => sum + (handover === 'sent' ? quantity : 0), 0)
  return {
    status: 'paid',
    unitsTotal: units,
    unitsSent: units,
    unitsReceived: units,
    isNothingHandedOver: lines.every(({ handover }) => handover === 'none'),
    isOpen: lines.some(({ handover }) => handover === 'later'),
  }
}

import { findAmountProblem, type Ctx, type Db, AppError, INVALID, validationError, message, type Message, type Tx } from 'stoa'
import { type PaymentOffer, PAYMENTS, type CollectedPayment } from 'stoa/plugins/payments'
import { findBuyerById } from 'stoa/plugins/people'
import { type Progress, listNextTransitions } from '../../domain/progress.ts'
import { toDocument } from '../order/head.ts'
import type { Choices, DiscountInputs } from '../sale/choice-names.ts'
import { parseChoices } from '../sale/choices.ts'
import { getCurrency } from '../sale/currency.ts'
import { type StockSource, handOverUnits, type DocumentLine, reserveLines, sellLines, type DocumentRef } from '../sale/line-kinds.ts'
import { assertLinesFit } from '../sale/amount-limits.ts'
import { type PricedLine, type PricedSale, priceSale, priceItems, type ManualPrice, createManualStep } from '../sale/priced.ts'
import { NO_BUYER, findOrCreatePerson, type Sale, createSale, getSeller, type SoldLine } from '../sale/sale.ts'
import { adjustedOrder, recordAdjustmentUsage } from '../order/adjustments.ts'
import { createPriceRules, computeTaxes } from '../sale/taxes.ts'
import { allocateOrder, toOrder, writeOrder } from '../order/write.ts'
import { orderTransitions } from '../../domain/statuses.ts'

/** A sale at the point of sale. Amounts in minor units of the base currency. */
export interface CounterSaleInput extends DiscountInputs {
  lines: readonly CounterLine[]
  /** Account of the buyer, if a customer buys. */
  customer: number | null
  choices: Choices
  /** The store of the register. */
  store?: number | null
  /** Manual discount on the total, with its label. */
  discount: number
  discountLabel: string
}

export interface CounterLine {
  kind: string
  subject_id: number
  quantity: number
  /** Overridden price and the reason for it. */
  manualPrice: ManualPrice | null
}

/** A priced sale at the point of sale, before payment. */
export interface CounterSale extends PricedSale {
  customer: number | null
  choices: Choices
}

/**
 * Prices a sale at the point of sale. `agreed` is a total the buyer has paid already: it is used as it is, without
 * further adjustments.
 * @throws AppError INVALID by line or choice
 */
export async function priceCounter(ctx: Ctx, c: CounterSaleInput, db: Db, agreed?: number): Promise<CounterSale> {
  const money = getCurrency(ctx, null)
  const lines = getValidLines(c, await priceItems(ctx, c.lines, money, db), money.code, agreed !== undefined)
  assertLinesFit(lines, money, 'lines')
  const linesTotal = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const discount = agreed === undefined ? c.discount : linesTotal - agreed
  const isTooLarge = discount < 0 || discount > linesTotal
  const problem = agreed === undefined ? findAmountProblem(c.discount, money.code) : undefined
  if (isTooLarge) throw validationError({ [agreed === undefined ? 'discount' : 'total']: message('sales:error.discount_large') })
  if (problem) throw validationError({ discount: problem })
  const byHand = createManualStep('manual', discount, c.discountLabel)
  const pricing = { customer: c.customer, currency: money, channel: 'pos', store: c.store ?? null, lines } as const
  if (agreed !== undefined) {
    const rules = { steps: [byHand], taxes: await computeTaxes(ctx, pricing, db) }
    return { ...priceSale(lines, 0, rules, money), customer: c.customer, choices: {} }
  }
  const discountInputs = { codes: c.codes, points: c.points }
  const choices = await parseChoices(ctx, c.choices, 'choices', discountInputs)
  const { steps, taxes } = await createPriceRules(ctx, { ...pricing, discountInputs }, choices, db)
  return { ...priceSale(lines, 0, { steps: [byHand, ...steps], taxes }, money), customer: c.customer, choices }
}

/** @throws AppError INVALID by line, for items that are not for sale and for invalid prices, unless they were `agreed` */
function getValidLines(
  { lines }: CounterSaleInput,
  priced: readonly (PricedLine | undefined)[],
  code: string,
  agreed: boolean,
): PricedLine[] {
  const errors: Record<string, Message[]> = {}
  for (const [i, { manualPrice }] of lines.entries()) {
    if (!priced[i]) errors[`lines.${i}`] = [message('core:rule.choice')]
    const problem = manualPrice && priced[i] && !agreed ? findAmountProblem(manualPrice.unit, code) : undefined
    if (problem) errors[`lines.${i}.unit_price`] = [problem]
  }
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
  return priced.filter((line) => line !== undefined)
}

/** How a sale at the point of sale was paid, which store sold it, and where its stock is. */
export interface CounterPayment {
  /** The store of the register. */
  store: number
  collected: readonly CollectedPayment[]
  /** Payment methods of the point of sale. */
  paymentOffers: readonly PaymentOffer[]
  /** Name of the payment method on documents. */
  paymentTitle: string
  source: StockSource
}

/**
 * Writes, pays and hands over a sale in one transaction, and moves the order as far as its state allows. Work that is
 * due later stays open.
 * @throws AppError OUT_OF_STOCK, or INVALID by field
 */
export async function sellAtCounter(
  tx: Tx,
  ctx: Ctx,
  { customer, choices, ...priced }: CounterSale,
  { collected, paymentOffers, paymentTitle, source, store }: CounterPayment,
): Promise<{ id: number; number: string }> {
  const [reservedOrder, customerData] = await Promise.all([
    allocateOrder(tx, ctx, priced.lines.length),
    customer === null ? undefined : findBuyerById(tx, customer),
  ])
  // The account of an offline sale may be closed by now; the sale is recorded all the same.
  if (customer !== null && !customerData && !source.receiveMissing) throw validationError({ customer_id: message('core:rule.choice') })
  const sale = createSale(ctx, priced, {
    source: 'pos',
    customer: customerData ? customer : null,
    person: await findOrCreatePerson(tx, ctx, customerData ?? NO_BUYER),
    seller: getSeller(ctx),
    store,
    buyer: customerData ?? NO_BUYER,
    payment: { code: collected[0]?.method ?? '', title: paymentTitle },
    choices,
    // The sale is paid in this transaction, so the hold never expires.
    holdMinutes: 60,
    isPaid: true,
    isHandedOver: true,
  })
  const order = toOrder(ctx, reservedOrder, sale)
  const document = toDocument(order)
  const isLater = sale.lines.some(({ handover }) => handover === 'later')
  await Promise.all([
    writeOrder(tx, order),
    ctx.kernel
      .get(PAYMENTS)
      .collectNewDocument(
        tx,
        ctx,
        { document, number: reservedOrder.number, currency: sale.currency.code, amount: sale.total },
        collected,
        paymentOffers,
      ),
    (isLater ? reserveAndHandOver : sellLines)(tx, ctx, document, order.lines, source),
  ])
  tx.emit('order.placed', { orderId: order.id }, document)
  if (sale.applied.length > 0) await recordAdjustmentUsage(tx, ctx, adjustedOrder(order.id, sale), sale.applied)
  await ctx.kernel.resources.transitionThroughIn(tx, ctx, orderTransitions, order.id, [
    'settled',
    ...listNextTransitions(getProgress(sale)),
  ])
  return { id: order.id, number: reservedOrder.number }
}

/** Reserves what is handed over later together with what leaves now, and books out the latter. */
async function reserveAndHandOver(
  tx: Tx,
  ctx: Ctx,
  document: DocumentRef,
  lines: readonly (DocumentLine & Pick<SoldLine, 'handover'>)[],
  source: StockSource,
): Promise<void> {
  await reserveLines(tx, ctx, document, lines, source)
  const shippedUnits = lines.filter(({ handover }) => handover === 'sent').map(({ id, quantity }) => ({ line_id: id, quantity }))
  if (shippedUnits.length > 0) await handOverUnits(tx, ctx, document, shippedUnits)
}

/** Progress of a sale that is paid and handed over. */
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

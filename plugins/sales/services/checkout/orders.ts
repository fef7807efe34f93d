import { type Ctx, type Db, AppError, type Locale, NOT_FOUND, sql, token, type Tx } from 'stoa'
import { normalizeMailbox, normalizeEmail } from 'stoa/plugins/people'
import { createDraft, readDraft } from '../order/draft.ts'
import { type DraftInput, emptyDraft } from '../order/draft-input.ts'
import { lockOrder } from '../order/head.ts'
import { addStaffComment } from '../order/timeline.ts'
import { createPayLinkIn } from '../order/pay-link.ts'
import type { CheckoutFields } from '../sale/checkout-input.ts'
import type { Channel } from '../sale/adjustment-providers.ts'
import type { Choices, DiscountInputs } from '../sale/choice-names.ts'
import { type CounterSaleInput, type CounterPayment, type CounterSale, priceCounter, sellAtCounter } from './counter.ts'
import { parseChoices } from '../sale/choices.ts'
import { type RequestedLine, readLines } from '../sale/lines.ts'
import { type CheckoutResult, toLimitedBuyer, placeSale, readCheckoutContext, type Visit } from './place.ts'
import { type QuoteInput, type Quote, createQuote, readTerms } from '../sale/quote.ts'
import { countsSql } from '../sale/buyer-limits.ts'
import type { Sale } from '../sale/sale.ts'
import { allocateOrder } from '../order/write.ts'
import { orderTransitions } from '../../domain/statuses.ts'
import type { OrderRow } from '../../resources/order-columns.ts'

/** A purchase without a cart. */
export interface Purchase extends DiscountInputs {
  items: readonly RequestedLine[]
  /** Unparsed choices for adjustment providers, by provider name. */
  choices?: Choices
  /** Origin of the sale, if it is not the shop. */
  source?: Sale['source']
  /** Sales channel; the shop if absent. */
  channel?: Channel
}

/**
 * Items to buy. If `items` is a function, it runs after the person is locked and reserves the items, so that the
 * person is locked before the stock.
 */
export type DeferredPurchase = Omit<Purchase, 'items'> & { items: Purchase['items'] | (() => Promise<Purchase['items']>) }

/** The customer of a draft. */
export interface DraftRecipient {
  /** Their account, or else their contact details. */
  customer_id: number | null
  customer: { email: string | null; first_name: string; last_name: string; country_code: string | null; phone: string | null }
  language: Locale
}

/** A fully paid order. */
export interface PaidOrder {
  id: number
  number: string
  person: number | null
  /** In minor units of the base currency. */
  amount: number
  created_at: string
}

/** The buyer as an order stores it. */
export interface OrderBuyer extends Pick<
  OrderRow,
  'customer_id' | 'email' | 'first_name' | 'last_name' | 'country_code' | 'phone' | 'language'
> {
  number: string
  person_id: number | null
}

/** Sales service for other plugins: a paid booking, a redemption with a shipping fee, an approved service request. */
export interface Orders {
  /**
   * Prices, payment methods and shipping methods of items.
   * @throws AppError INVALID, or NOT_FOUND for items that are no longer for sale
   */
  quote(ctx: Ctx, buying: Purchase, chosen: QuoteInput, tx?: Db): Promise<Quote>
  /**
   * Places an order in the transaction, as a checkout does. After commit, the caller builds the response that starts
   * the payment.
   * @throws what a checkout throws
   */
  place(tx: Tx, ctx: Ctx, ordering: DeferredPurchase, fields: CheckoutFields, visit: Visit): Promise<CheckoutResult>
  /** Cancels an unpaid order. @throws AppError NOT_FOUND, WRONG_STATE */
  cancel(tx: Tx, ctx: Ctx, id: number, reason: string): Promise<void>
  /** Prepares a draft without lines. The returned function writes it. The caller checks the permission to write orders. */
  prepareDraft(ctx: Ctx, recipient: DraftRecipient): Promise<(tx: Tx) => Promise<{ id: number; number: string }>>
  /**
   * Writes an order and sends a payment request, in the transaction. The stock is reserved for `days` days, and the
   * pay link in the e-mail expires with the reservation. An order with a total of zero is paid when it is placed.
   * @throws AppError INVALID, OUT_OF_STOCK, or NOT_FOUND for items that are no longer for sale
   */
  requestPayment(
    tx: Tx,
    ctx: Ctx,
    recipient: DraftRecipient,
    items: readonly Omit<RequestedLine, 'id'>[],
    days: number,
  ): Promise<{ id: number; number: string }>
  /**
   * Writes and places a replacement order for an earlier buyer: same address, same shipping method, no charge, with a
   * note for staff. It uses today's prices.
   * @throws AppError INVALID, OUT_OF_STOCK
   */
  placeReplacement(
    tx: Tx,
    ctx: Ctx,
    orderId: number,
    items: readonly Omit<RequestedLine, 'id'>[],
    note: string,
  ): Promise<{ id: number; number: string; total: number }>
  /** Prices a sale at the point of sale. `agreed` is a total the buyer has paid already and is used as it is. @throws AppError INVALID */
  priceCounter(ctx: Ctx, counter: CounterSaleInput, db: Db, agreed?: number): Promise<CounterSale>
  /** Writes, pays and hands over a sale in the transaction. @throws AppError OUT_OF_STOCK, INVALID */
  sellAtCounter(tx: Tx, ctx: Ctx, sale: CounterSale, payment: CounterPayment): Promise<{ id: number; number: string }>
  /** The buyer of an order, for plugins that store data for the buyer. @throws AppError NOT_FOUND */
  getBuyer(db: Db, id: number): Promise<OrderBuyer>
  /** A paid order; undefined for any other. */
  findPaidOrder(db: Db, id: number): Promise<PaidOrder | undefined>
  /** Whether the person has an earlier order that is not canceled: a customer by account, a guest by e-mail address. */
  hasEarlierOrder(db: Db, buyer: { customer: number | null; email: string | null }): Promise<boolean>
  /** Orders paid since a moment, for plugins that were disabled meanwhile. */
  listPaidSince(db: Db, since: Date): Promise<number[]>
  /** Orders by number; unknown numbers are left out. */
  findByNumbers(db: Db, numbers: readonly string[]): Promise<{ id: number; number: string; status: string }[]>
}

export const ORDERS = token<Orders>('sales/orders')

/** What a replacement order takes from the original order. */
type OriginalOrder = DraftRecipient['customer'] &
  Pick<
    DraftInput,
    'customer_id' | 'language' | 'currency' | 'shipping_address' | 'billing_address' | 'shipping_method_id' | 'shipping_title'
  >

const DAY = 86_400_000

const toDraftLines = (items: readonly Omit<RequestedLine, 'id'>[]) =>
  items.map((item) => ({ ...item, stock_id: null, unit_price: null, price_reason: '', discountable: false }))

async function readPurchase(db: Db, ctx: Ctx, { items, choices = {}, source, channel, codes, points }: Purchase) {
  const discountInputs = { codes, points }
  const [lines, checked] = await Promise.all([readLines(db, ctx, items), parseChoices(ctx, choices, 'choices', discountInputs)])
  if (lines.length < items.length || items.length === 0) throw new AppError(NOT_FOUND)
  return { lines, choices: checked, discountInputs, cart: null, ...(source ? { source } : {}), ...(channel ? { channel } : {}) }
}

export const orders: Orders = {
  async quote(ctx, buying, chosen, tx) {
    const [{ lines, choices, discountInputs, channel }, terms] = await Promise.all([
      readPurchase(tx ?? ctx.kernel.db, ctx, buying),
      readTerms(ctx, tx),
    ])
    return createQuote(ctx, lines, { ...chosen, choices, discountInputs, ...(channel ? { channel } : {}) }, terms, tx)
  },

  async place(tx, ctx, { items: itemsInput, ...buying }, fields, visit) {
    const contextRequest = readCheckoutContext(tx, ctx, fields, visit)
    const items = typeof itemsInput === 'function' ? await contextRequest.then(itemsInput) : itemsInput
    const [context, purchase, reservedOrder] = await Promise.all([
      contextRequest,
      readPurchase(tx, ctx, { ...buying, items }),
      allocateOrder(tx, ctx, items.length, countsSql(ctx, toLimitedBuyer(ctx, fields, visit))),
    ])
    return placeSale(tx, ctx, { ...purchase, reservedOrder }, fields, context)
  },

  async cancel(tx, ctx, id, reason) {
    await lockOrder(tx, id)
    await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, id, 'cancel', { reason })
  },

  async prepareDraft(ctx, recipient) {
    const draft = await readDraft(ctx, { ...emptyDraft, ...recipient })
    return (tx) => createDraft(tx, ctx, draft)
  },

  async requestPayment(tx, ctx, recipient, items, days) {
    const draft = await readDraft(ctx, { ...emptyDraft, ...recipient, lines: toDraftLines(items) }, tx)
    const draftOrder = await createDraft(tx, ctx, draft)
    await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, draftOrder.id, 'place')
    if (draft.total > 0) await createPayLinkIn(tx, ctx, draftOrder.id, new Date(Date.now() + days * DAY), true)
    return draftOrder
  },

  async placeReplacement(tx, ctx, orderId, items, note) {
    const original =
      await tx.one<OriginalOrder>(sql`select customer_id, nullif(email, '') as email, first_name, last_name, country_code, phone, language,
      currency, shipping_address, billing_address, shipping_method_id, shipping_title from sales_order where id = ${orderId}`)
    if (!original) throw new AppError(NOT_FOUND)
    const { email, first_name, last_name, country_code, phone, ...rest } = original
    const customer = { email, first_name, last_name, country_code, phone }
    const draft = await readDraft(ctx, { ...emptyDraft, ...rest, customer, lines: toDraftLines(items) }, tx)
    const draftOrder = await createDraft(tx, ctx, draft)
    await addStaffComment(tx, ctx, draftOrder.id, note)
    await ctx.kernel.resources.transitionIn(tx, ctx, orderTransitions, draftOrder.id, 'place')
    return { ...draftOrder, total: draft.total }
  },

  priceCounter,
  sellAtCounter,
  async getBuyer(db, id) {
    const row =
      await db.one<OrderBuyer>(sql`select order_number as number, customer_id, person_id, email, first_name, last_name, country_code, phone, language
      from sales_order where id = ${id}`)
    if (!row) throw new AppError(NOT_FOUND)
    return row
  },

  findPaidOrder: (db, id) =>
    db.one<PaidOrder>(sql`select id, order_number as number, person_id as person, base_total_minor as amount, created_at
      from sales_order where id = ${id} and paid_at is not null`),

  hasEarlierOrder: async (db, { customer, email }) =>
    (await db.one(sql`select 1 from sales_order where status not in ('draft', 'canceled')
      and (customer_id = ${customer} or email = any(${email ? [normalizeEmail(email), normalizeMailbox(email)] : []}::text[])) limit 1`)) !==
    undefined,

  listPaidSince: async (db, since) =>
    (await db.rows<{ id: number }>(sql`select id from sales_order where paid_at >= ${since.toISOString()} order by paid_at, id`)).map(
      ({ id }) => id,
    ),

  findByNumbers: (db, numbers) =>
    db.rows<{ id: number; number: string; status: string }>(
      sql`select id, order_number as number, status from sales_order where order_number = any(${[...numbers]})`,
    ),
}

import {
  hasPermission,
  findAmountProblem,
  assertPayable,
  type Ctx,
  type Db,
  AppError,
  INVALID,
  validationError,
  parseMoney,
  message,
  type Message,
  type Tx,
  WRONG_STATE,
} from 'stoa'
import { findBuyerById } from 'stoa/plugins/people'
import { parseChoices } from '../sale/choices.ts'
import { getCurrency, type SaleCurrency } from '../sale/currency.ts'
import { assertLinesFit, findLineTooLarge, createTooLargeError } from '../sale/amount-limits.ts'
import { type PricedLine, priceSale, priceItems, createManualStep } from '../sale/priced.ts'
import { type Buyer, NO_BUYER, findOrCreatePerson, type Sale, createSale, getSeller } from '../sale/sale.ts'
import { createPriceRules } from '../sale/taxes.ts'
import { allocateOrder, toOrder, rewriteOrder, writeOrder } from './write.ts'
import type { DraftInput, DraftLineInput } from './draft-input.ts'
import { lockOrder } from './head.ts'

/**
 * Parses and prices a draft sent by staff. Prices come from the items for sale; a different price requires a
 * permission and a reason. It reads outside of the transaction, so that none waits for a second connection; a caller
 * inside a transaction passes its own `db`.
 * @throws AppError INVALID by field
 */
export async function readDraft(ctx: Ctx, input: DraftInput, db: Db = ctx.kernel.db): Promise<Sale> {
  // Item names are in the buyer's language, not in that of the staff member.
  const language = input.language ?? ctx.mainLanguage
  const money = getCurrency(ctx, input.currency)
  const lines = await priceDraftLines({ ...ctx, language }, input.lines, money, db)
  const choices = await parseChoices(ctx, input.choices ?? {}, 'choices')
  const linesTotal = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const discount = parseMoney(input.discount)
  for (const name of ['discount', 'shipping'] as const) assertPayable(name, parseMoney(input[name]), money.code)
  if (findLineTooLarge([{ unit: linesTotal + parseMoney(input.shipping), quantity: 1 }], money) >= 0) throw createTooLargeError('shipping')
  if (discount > linesTotal) throw validationError({ discount: message('sales:error.discount_large') })
  const { customer_id, customer, shipping_address } = input
  const buyer = customer_id === null ? (customer ?? NO_BUYER) : await findBuyer(db, customer_id)
  const pricing = {
    customer: customer_id,
    buyer: buyer.email ? { email: buyer.email, phone: buyer.phone ? `${buyer.country_code ?? ''}${buyer.phone}` : null } : null,
    currency: money,
    channel: 'admin' as const,
    destination: lines.some(({ handover }) => handover === 'sent') ? shipping_address : null,
    payment: input.payment_method || null,
    lines,
  }
  const { steps, taxes } = await createPriceRules({ ...ctx, language }, pricing, choices, db)
  const byHand = createManualStep('manual', discount, input.discount_label)
  return createSale(ctx, priceSale(lines, parseMoney(input.shipping), { steps: [byHand, ...steps], taxes }, money), {
    status: 'draft',
    source: 'admin',
    customer: customer_id,
    seller: getSeller(ctx),
    buyer,
    language,
    shippingMethod: { id: input.shipping_method_id, title: input.shipping_title },
    payment: { code: input.payment_method, title: '' },
    shippingAddress: shipping_address,
    billingAddress: input.billing_address ?? shipping_address,
    note: input.customer_note,
    choices,
  })
}

async function findBuyer(db: Db, id: number): Promise<Buyer> {
  const row = await findBuyerById(db, id)
  if (!row) throw validationError({ customer_id: message('core:rule.choice') })
  return row
}

/** Prices draft lines now, in the order's currency. Errors are reported below the path `at`. @throws AppError INVALID */
export async function priceDraftLines(
  ctx: Ctx,
  lineInputs: readonly DraftLineInput[],
  money: SaleCurrency,
  db: Db,
  at = 'lines',
): Promise<PricedLine[]> {
  const items = lineInputs.map((g) => ({
    kind: g.kind ?? 'stock',
    subject_id: g.subject_id ?? g.stock_id ?? 0,
    quantity: g.quantity,
    manualPrice: g.unit_price === null ? null : { unit: parseMoney(g.unit_price), reason: g.price_reason, discountable: g.discountable },
  }))
  const errors: Record<string, Message[]> = {}
  const found = await priceItems(ctx, items, money, db)
  const lines = lineInputs.flatMap((g, i) => {
    const line = found[i]
    if (!line || line.is_deleted) {
      errors[`${at}.${i}.${g.subject_id === null ? 'stock_id' : 'subject_id'}`] = [message('core:rule.choice')]
      return []
    }
    const problem = findAmountProblem(line.unit, money.code)
    if (problem) errors[`${at}.${i}.unit_price`] = [problem]
    else if (line.unit !== line.shopUnit) {
      if (!hasPermission(ctx.actor, 'override price order')) errors[`${at}.${i}.unit_price`] = [message('sales:error.no_right_price')]
      else if (line.priceReason === '') errors[`${at}.${i}.price_reason`] = [message('sales:error.price_reason')]
    }
    return [line]
  })
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
  assertLinesFit(lines, money, at)
  return lines
}

/** Writes a new draft. @returns its id and number. */
export async function createDraft(tx: Tx, ctx: Ctx, draft: Sale): Promise<{ id: number; number: string }> {
  const [person, reservedOrder] = await Promise.all([findOrCreatePerson(tx, ctx, draft.buyer), allocateOrder(tx, ctx, draft.lines.length)])
  await writeOrder(tx, toOrder(ctx, reservedOrder, { ...draft, person }))
  return { id: reservedOrder.id, number: reservedOrder.number }
}

/** Updates a draft. @throws AppError WRONG_STATE once it is placed. */
export async function updateDraft(tx: Tx, ctx: Ctx, id: number, draft: Sale): Promise<void> {
  const o = await lockOrder(tx, id)
  if (o.status !== 'draft') throw new AppError(WRONG_STATE)
  await rewriteOrder(tx, id, { ...draft, person: await findOrCreatePerson(tx, ctx, draft.buyer) })
  tx.invalidate('order')
}

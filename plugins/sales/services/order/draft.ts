import {
  allows,
  amountProblem,
  assertPayable,
  type Ctx,
  type Db,
  Failed,
  INVALID,
  invalid,
  parseMoney,
  split,
  text,
  type Text,
  type Tx,
  WRONG_STATE,
} from '#core'
import { buyer, DIRECTORY } from '../../../people/index.ts'
import { type Adjustment, stepsOf } from '../sale/adjusters.ts'
import { checkedChoices } from '../sale/choices.ts'
import { linesOf } from '../sale/lines.ts'
import { currencyOf, type SaleCurrency, unitPrice } from '../sale/currency.ts'
import { assertLinesFit, lineBeyond, tooLarge } from '../sale/most-total.ts'
import { giftLines, sumsOf } from '../sale/quote.ts'
import { type Buyer, nextOrder, rewriteOrder, type Sale, soldLine, writeOrder } from '../sale/write.ts'
import type { DraftInput, GivenLine } from './draft-input.ts'
import { lockOrder } from './head.ts'

/** An order as staff write it down, before anything is held or owed. */
export type Draft = Omit<Sale, 'person' | 'seller'>

/** Somebody at the till who told nothing of themselves. */
const nobody: Buyer = { email: null, first_name: '', last_name: '', country_code: null, phone: null }

/**
 * What staff sent, with prices. They come from what is sold; another one needs the right to it, and a reason. Read before a transaction,
 * so that none waits for a second connection; whoever is inside one already reads there. @throws Failed INVALID by field.
 */
export async function readDraft(ctx: Ctx, input: DraftInput, db: Db = ctx.kernel.db): Promise<Draft> {
  // What is sold is called what its buyer calls it, whoever writes it down.
  const language = input.language ?? ctx.main
  const money = currencyOf(ctx, input.currency)
  const lines = await pricedLines({ ...ctx, language }, input.lines, money, db)
  const choices = await checkedChoices(ctx, input.choices ?? {}, 'choices')
  const goods = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const discount = parseMoney(input.discount)
  for (const name of ['discount', 'shipping'] as const) assertPayable(name, parseMoney(input[name]), money.code)
  if (lineBeyond([{ unit: goods + parseMoney(input.shipping), quantity: 1 }], money) >= 0) throw tooLarge('shipping')
  if (discount > goods) throw invalid({ discount: text('sales:error.discount_large') })
  const { customer_id, customer, shipping_address } = input
  const buyer = customer_id === null ? (customer ?? nobody) : await buyerOf(db, customer_id)
  const pricing = {
    customer: customer_id,
    buyer: buyer.email ? { email: buyer.email, phone: buyer.phone ? `${buyer.country_code ?? ''}${buyer.phone}` : null } : null,
    currency: money,
    channel: 'admin' as const,
    payment: input.payment_method || null,
    lines,
  }
  const steps = await stepsOf({ ...ctx, language }, pricing, choices, db)
  const byHand = { kind: 'manual', adjust: ({ lines: left }: { lines: readonly number[] }) => manual(discount, input.discount_label, left) }
  const sums = sumsOf(lines, parseMoney(input.shipping), [byHand, ...steps], money.code)
  return {
    status: 'draft',
    source: 'admin',
    customer: customer_id,
    buyer,
    language,
    currency: money,
    subtotal: sums.subtotal,
    discount: sums.discount,
    shipping: sums.shipping,
    total: sums.total,
    baseTotal: null,
    shippingMethod: { id: input.shipping_method_id, title: input.shipping_title },
    payment: { code: input.payment_method, title: '' },
    shippingAddress: shipping_address,
    billingAddress: input.billing_address ?? shipping_address,
    pickup: null,
    note: input.customer_note,
    choices,
    from: null,
    holdMinutes: null,
    lines: [
      ...lines.map((line, i) => soldLine(line, sums.adjusted.lines[i] ?? 0, line.priceReason)),
      ...giftLines(sums.adjusted, money).map((line) => soldLine(line, 0)),
    ],
    applied: sums.adjusted.applied,
  }
}

/** What staff take off, divided over the lines by what they come to. */
const manual = (discount: number, label: string, left: readonly number[]): Adjustment[] =>
  discount > 0 ? [{ label, shares: split(discount, [...left]) }] : []

async function buyerOf(db: Db, id: number): Promise<Buyer> {
  const row = await buyer(db, id)
  if (!row) throw invalid({ customer_id: text('core:rule.choice') })
  return row
}

/** Lines with their price of this moment in the order's currency. Faults are named below `at`. @throws Failed INVALID */
export async function pricedLines(ctx: Ctx, given: readonly GivenLine[], money: SaleCurrency, db: Db, at = 'lines') {
  const asked = given.map((g, id) => ({ id, kind: g.kind ?? 'stock', subject_id: g.subject_id ?? g.stock_id ?? 0, quantity: g.quantity }))
  const found = new Map((await linesOf(db, ctx, asked)).map((line) => [line.id, line]))
  const errors: Record<string, Text[]> = {}
  const lines = given.flatMap((g, i) => {
    const line = found.get(i)
    if (!line || line.is_deleted) {
      errors[`${at}.${i}.${g.subject_id === null ? 'stock_id' : 'subject_id'}`] = [text('core:rule.choice')]
      return []
    }
    const usual = unitPrice(line.pay, money)
    const unit = g.unit_price === null ? usual : parseMoney(g.unit_price)
    const problem = amountProblem(unit, money.code)
    if (problem) errors[`${at}.${i}.unit_price`] = [problem]
    else if (unit !== usual) {
      if (!allows(ctx.actor, 'override price order')) errors[`${at}.${i}.unit_price`] = [text('sales:error.no_right_price')]
      else if (g.price_reason === '') errors[`${at}.${i}.price_reason`] = [text('sales:error.price_reason')]
    }
    const priceReason = unit === usual ? '' : g.price_reason
    return [{ ...line, unit, listUnit: unitPrice(line.price, money), priceReason, discountable: unit === usual || g.discountable }]
  })
  if (Object.keys(errors).length > 0) throw new Failed(INVALID, errors)
  assertLinesFit(lines, money, at)
  return lines
}

/** The draft with the person it is for, and who wrote it. */
async function saleOf(tx: Tx, ctx: Ctx, d: Draft): Promise<Sale> {
  const { email } = d.buyer
  const person = email ? await ctx.kernel.get(DIRECTORY).remember(tx, { ...d.buyer, email }) : null
  return { ...d, person, seller: ctx.actor.kind === 'admin' ? ctx.actor.id : null }
}

/** Writes a new draft. @returns its id and number. */
export async function createDraft(tx: Tx, ctx: Ctx, d: Draft): Promise<{ id: number; number: string }> {
  const [sale, known] = await Promise.all([saleOf(tx, ctx, d), nextOrder(tx, ctx, d.lines.length)])
  await writeOrder(tx, ctx, known, sale)
  return { id: known.id, number: known.number }
}

/** Writes a draft anew. @throws Failed WRONG_STATE once it is placed. */
export async function updateDraft(tx: Tx, ctx: Ctx, id: number, d: Draft): Promise<void> {
  const o = await lockOrder(tx, id)
  if (o.status !== 'draft') throw new Failed(WRONG_STATE)
  await rewriteOrder(tx, id, await saleOf(tx, ctx, d))
  tx.touch('order')
}

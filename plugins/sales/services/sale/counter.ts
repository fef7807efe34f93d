import { amountProblem, type Ctx, type Db, Failed, INVALID, invalid, split, text, type Text, type Tx } from '#core'
import { PAYMENTS, type Taken } from '../../../payments/index.ts'
import { buyer, DIRECTORY } from '../../../people/index.ts'
import { advance } from '../order/advance.ts'
import { documentOf } from '../order/head.ts'
import { sendUnits, unsentUnits } from '../order/units.ts'
import { type Applied, stepsOf } from './adjusters.ts'
import type { Choices } from './choice-names.ts'
import { checkedChoices } from './choices.ts'
import { currencyOf, unitPrice } from './currency.ts'
import { hold, type OverCounter, sellOut } from './kinds.ts'
import { linesOf } from './lines.ts'
import { assertLinesFit } from './most-total.ts'
import { giftLines, sumsOf } from './quote.ts'
import { writeSold } from './sold.ts'
import { adjustedOrder, useUp } from './taken-off.ts'
import { nextOrder, type Sale, soldLine, writeOrder, type Written } from './write.ts'

/** What lies on the counter. Amounts in minor units of the base currency. */
export interface Counter {
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
  unit: number | null
  reason: string
  /** What is taken off by itself may lower that price too; else it is final. */
  discountable?: boolean
}

/** A sale over the counter with its prices, before its money is there. */
export interface Counted {
  lines: readonly { name: string; sku: string; quantity: number; usual: number; unit: number; total: number }[]
  subtotal: number
  discount: number
  total: number
  applied: readonly Applied[]
  currency: string
  /** The same once `amount` less is taken, as coins do not go lower; the name is what papers call it. */
  rounded(amount: number, label: string): Sale
}

/**
 * Prices what lies on a counter. `told` is what its buyer was told and paid already: it is taken as it is, and nobody takes anything
 * off any more. @throws Failed INVALID by line, or of a choice
 */
export async function countUp(ctx: Ctx, c: Counter, db: Db, told?: number): Promise<Counted> {
  const money = currencyOf(ctx, null)
  const asked = c.lines.map((line, id) => ({ id, kind: line.kind, subject_id: line.subject_id, quantity: line.quantity }))
  const found = new Map((await linesOf(db, ctx, asked)).map((line) => [line.id, line]))
  const errors: Record<string, Text[]> = {}
  const lines = c.lines.flatMap(({ unit, reason, discountable = false }, i) => {
    const line = found.get(i)
    if (!line) {
      errors[`lines.${i}`] = [text('core:rule.choice')]
      return []
    }
    const usual = unitPrice(line.pay, money)
    const problem = unit === null || told !== undefined ? undefined : amountProblem(unit, money.code)
    if (problem) errors[`lines.${i}.unit_price`] = [problem]
    const [priceReason, listUnit] = [unit === null ? '' : reason, unitPrice(line.price, money)]
    return [{ ...line, usual, unit: unit ?? usual, listUnit, priceReason, discountable: unit === null || unit === usual || discountable }]
  })
  if (Object.keys(errors).length === 0) assertLinesFit(lines, money, 'lines')
  const goods = lines.reduce((sum, l) => sum + l.unit * l.quantity, 0)
  const off = told === undefined ? c.discount : goods - told
  const problem = told === undefined ? amountProblem(c.discount, money.code) : undefined
  if (problem) errors['discount'] = [problem]
  if (off < 0 || off > goods) errors[told === undefined ? 'discount' : 'total'] = [text('sales:error.discount_large')]
  if (Object.keys(errors).length > 0) throw new Failed(INVALID, errors)
  const choices = told === undefined ? await checkedChoices(ctx, c.choices, 'choices') : {}
  const others =
    told === undefined
      ? await stepsOf(ctx, { customer: c.customer, currency: money, channel: 'pos', store: c.store ?? null, lines }, choices, db)
      : []
  const steps = [byHand('manual', off, c.discountLabel), ...others]
  const sums = sumsOf(lines, 0, steps, money.code)
  const rounded = (amount: number, label: string): Sale => {
    const all = amount === 0 ? sums : sumsOf(lines, 0, [...steps, byHand('rounding', amount, label)], money.code)
    return {
      status: 'pending',
      source: 'pos',
      customer: c.customer,
      person: null,
      seller: ctx.actor.kind === 'admin' ? ctx.actor.id : null,
      buyer: nobody,
      language: ctx.language,
      currency: money,
      subtotal: all.subtotal,
      discount: all.discount,
      shipping: 0,
      total: all.total,
      baseTotal: null,
      shippingMethod: { id: null, title: '' },
      payment: { code: '', title: '' },
      shippingAddress: null,
      billingAddress: null,
      pickup: null,
      note: '',
      choices,
      from: null,
      // It is paid in this transaction; nothing runs out.
      holdMinutes: 60,
      lines: [
        ...lines.map((line, i) => soldLine(line, all.adjusted.lines[i] ?? 0, line.priceReason)),
        ...giftLines(all.adjusted, money).map((line) => soldLine(line, 0)),
      ],
      applied: all.adjusted.applied,
    }
  }
  return {
    lines: lines.map((l, i) => ({
      name: l.name,
      sku: l.sku,
      quantity: l.quantity,
      usual: l.usual,
      unit: l.unit,
      total: sums.adjusted.lines[i] ?? 0,
    })),
    subtotal: sums.subtotal,
    discount: sums.discount,
    total: sums.total,
    applied: sums.adjusted.applied,
    currency: money.code,
    rounded,
  }
}

const nobody = { email: null, first_name: '', last_name: '', country_code: null, phone: null }

/** Takes an amount off, divided over lines by what they come to. */
const byHand = (kind: string, amount: number, label: string) => ({
  kind,
  adjust: ({ lines }: { lines: readonly number[] }) => (amount > 0 ? [{ label, shares: split(amount, [...lines]) }] : []),
})

/** How a sale over the counter was paid, and from where its goods are. */
export interface Selling {
  taken: readonly Taken[]
  /** Name of the way it was paid, as papers tell it. */
  paidBy: string
  over: OverCounter
}

/**
 * Sells over the counter: written, paid, handed over and done in one transaction. What somebody has to do at a later time stays open.
 * @throws Failed OUT_OF_STOCK, INVALID by field
 */
export async function sellOver(tx: Tx, ctx: Ctx, sale: Sale, { taken, paidBy, over }: Selling): Promise<{ id: number; number: string }> {
  const [known, member] = await Promise.all([
    nextOrder(tx, ctx, sale.lines.length),
    sale.customer === null ? undefined : buyer(tx, sale.customer),
  ])
  // Whoever bought without network may have closed the account since; the sale stands all the same.
  if (sale.customer !== null && !member && !over.found) throw invalid({ customer_id: text('core:rule.choice') })
  const customer = member ? sale.customer : null
  const person = member?.email ? await ctx.kernel.get(DIRECTORY).remember(tx, member) : null
  const payment = { code: taken[0]?.method ?? '', title: paidBy }
  const written = { ...sale, customer, person, payment, buyer: member ?? nobody }
  const { number } = known
  const order = await writeOrder(tx, ctx, known, written)
  tx.emit('order.placed', { orderId: order.id }, documentOf(order))
  const atOnce = sale.total > 0 && sale.lines.every((l) => l.handover === 'sent')
  await (atOnce ? endAtOnce : endInSteps)(tx, ctx, { id: order.id, number, written, lines: order.lines }, { taken, over })
  return { id: order.id, number }
}

interface Ending {
  id: number
  number: string
  written: Sale
  lines: Written['lines']
}

/** All of it is paid and leaves now: what its moves would come to is written at once. */
async function endAtOnce(
  tx: Tx,
  ctx: Ctx,
  { id, number, written, lines }: Ending,
  { taken, over }: Omit<Selling, 'paidBy'>,
): Promise<void> {
  const document = documentOf({ id })
  await Promise.all([
    ctx.kernel.get(PAYMENTS).collectFresh(tx, ctx, { document, number, currency: written.currency.code }, taken),
    writeSold(tx, ctx, id),
    sellOut(tx, ctx, document, lines, over),
  ])
  if (written.applied.length > 0) await useUp(tx, ctx, adjustedOrder(id, written), written.applied)
}

/** Something of it is done later, or nothing is owed: it goes the way of any order, as far as it comes. */
async function endInSteps(tx: Tx, ctx: Ctx, { id, written, lines }: Ending, { taken, over }: Omit<Selling, 'paidBy'>): Promise<void> {
  const document = documentOf({ id })
  await hold(tx, ctx, document, lines, false, over)
  await useUp(tx, ctx, adjustedOrder(id, written), written.applied)
  await ctx.kernel.get(PAYMENTS).collect(tx, ctx, document, taken)
  await sendUnits(
    tx,
    ctx,
    { id },
    (await unsentUnits(tx, id)).filter(({ quantity }) => quantity > 0),
  )
  await advance(tx, ctx, id)
  if (written.lines.some((l) => l.handover === 'sent') && written.lines.every((l) => l.handover !== 'later'))
    await ctx.kernel.resources.moveIn(tx, ctx, 'order', id, 'complete')
}

import { assertPayable, type Ctx, type Failed, formatMoney, invalid, parseMoney, text, type Text, translate } from 'stoa'
import { assertLinesFit, currencyOf, linesOf, type Pricing, unitPrice } from 'stoa/plugins/sales'
import { typedCodes } from '../domain/code.ts'
import { type Passed, type Taken, worthOf } from '../domain/evaluate.ts'
import type { TryView } from '../wire.ts'
import { buyerTraits } from 'stoa/plugins/people'
import type { ReadGifts } from './own-pieces.ts'
import { weigh } from './weigh.ts'

/** A cart that was put together to see what rules do to it. */
export interface Tried {
  lines: readonly { stock_id: number; quantity: number }[]
  codes: readonly string[]
  customer_id: number | null
  currency: string | null
  shipping: string
  shipping_method: string | null
  payment_method: string | null
  at: string | null
  promotion_id: number | null
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/** Weighs rules for a cart that is none, and says of each what it did or why it did nothing. @throws Failed INVALID */
export async function tryOut(ctx: Ctx, tried: Tried): Promise<TryView> {
  const { db } = ctx.kernel
  const money = currencyOf(ctx, tried.currency)
  assertPayable('shipping', parseMoney(tried.shipping), money.code)
  const asked = tried.lines.map(({ stock_id, quantity }, id) => ({ id, kind: 'stock', subject_id: stock_id, quantity }))
  const found = await linesOf(db, ctx, asked)
  const missing = asked.find(({ id }) => !found.some((line) => line.id === id))
  if (missing) throw invalid({ [`lines.${missing.id}.stock_id`]: text('core:rule.not_exists') })
  if (tried.customer_id !== null && !(await buyerTraits(db, tried.customer_id, 'UTC')))
    throw invalid({ customer_id: text('core:rule.not_exists') })
  const lines = found.map((line) => ({ ...line, unit: unitPrice(line.pay, money) }))
  assertLinesFit(lines, money, 'lines')
  const sale: Pricing = {
    customer: tried.customer_id,
    currency: money,
    way: tried.shipping_method,
    payment: tried.payment_method,
    lines,
  }
  const say = (value: Text) => String((translate(ctx.kernel, ctx.speech ?? ctx.language, [value]) as string[])[0])
  const refused: Failed[] = []
  const weighed = await weigh(ctx, sale, typedCodes(tried.codes), db, (error) => refused.push(error), {
    at: tried.at,
    also: tried.promotion_id,
  })
  const start = { lines: lines.map(({ unit, quantity }) => unit * quantity), shipping: parseMoney(tried.shipping) }
  const { taken, passed } = weighed?.choose(start) ?? { taken: [], passed: [] }
  const left = start.lines.map((amount, i) => amount - sum(taken.map(({ shares }) => shares[i] ?? 0)))
  const shipping = start.shipping - sum(taken.map((one) => one.shipping))
  const gifts = (weighed?.facts.known['gift'] as ReadGifts | undefined)?.lines
  return {
    currency: money.code,
    lines: lines.map((line, i) => ({
      id: line.subject_id,
      name: [line.name, ...line.options.map(({ value }) => value)].join(' · '),
      image: line.image,
      quantity: line.quantity,
      unit_price: formatMoney(line.unit),
      subtotal: formatMoney(start.lines[i] ?? 0),
      total: formatMoney(left[i] ?? 0),
      discounts: taken.flatMap(({ rule, shares }) =>
        (shares[i] ?? 0) > 0 ? [{ label: rule.title, amount: formatMoney(shares[i] ?? 0) }] : [],
      ),
    })),
    gifts: taken.flatMap(({ rule, gifts: given }) =>
      given.map(({ stock_id, quantity }) => ({ name: gifts?.get(stock_id)?.name ?? '', quantity, label: rule.title })),
    ),
    subtotal: formatMoney(sum(start.lines)),
    discount: formatMoney(sum(start.lines) - sum(left)),
    shipping: formatMoney(shipping),
    total: formatMoney(sum(left) + shipping),
    rules: [...taken.map(tookOff), ...passed.map((one) => tookNothing(one, say))],
    notices: refused.flatMap(({ texts }) => Object.values(texts).flat().map(say)),
  }
}

const tookOff = (one: Taken): TryView['rules'][number] => ({
  id: one.rule.id,
  title: one.rule.title,
  code: one.rule.code,
  taken: true,
  amount: formatMoney(worthOf(one)),
  why: '',
})

const tookNothing = ({ rule, why, said }: Passed, say: (value: Text) => string): TryView['rules'][number] => ({
  id: rule.id,
  title: rule.title,
  code: rule.code,
  taken: false,
  amount: '0.00',
  why:
    said.length > 0
      ? said.map(({ key, params }) => say(text(key, { ...params, title: rule.title }))).join(' ')
      : say(text(`promotion:passed.${why}`)),
})

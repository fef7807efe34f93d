import {
  assertPayable,
  type Ctx,
  type AppError,
  formatMoney,
  validationError,
  parseMoney,
  message,
  type Message,
  translateMessages,
} from 'stoa'
import { assertLinesFit, getCurrency, readLines, type Pricing, unitPrice } from 'stoa/plugins/sales'
import { parseCodes } from '../domain/code.ts'
import { type RejectedRule, type AppliedRule, getWorth } from '../domain/evaluate.ts'
import type { TryView } from '../api-types.ts'
import { readBuyerTraits } from 'stoa/plugins/people'
import type { ReadGifts } from './own-pieces.ts'
import { evaluateSale } from './evaluate-sale.ts'

/** A simulated cart. */
export interface TrialInput {
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

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** Evaluates the rules for a simulated cart. Reports for each rule what it deducts, or why it does not apply. @throws AppError INVALID */
export async function runTrial(ctx: Ctx, tried: TrialInput): Promise<TryView> {
  const { db } = ctx.kernel
  const money = getCurrency(ctx, tried.currency)
  assertPayable('shipping', parseMoney(tried.shipping), money.code)
  const requestedLines = tried.lines.map(({ stock_id, quantity }, id) => ({ id, kind: 'stock', subject_id: stock_id, quantity }))
  const found = await readLines(db, ctx, requestedLines)
  const missing = requestedLines.find(({ id }) => !found.some((line) => line.id === id))
  if (missing) throw validationError({ [`lines.${missing.id}.stock_id`]: message('core:rule.not_exists') })
  if (tried.customer_id !== null && !(await readBuyerTraits(db, tried.customer_id, 'UTC')))
    throw validationError({ customer_id: message('core:rule.not_exists') })
  const lines = found.map((line) => ({ ...line, unit: unitPrice(line.pay, money) }))
  assertLinesFit(lines, money, 'lines')
  const sale: Pricing = {
    customer: tried.customer_id,
    currency: money,
    shippingMethod: tried.shipping_method,
    payment: tried.payment_method,
    lines,
  }
  const say = (value: Message) => String((translateMessages(ctx.kernel, ctx.interfaceLanguage ?? ctx.language, [value]) as string[])[0])
  const refused: AppError[] = []
  const evaluation = await evaluateSale(ctx, sale, parseCodes(tried.codes), db, (error) => refused.push(error), {
    at: tried.at,
    also: tried.promotion_id,
  })
  const start = { lines: lines.map(({ unit, quantity }) => unit * quantity), shipping: parseMoney(tried.shipping) }
  const { applied, passed } = evaluation?.choose(start) ?? { applied: [], passed: [] }
  const left = start.lines.map((amount, i) => amount - sum(applied.map(({ shares }) => shares[i] ?? 0)))
  const shipping = start.shipping - sum(applied.map((appliedRule) => appliedRule.shipping))
  const gifts = (evaluation?.facts.loadedData['gift'] as ReadGifts | undefined)?.lines
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
      discounts: applied.flatMap(({ rule, shares }) =>
        (shares[i] ?? 0) > 0 ? [{ label: rule.title, amount: formatMoney(shares[i] ?? 0) }] : [],
      ),
    })),
    gifts: applied.flatMap(({ rule, gifts: ruleGifts }) =>
      ruleGifts.map(({ stock_id, quantity }) => ({ name: gifts?.get(stock_id)?.name ?? '', quantity, label: rule.title })),
    ),
    subtotal: formatMoney(sum(start.lines)),
    discount: formatMoney(sum(start.lines) - sum(left)),
    shipping: formatMoney(shipping),
    total: formatMoney(sum(left) + shipping),
    rules: [...applied.map(tookOff), ...passed.map((rejected) => tookNothing(rejected, say))],
    notices: refused.flatMap(({ messages }) => Object.values(messages).flat().map(say)),
  }
}

const tookOff = (appliedRule: AppliedRule): TryView['rules'][number] => ({
  id: appliedRule.rule.id,
  title: appliedRule.rule.title,
  code: appliedRule.rule.code,
  taken: true,
  amount: formatMoney(getWorth(appliedRule)),
  why: '',
})

const tookNothing = ({ rule, reason, explanations }: RejectedRule, say: (value: Message) => string): TryView['rules'][number] => ({
  id: rule.id,
  title: rule.title,
  code: rule.code,
  taken: false,
  amount: '0.00',
  why:
    explanations.length > 0
      ? explanations.map(({ key, params }) => say(message(key, { ...params, title: rule.title }))).join(' ')
      : say(message(`promotion:passed.${reason}`)),
})

import { type DraftInput, extendResource, f, validationError, message, type Message, type ValidatedInput } from 'stoa'
import { product, stock } from 'stoa/plugins/catalogue'

const inRedemption = { group: 'redemption', showIf: { field: 'is_redeemable', in: [true] } }

const fields = {
  is_redeemable: f.flag({ default: false, group: 'redemption' }),
  redeem_start_date: f.maybe(f.date(inRedemption)),
  redeem_end_date: f.maybe(f.date(inRedemption)),
}

type Redemption = typeof fields

/** Adds redemption fields to products: whether it can be redeemed, and the date range; without dates always. */
export const redemptionOfProduct = extendResource(product, {
  fields,
  tabs: { rewards: ['redemption'] },
  hooks: { beforeValidate: clearDates, validate: checkRedemption },
})

/** Adds redemption fields to stocks: points per unit, and the limit per customer; 0 for unlimited. */
export const pointsOfStock = extendResource(stock, {
  fields: { points_to_redeem: f.int({ default: 0, min: 0 }), redemption_limit: f.int({ default: 0, min: 0 }) },
})

const blank = (value: unknown) => value === undefined || value === null || value === ''

/** Clears the dates of a product that cannot be redeemed. */
function clearDates({ mode, input, old }: DraftInput<Redemption>): void {
  if (input.is_redeemable ?? old?.is_redeemable) return
  for (const name of ['redeem_start_date', 'redeem_end_date'] as const)
    if (!blank(input[name]) || (mode === 'update' && old?.[name])) input[name] = null
}

/** The redemption fields of a stock in the product input. */
interface StockLine {
  id?: number
  visibled?: boolean
  points_to_redeem?: number
}

/** @throws AppError INVALID for an invalid date range, and for stocks with a price of zero points */
function checkRedemption({ input, old }: ValidatedInput<Redemption>): void {
  if (!(input.is_redeemable ?? old?.is_redeemable)) return
  const errors: Record<string, Message> = {}
  const start = input.redeem_start_date === undefined ? old?.redeem_start_date : input.redeem_start_date
  const end = input.redeem_end_date === undefined ? old?.redeem_end_date : input.redeem_end_date
  if (blank(start) !== blank(end)) errors[blank(start) ? 'redeem_start_date' : 'redeem_end_date'] = message('core:rule.required')
  else if (start && end && end < start) errors.redeem_end_date = message('loyalty:error.redeem_order')
  const { stocks } = input as { stocks?: readonly StockLine[] }
  const rowsById = new Map(((old as { stocks?: readonly StockLine[] } | null)?.stocks ?? []).map((row) => [row.id, row]))
  for (const [i, line] of (stocks ?? (input.is_redeemable === undefined ? [] : [...rowsById.values()])).entries()) {
    const points = line.points_to_redeem ?? rowsById.get(line.id ?? 0)?.points_to_redeem ?? 0
    if (line.visibled !== false && points < 1) errors[`stocks.${i}.points_to_redeem`] = message('core:rule.min', { min: 1 })
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

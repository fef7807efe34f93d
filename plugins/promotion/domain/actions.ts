import { multiply, roundAmount, splitByWeight } from 'stoa/money'
import { type Choice, selectLines } from './choose-lines.ts'
import type { ActionEvaluator, Facts, Deduction, RemainingAmounts } from './types.ts'

/** Converts cents of the base currency to the currency of the sale. Rounds half up to its minor unit. */
export const inCurrency = (cents: number, { currency: { code, rate } }: Pick<Facts, 'currency'>): number =>
  roundAmount(rate === '1' ? cents : multiply(cents, rate), code)

/** A percentage of an amount, rounded half up. */
const getPercent = (amount: number, percent: string) => multiply(amount, (Number(percent) / 100).toFixed(4))

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** Values of actions, with amounts in cents of the base currency. */
interface Percent {
  percent: string
  most: number | null
}
interface Amount {
  amount: number
}
type On<V> = V & Choice

/** Distributes a discount over some lines, in proportion to their remaining amounts and never above them. */
function spread(amount: number, places: readonly number[], { lines }: RemainingAmounts): number[] {
  const left = places.map((i) => lines[i] ?? 0)
  const shares = lines.map(() => 0)
  const parts = splitByWeight(Math.min(amount, sum(left)), left)
  for (const [n, i] of places.entries()) shares[i] = parts[n] ?? 0
  return shares
}

/** Limits an amount to `most`, if it is set. */
const capped = (amount: number, most: number | null, facts: Facts) => (most === null ? amount : Math.min(amount, inCurrency(most, facts)))

const everyPlace = ({ lines }: RemainingAmounts) => lines.map((_, i) => i)

/** The current prices of the single units of a line. The first units carry the remainder of the division. */
function getUnits(place: number, rest: RemainingAmounts, facts: Facts): { place: number; price: number }[] {
  const quantity = facts.lines[place]?.quantity ?? 0
  const left = rest.lines[place] ?? 0
  const low = Math.floor(left / Math.max(1, quantity))
  const odd = left - low * quantity
  return Array.from({ length: quantity }, (_, n) => ({ place, price: n < odd ? low + 1 : low }))
}

/** The units of the chosen lines, most expensive first; equal prices keep the order of the lines. */
const chosenUnits = (choice: Choice, rest: RemainingAmounts, facts: Facts) =>
  selectLines(choice, facts)
    .flatMap((place) => getUnits(place, rest, facts))
    .sort((a, b) => b.price - a.price || a.place - b.place)

const nothing = (rest: RemainingAmounts): number[] => rest.lines.map(() => 0)

function percentOrder({ percent, most }: Percent, rest: RemainingAmounts, facts: Facts): Deduction {
  return { shares: spread(capped(getPercent(sum(rest.lines), percent), most, facts), everyPlace(rest), rest) }
}

const amountOrder = ({ amount }: Amount, rest: RemainingAmounts, facts: Facts): Deduction => ({
  shares: spread(inCurrency(amount, facts), everyPlace(rest), rest),
})

/** Each line is rounded separately. A maximum is distributed over the lines. */
function percentLines({ percent, most, ...choice }: On<Percent>, rest: RemainingAmounts, facts: Facts): Deduction {
  const places = selectLines(choice, facts)
  const shares = nothing(rest)
  for (const i of places) shares[i] = getPercent(rest.lines[i] ?? 0, percent)
  const all = sum(shares)
  const may = capped(all, most, facts)
  return { shares: may < all ? splitByWeight(may, shares) : shares }
}

function eachUnit(choice: Choice, rest: RemainingAmounts, facts: Facts, off: (unit: number) => number): Deduction {
  const shares = nothing(rest)
  for (const i of selectLines(choice, facts))
    shares[i] = getUnits(i, rest, facts).reduce((all, { price }) => all + Math.max(0, Math.min(price, off(price))), 0)
  return { shares }
}

const amountLines = ({ amount, ...choice }: On<Amount>, rest: RemainingAmounts, facts: Facts): Deduction =>
  eachUnit(choice, rest, facts, () => inCurrency(amount, facts))

/** Sets a fixed unit price; never increases a price. */
const fixedPrice = ({ amount, ...choice }: On<Amount>, rest: RemainingAmounts, facts: Facts): Deduction =>
  eachUnit(choice, rest, facts, (price) => price - inCurrency(amount, facts))

/** Buy X, get Y: for each full set of X + Y units, the Y cheapest of all chosen units are discounted. */
function buyGet(
  { buy, get, percent, ...choice }: On<{ buy: number; get: number; percent: string }>,
  rest: RemainingAmounts,
  facts: Facts,
): Deduction {
  const units = chosenUnits(choice, rest, facts)
  const cheaper = Math.floor(units.length / (buy + get)) * get
  const shares = nothing(rest)
  for (const { place, price } of cheaper === 0 ? [] : units.slice(-cheaper))
    shares[place] = (shares[place] ?? 0) + getPercent(price, percent)
  return { shares }
}

/** Bundle price: a fixed price for a set of units, most expensive first. Units that do not fill a set keep their price. */
function bundle(
  { quantity, amount, ...choice }: On<{ quantity: number; amount: number }>,
  rest: RemainingAmounts,
  facts: Facts,
): Deduction {
  const units = chosenUnits(choice, rest, facts)
  const shares = nothing(rest)
  for (let from = 0; from + quantity <= units.length; from += quantity) {
    const set = units.slice(from, from + quantity)
    const worth = sum(set.map(({ price }) => price))
    const parts = splitByWeight(
      Math.max(0, worth - inCurrency(amount, facts)),
      set.map(({ price }) => price),
    )
    for (const [n, { place }] of set.entries()) shares[place] = (shares[place] ?? 0) + (parts[n] ?? 0)
  }
  return { shares }
}

const freeShipping = ({ most }: { most: number | null }, rest: RemainingAmounts, facts: Facts): Deduction => ({
  shipping: capped(rest.shipping, most, facts),
})

/** Data for free gifts, loaded before the evaluation. */
export interface GiftFacts {
  /** By stock: the price in the currency of the sale, and the quantity available beside the cart; null for unlimited. */
  stocks: ReadonlyMap<number, { price: number; left: number | null }>
}

/** A gift is given in full quantity or not at all. */
function gift({ stock_id, quantity }: { stock_id: number; quantity: number }, _: RemainingAmounts, facts: Facts): Deduction {
  const stock = (facts.loadedData['gift'] as GiftFacts | undefined)?.stocks.get(stock_id)
  if (!stock || (stock.left !== null && stock.left < quantity)) return {}
  return { gifts: [{ stock_id, quantity, worth: stock.price * quantity }] }
}

/** Evaluation functions of the action types of this plugin. Pure: equal input gives equal output. */
export const ownActions = {
  percent_order: { phase: 'order', take: percentOrder },
  amount_order: { phase: 'order', take: amountOrder },
  percent_lines: { phase: 'lines', take: percentLines },
  amount_lines: { phase: 'lines', take: amountLines },
  fixed_price: { phase: 'lines', take: fixedPrice },
  buy_get: { phase: 'lines', take: buyGet },
  bundle_price: { phase: 'lines', take: bundle },
  free_shipping: { phase: 'shipping', take: freeShipping },
  gift: { phase: 'gifts', take: gift },
} satisfies Record<string, ActionEvaluator>

import { multiply, roundAmount, splitByWeight } from 'stoa/money'
import { type Choice, selectLines } from './choose-lines.ts'
import type { ActionOf, Facts, Deduction, RemainingAmounts } from './types.ts'

/** Cents of the base currency in that of the sale, half up to what it has. */
export const inCurrency = (cents: number, { currency: { code, rate } }: Pick<Facts, 'currency'>): number =>
  roundAmount(rate === '1' ? cents : multiply(cents, rate), code)

/** A share of a hundred of an amount, half up. */
const getPercent = (amount: number, percent: string) => multiply(amount, (Number(percent) / 100).toFixed(4))

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

/** The values of pieces, with amounts in cents of the base currency. */
interface Percent {
  percent: string
  most: number | null
}
interface Amount {
  amount: number
}
type On<V> = V & Choice

/** An amount off some of the lines, by what is left of each; never more than that. */
function spread(amount: number, places: readonly number[], { lines }: RemainingAmounts): number[] {
  const left = places.map((i) => lines[i] ?? 0)
  const shares = lines.map(() => 0)
  const parts = splitByWeight(Math.min(amount, sum(left)), left)
  for (const [n, i] of places.entries()) shares[i] = parts[n] ?? 0
  return shares
}

/** No more than `most` of it, where there is a most. */
const capped = (amount: number, most: number | null, facts: Facts) => (most === null ? amount : Math.min(amount, inCurrency(most, facts)))

const everyPlace = ({ lines }: RemainingAmounts) => lines.map((_, i) => i)

/** What one unit of a line costs by now, each of them: the odd cents come first. */
function getUnits(place: number, rest: RemainingAmounts, facts: Facts): { place: number; price: number }[] {
  const quantity = facts.lines[place]?.quantity ?? 0
  const left = rest.lines[place] ?? 0
  const low = Math.floor(left / Math.max(1, quantity))
  const odd = left - low * quantity
  return Array.from({ length: quantity }, (_, n) => ({ place, price: n < odd ? low + 1 : low }))
}

/** Units of the chosen lines, dearest first; of the same price, in order of lines. */
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

/** Each line is rounded by itself; a most is divided over them. */
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

/** Nobody pays more than before. */
const fixedPrice = ({ amount, ...choice }: On<Amount>, rest: RemainingAmounts, facts: Facts): Deduction =>
  eachUnit(choice, rest, facts, (price) => price - inCurrency(amount, facts))

/** Of so many that are bought, so many are cheaper: the cheapest of all of them. */
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

/** So many together for one price, the dearest first; what does not fill a set keeps its price. */
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

/** What can be given of a gift, as it was read before. */
export interface GiftFacts {
  /** By stock: what one costs in the sale's currency, and how many there are beside what is bought; null for any number. */
  stocks: ReadonlyMap<number, { price: number; left: number | null }>
}

/** Given whole or not at all. */
function gift({ stock_id, quantity }: { stock_id: number; quantity: number }, _: RemainingAmounts, facts: Facts): Deduction {
  const stock = (facts.known['gift'] as GiftFacts | undefined)?.stocks.get(stock_id)
  if (!stock || (stock.left !== null && stock.left < quantity)) return {}
  return { gifts: [{ stock_id, quantity, worth: stock.price * quantity }] }
}

/** What the actions of this plugin take off. Pure: the same question has the same answer. */
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
} satisfies Record<string, ActionOf>

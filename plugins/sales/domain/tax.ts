import { isPayable, smallestAmount } from 'stoa/money'

/** A tax that a price includes. */
export interface TaxPart {
  /** Stable code of the tax, such as `GST`: at most 40 characters. */
  code: string
  /** Its label in the language of the sale: at most 60 characters. */
  label: string
  /** Per cent, with at most four decimals. */
  rate: number
  /** In minor units of the sale's currency. */
  amount: number
}

/** Taxes of lines, in line order, and of shipping. */
export interface TaxStatement {
  lines: readonly (readonly TaxPart[])[]
  shipping: readonly TaxPart[]
}

/** A tax function without taxes. */
export const noTaxes = ({ lines }: { lines: readonly number[] }): TaxStatement => ({ lines: lines.map(() => []), shipping: [] })

/** Rates are integers in ten-thousandths of a per cent. */
const RATE_UNITS = 10_000
const MAX_RATE = 1_000
const MAX_PARTS = 10
const MAX_CODE_LENGTH = 40
const MAX_LABEL_LENGTH = 60

/** `amount` times `part` by `whole`, rounded half up to an amount that can be paid in the currency. */
function proportion(amount: number, part: bigint, whole: bigint, currency: string): number {
  const step = BigInt(smallestAmount(currency))
  const divisor = whole * step
  return Number(((BigInt(amount) * part * 2n + divisor) / (divisor * 2n)) * step)
}

/**
 * The tax that an amount includes, in the same minor units, rounded half up to an amount that can be paid in the
 * currency. Where a price includes taxes at several rates, `allRates` is their sum.
 * @param rate per cent, such as 9 or 8.875
 */
export function includedTax(amount: number, rate: number, currency: string, allRates: number = rate): number {
  const units = (percent: number) => BigInt(Math.round(percent * RATE_UNITS))
  return proportion(amount, units(rate), units(100) + units(allRates), currency)
}

/**
 * The part of a tax that belongs to a part of its amount, such as the amount refunded so far. The full amount gives
 * the full tax, so several refunds add up exactly.
 */
export function getTaxOfPart(tax: number, amount: number, part: number, currency: string): number {
  if (part >= amount) return tax
  return part <= 0 ? 0 : Math.min(tax, proportion(tax, BigInt(part), BigInt(amount), currency))
}

/** A tax of an order, with its refunded part. */
export interface OrderTaxPart extends TaxPart {
  refunded: number
}

/** Merges parts with the same tax and rate, in order of first appearance. */
export function sumTaxes<P extends TaxPart & { refunded?: number }>(parts: readonly P[]): P[] {
  const sums = new Map<string, P>()
  for (const part of parts) {
    const key = JSON.stringify([part.code, part.label, part.rate])
    const { amount = 0, refunded = 0 } = sums.get(key) ?? {}
    sums.set(key, {
      ...part,
      amount: amount + part.amount,
      ...(part.refunded === undefined ? {} : { refunded: refunded + part.refunded }),
    })
  }
  return [...sums.values()]
}

const sumAmounts = (parts: readonly TaxPart[]): number => parts.reduce((sum, { amount }) => sum + amount, 0)

/** Sum of all taxes of a statement. */
export const totalTax = ({ lines, shipping }: TaxStatement): number => sumAmounts([...lines.flat(), ...shipping])

/** The same taxes without those that exceed their amount, as on a line that cash rounding reduced to almost nothing. */
export function fitTaxes({ lines, shipping }: TaxStatement, amounts: { lines: readonly number[]; shipping: number }): TaxStatement {
  const fit = (parts: readonly TaxPart[], most: number) => (sumAmounts(parts) > most ? [] : parts)
  return { lines: lines.map((parts, i) => fit(parts, amounts.lines[i] ?? 0)), shipping: fit(shipping, amounts.shipping) }
}

/**
 * A statement without parts of zero, checked against its amounts.
 * @throws TypeError with the part that does not fit and the reason
 */
export function checkTaxes(
  statement: TaxStatement,
  amounts: { lines: readonly number[]; shipping: number },
  currency: string,
): TaxStatement {
  const { lines, shipping } = (statement ?? {}) as Partial<TaxStatement>
  if (!Array.isArray(lines) || lines.length !== amounts.lines.length)
    throw new TypeError(`taxes: expected those of ${amounts.lines.length} lines, in "lines"`)
  return {
    lines: amounts.lines.map((amount, i) => checkedParts(lines[i], amount, currency, `lines.${i}`)),
    shipping: checkedParts(shipping, amounts.shipping, currency, 'shipping'),
  }
}

function checkedParts(parts: unknown, most: number, currency: string, at: string): TaxPart[] {
  if (!Array.isArray(parts) || parts.length > MAX_PARTS) throw new TypeError(`taxes: ${at} is no list of at most ${MAX_PARTS} taxes`)
  const checked = parts.map((part: unknown) => checkedPart(part, currency, at))
  if (sumAmounts(checked) > most) throw new TypeError(`taxes: ${at} includes more tax than it comes to`)
  return checked.filter(({ amount }) => amount > 0)
}

function checkedPart(part: unknown, currency: string, at: string): TaxPart {
  const { code, label, rate, amount } = (part ?? {}) as Record<string, unknown>
  if (!isShort(code, MAX_CODE_LENGTH)) throw new TypeError(`taxes: a code of ${at} is no text of 1 to ${MAX_CODE_LENGTH} characters`)
  if (!isShort(label, MAX_LABEL_LENGTH)) throw new TypeError(`taxes: a label of ${at} is no text of 1 to ${MAX_LABEL_LENGTH} characters`)
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= MAX_RATE))
    throw new TypeError(`taxes: the rate of "${code}" of ${at} is no per cent`)
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 0 || !isPayable(amount, currency))
    throw new TypeError(`taxes: ${String(amount)} is no amount of "${code}" of ${at} in minor units of ${currency}`)
  return { code, label, rate: Number(rate.toFixed(4)), amount }
}

const isShort = (value: unknown, most: number): value is string => typeof value === 'string' && value.trim() !== '' && value.length <= most

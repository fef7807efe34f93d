import type { Ctx, Tx } from 'stoa'
import { DIRECTORY } from 'stoa/plugins/people'
import type { PickupPlace } from 'stoa/plugins/shipping'
import { type TaxPart, totalTax } from '../../domain/tax.ts'
import type { Applied } from './adjustment-providers.ts'
import type { Address } from './checkout-input.ts'
import type { Choices } from './choice-names.ts'
import type { PricedLine, PricedSale } from './priced.ts'

/** Who buys, as far as they said. */
export interface Buyer {
  email: string | null
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

/** Somebody who said nothing of themselves. */
export const NO_BUYER: Buyer = { email: null, first_name: '', last_name: '', country_code: null, phone: null }

/** A line as it is sold. */
export interface SoldLine extends PricedLine {
  /** What its units come to, after all that is taken off. */
  total: number
  /** Taxes included in that. */
  taxes: readonly TaxPart[]
}

/** What is said of a sale beside its price; each way to sell says what differs from a sale nobody said anything of. */
export interface SaleTerms {
  status: 'pending' | 'draft'
  source: 'store' | 'admin' | 'pos' | 'redeem'
  customer: number | null
  person: number | null
  seller: number | null
  buyer: Buyer
  language: string
  shippingMethod: { id: number | null; title: string }
  payment: { code: string; title: string }
  shippingAddress: Address | null
  billingAddress: Address | null
  pickup: PickupPlace | null
  note: string
  choices: Choices
  /** Mark of the network it comes from; null where nobody counts. */
  from: string | null
  /** Minutes for which its goods are held; null until it is placed. */
  holdMinutes: number | null
  /** The total in the base currency; worked out by the rate when null. */
  baseTotal: number | null
  /** All of its money is booked in the same transaction. */
  isPaid: boolean
  /** All of its goods leave in the same transaction. */
  isHandedOver: boolean
}

/** A sale as it is written, whichever way it came about. Amounts in minor units of its currency. */
export interface Sale extends SaleTerms, Pick<PricedSale, 'currency' | 'subtotal' | 'discount' | 'shipping' | 'total'> {
  lines: readonly SoldLine[]
  applied: readonly Applied[]
  /** Taxes included in what sending comes to. */
  shippingTaxes: readonly TaxPart[]
  /** All that its taxes come to. */
  tax: number
}

/** A priced sale as it is written, with what differs from one of the store that nobody said anything of. */
export function createSale(ctx: Ctx, priced: PricedSale, terms: Partial<SaleTerms>): Sale {
  const { currency, subtotal, discount, shipping, total } = priced
  return {
    status: 'pending',
    source: 'store',
    customer: null,
    person: null,
    seller: null,
    buyer: NO_BUYER,
    language: ctx.language,
    shippingMethod: { id: null, title: '' },
    payment: { code: '', title: '' },
    shippingAddress: null,
    billingAddress: null,
    pickup: null,
    note: '',
    choices: {},
    from: null,
    holdMinutes: null,
    baseTotal: null,
    isPaid: false,
    isHandedOver: false,
    ...terms,
    currency,
    subtotal,
    discount,
    shipping,
    total,
    lines: soldLines(priced),
    applied: priced.adjusted.applied,
    shippingTaxes: priced.taxes.shipping,
    tax: totalTax(priced.taxes),
  }
}

/** Priced lines as they are sold; what is given along comes to nothing. */
export const soldLines = ({ lines, adjusted, taxes }: PricedSale): SoldLine[] =>
  lines.map((line, i) => ({ ...line, total: adjusted.lines[i] ?? 0, taxes: taxes.lines[i] ?? [] }))

/** The person behind a buyer; null for one who left no address. */
export const toBuyer = async (tx: Tx, ctx: Ctx, { email, ...buyer }: Buyer): Promise<number | null> =>
  email ? ctx.kernel.get(DIRECTORY).remember(tx, { ...buyer, email }) : null

/** The account of the member of staff who sells; null for anybody else. */
export const getSeller = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

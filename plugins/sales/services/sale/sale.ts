import type { Ctx, Tx } from 'stoa'
import { DIRECTORY } from 'stoa/plugins/people'
import type { PickupPlace } from 'stoa/plugins/shipping'
import { type TaxPart, totalTax } from '../../domain/tax.ts'
import type { Applied } from './adjustment-providers.ts'
import type { Address } from './checkout-input.ts'
import type { Choices } from './choice-names.ts'
import type { PricedLine, PricedSale } from './priced.ts'

/** Data of the buyer, as far as given. */
export interface Buyer {
  email: string | null
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

/** An anonymous buyer. */
export const NO_BUYER: Buyer = { email: null, first_name: '', last_name: '', country_code: null, phone: null }

/** A sold line. */
export interface SoldLine extends PricedLine {
  /** Amount of its units after all adjustments. */
  total: number
  /** Taxes included in that amount. */
  taxes: readonly TaxPart[]
}

/** Properties of a sale beside its price. Each sales channel sets those that differ from the defaults. */
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
  /** The store that sells; null without one. */
  store: number | null
  note: string
  choices: Choices
  /** Hash of the network it comes from; null without limits. */
  networkHash: string | null
  /** Minutes for which its stock is reserved; null until it is placed. */
  holdMinutes: number | null
  /** Total in the base currency; computed from the exchange rate if null. */
  baseTotal: number | null
  /** It is fully paid in the same transaction. */
  isPaid: boolean
  /** All of it is handed over in the same transaction. */
  isHandedOver: boolean
}

/** A sale to be written, from any channel. Amounts in minor units of its currency. */
export interface Sale extends SaleTerms, Pick<PricedSale, 'currency' | 'subtotal' | 'discount' | 'shipping' | 'total'> {
  lines: readonly SoldLine[]
  applied: readonly Applied[]
  /** Taxes included in the shipping amount. */
  shippingTaxes: readonly TaxPart[]
  /** Sum of its taxes. */
  tax: number
}

/** A priced sale to be written. `terms` are the differences from an anonymous sale of the store. */
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
    store: null,
    note: '',
    choices: {},
    networkHash: null,
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

/** Sold lines of a priced sale; free items have a total of zero. */
export const soldLines = ({ lines, adjusted, taxes }: PricedSale): SoldLine[] =>
  lines.map((line, i) => ({ ...line, total: adjusted.lines[i] ?? 0, taxes: taxes.lines[i] ?? [] }))

/** The person record of a buyer; null without an e-mail address. */
export const findOrCreatePerson = async (tx: Tx, ctx: Ctx, { email, ...buyer }: Buyer): Promise<number | null> =>
  email ? ctx.kernel.get(DIRECTORY).findOrCreatePerson(tx, { ...buyer, email }) : null

/** Account of the member of staff who sells; null for anybody else. */
export const getSeller = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

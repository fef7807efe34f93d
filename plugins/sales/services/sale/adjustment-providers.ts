import { type Ctx, type Db, AppError, type Fields, extensionPoint, roundAmount, roundParts, type Tx } from 'stoa'
import { type Choices, renameToDiscountInput, type DiscountInputName, type DiscountInputs } from './choice-names.ts'
import type { SaleCurrency } from './currency.ts'
import type { SaleLine } from './lines.ts'

/** Sales channels: shop, point of sale, admin, booking. */
export const channels = ['store', 'pos', 'admin', 'booking'] as const
export type Channel = (typeof channels)[number]

/** Context of a price calculation. */
export interface Pricing {
  customer: number | null
  /** The buyer, once known; not needed for a signed-in customer. */
  buyer?: { email: string; phone: string | null } | null
  currency: SaleCurrency
  /** Sales channel; the shop if absent. */
  channel?: Channel
  /** Store of a sale at the point of sale. */
  store?: number | null
  /** Shipping destination, as far as known; null or absent if nothing is shipped. */
  destination?: { country: string; area: string } | null
  /** Codes of the shipping and payment method, as far as chosen. */
  shippingMethod?: string | null
  payment?: string | null
  /** Input of the buyer that is passed to the choices of adjustment providers; errors use these names. */
  discountInputs?: DiscountInputs
  /** With `unit` in minor units of the currency. */
  lines: readonly (SaleLine & { unit: number })[]
}

/** A line while its price is calculated. Amounts in minor units of the sale's currency. */
interface Priced {
  unit: number
  quantity: number
  /** False for an agreed price: only manual adjustments and those the buyer entered or chose apply. True if absent. */
  discountable?: boolean
}

/** Adjustments made by staff. */
const MANUAL_KINDS: ReadonlySet<string> = new Set(['manual', 'rounding'])

/** A reduction of a sale, with its label. */
export interface Adjustment {
  label: string
  /** The code the buyer entered for it. */
  code?: string
  /** Id of the row that caused it, such as a promotion. */
  source_id?: number
  /** Amount off each line, in line order; at most the remaining amount of the line. */
  shares?: readonly number[]
  /** Amount off shipping. */
  shipping?: number
  /** Free items. */
  gifts?: readonly Gift[]
  /** The adjustment is kept even with an amount of zero, because something else is paid for it. */
  keepIfZero?: boolean
  /** A message to the buyer, such as the amount missing for a promotion. It has no effect on the price. */
  hint?: string
}

/** A free item of a sale with the reason. The provider that gives it reads its line. */
export interface Gift {
  line: SaleLine
  label: string
}

/** An applied adjustment, with the name of its provider. */
export interface Applied extends Required<Pick<Adjustment, 'label' | 'shares' | 'shipping'>> {
  kind: string
  code: string | null
  source_id: number | null
}

/** Total amount of an adjustment, for lines and shipping. */
export const getAmount = ({ shares, shipping }: Pick<Applied, 'shares' | 'shipping'>): number =>
  shares.reduce((sum, share) => sum + share, shipping)

/** Amounts that remain after the earlier adjustments. */
export interface RemainingAmounts {
  /** Remaining amount of each line, for all its units. */
  lines: readonly number[]
  shipping: number
}

export interface AdjustmentResult extends RemainingAmounts {
  applied: Applied[]
  gifts: Gift[]
  hints: string[]
}

/** An order whose adjustments are used or returned. */
export interface AdjustedOrder {
  id: number
  customer_id: number | null
  person_id: number | null
  email: string
  phone: string | null
  status: string
  /** The order was fully paid at some time, whatever happened later. */
  paid: boolean
  /** Exchange rate from its currency to the base currency. */
  rate: string
}

/** Called for a choice that does not apply. With `code`, the choice is one of the codes, which another provider may accept. */
export type RejectChoice = (error: AppError, code?: string) => void

/**
 * Reduces the price of sales, such as a promotion, a code or points. Each provider sees what the earlier ones left.
 * Register one with its order: `contribute(ADJUSTMENT_PROVIDERS, 'early-bird', earlyBird, { order: 20 })`.
 */
export interface AdjustmentProvider {
  /** Input fields of its choice; none if absent. `prepare` gets the validated values. */
  choice?: Fields
  /** Sale input it reads, each with the field of its choice that holds it. */
  reads?: Partial<Record<DiscountInputName, string>>
  /**
   * Reads its data and returns a pure function of the remaining amounts, which may be called more than once. `choice`
   * is undefined without a choice. Inside a transaction, `db` is that transaction. Parts of the choice that do not
   * apply are passed to `refuse`, which throws if the caller cannot continue. An AppError skips the whole provider.
   * @throws AppError INVALID by field of the choice, if it does not apply
   */
  prepare(
    ctx: Ctx,
    sale: Pricing,
    choice: unknown,
    db: Db,
    refuse: RejectChoice,
  ): Promise<(left: RemainingAmounts) => readonly Adjustment[]>
  /**
   * Reports how much an order was reduced and how much of that is returned, in the transaction that changes the
   * order. On placement all of it is used; on cancellation all of it is returned. It receives sums, so that repeated
   * calls change nothing. `returnedAmount` decreases when a canceled order is reopened, and the returned part is used again. A
   * provider that only gives free items gets sums of zero and reads the state from `order`.
   * @throws AppError if not enough is left
   */
  recordUsage?(tx: Tx, ctx: Ctx, order: AdjustedOrder, sums: AdjustmentUsage): Promise<unknown>
}

/** Sums of one provider's adjustments on an order. Amounts in minor units of its currency. */
export interface AdjustmentUsage {
  applied: readonly { code: string | null; source_id: number | null; amount: number }[]
  appliedAmount: number
  returnedAmount: number
}

/** Adjustment providers, in order. */
export const ADJUSTMENT_PROVIDERS = extensionPoint<AdjustmentProvider>('sales/adjusters', {
  description: 'price adjustments of sales, in order',
})

/**
 * The adjustments of each provider, from the data it prepared. `refused` is called for choices that no longer apply,
 * which then reduce nothing; without it they are thrown. A code is rejected if every provider that reads codes
 * rejects it.
 * @throws AppError INVALID below `choices.<name>`, or by the name of the sale input
 */
export async function createAdjustmentSteps(
  ctx: Ctx,
  sale: Pricing,
  choices: Choices,
  db: Db,
  refused: (error: AppError) => void = throwError,
) {
  const providers = [...ctx.kernel.contributions(ADJUSTMENT_PROVIDERS)]
  const codeReaders = providers.filter(([, { reads }]) => reads?.codes).length
  const refusals = new Map<string, Set<string>>()
  const isRefusedByAll = (code: string, kind: string): boolean => {
    const kinds = (refusals.get(code) ?? new Set()).add(kind)
    refusals.set(code, kinds)
    return kinds.size === codeReaders
  }
  return Promise.all(
    providers.map(async ([kind, provider]) => {
      const refuse: RejectChoice = (error, code) => {
        if (code === undefined || isRefusedByAll(code, kind))
          refused(renameToDiscountInput(provider, sale.discountInputs, `choices.${kind}`, error))
      }
      const adjust = await provider.prepare(ctx, sale, choices[kind], db, refuse).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        refuse(error)
        return () => []
      })
      return { kind, adjust }
    }),
  )
}

const throwError = (error: AppError): never => {
  throw error
}

type Steps = readonly { kind: string; adjust: (left: RemainingAmounts) => readonly Adjustment[] }[]

/**
 * Applies adjustments one after the other, in amounts payable in the currency. An adjustment is capped at the
 * remaining amount and is never negative. Adjustments of zero are left out, unless `keepIfZero` is set.
 */
export const applyAdjustments = (lines: readonly Priced[], shipping: number, steps: Steps, currency: string): AdjustmentResult =>
  applyFurtherAdjustments(
    { lines: lines.map((l) => l.unit * l.quantity), shipping, applied: [], gifts: [], hints: [] },
    lines,
    steps,
    currency,
  )

/** The same, starting from amounts that earlier adjustments left. */
export function applyFurtherAdjustments(
  before: AdjustmentResult,
  lines: readonly Priced[],
  steps: Steps,
  currency: string,
): AdjustmentResult {
  let left: RemainingAmounts = { lines: before.lines, shipping: before.shipping }
  const applied = [...before.applied]
  const gifts = [...before.gifts]
  const hints = [...before.hints]
  for (const { kind, adjust } of steps)
    for (const { label, code = null, source_id = null, hint, keepIfZero = false, gifts: addedGifts = [], ...off } of adjust(left)) {
      if (hint !== undefined) hints.push(hint)
      const isAutomatic = code === null && !MANUAL_KINDS.has(kind)
      const shares = roundParts(
        left.lines.map((max, i) => (isAutomatic && lines[i]?.discountable === false ? 0 : clampAmount(off.shares?.[i] ?? 0, max))),
        currency,
      )
      const shippingShare = roundAmount(clampAmount(off.shipping ?? 0, left.shipping), currency)
      if (shippingShare === 0 && shares.every((share) => share === 0) && addedGifts.length === 0 && !keepIfZero) continue
      gifts.push(...addedGifts)
      applied.push({ kind, label, code, source_id, shares, shipping: shippingShare })
      left = { lines: left.lines.map((remaining, i) => remaining - (shares[i] ?? 0)), shipping: left.shipping - shippingShare }
    }
  return { ...left, applied, gifts, hints }
}

const clampAmount = (amount: number, max: number) => Math.max(0, Math.min(Math.trunc(amount), max))

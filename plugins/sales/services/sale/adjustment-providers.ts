import { type Ctx, type Db, AppError, type Fields, extensionPoint, roundAmount, roundParts, type Tx } from 'stoa'
import { type Choices, namedByWord, type SaleWord, type SaleWords } from './choice-names.ts'
import type { SaleCurrency } from './currency.ts'
import type { SaleLine } from './lines.ts'

/** Where things are sold: in the shop, over a counter, at the desk, as a booking. */
export const channels = ['store', 'pos', 'admin', 'booking'] as const
export type Channel = (typeof channels)[number]

/** What a price is found for. */
export interface Pricing {
  customer: number | null
  /** Who buys, once they told it; a customer need not. */
  buyer?: { email: string; phone: string | null } | null
  currency: SaleCurrency
  /** Where it is sold; in the shop when absent. */
  channel?: Channel
  /** The place it is sold at over a counter. */
  store?: number | null
  /** Where it is sent, as far as that is known; null or absent for what is not sent. */
  destination?: { country: string; area: string } | null
  /** How it is sent and paid, by code, as far as it is chosen. */
  way?: string | null
  payment?: string | null
  /** What the buyer says beside what is chosen for one of those that take something off; refusals name it as it is called here. */
  words?: SaleWords
  /** With `unit` in minor units of the currency. */
  lines: readonly (SaleLine & { unit: number })[]
}

/** A line whose price is being found. Amounts in minor units of the sale's currency. */
interface Priced {
  unit: number
  quantity: number
  /** False for a price that was agreed: nothing is taken off it but by hand, or by what somebody typed or chose. True when absent. */
  discountable?: boolean
}

/** Adjustments staff make themselves. */
const BY_HAND: ReadonlySet<string> = new Set(['manual', 'rounding'])

/** Something that is taken off a sale, with the words people read for it. */
export interface Adjustment {
  label: string
  /** What was typed for it. */
  code?: string
  /** Row of the one who takes it off. */
  source_id?: number
  /** Off each line, in the order of lines; at most what is left of it. */
  shares?: readonly number[]
  /** Off what sending costs. */
  shipping?: number
  /** Lines that are given along, at no price. */
  gifts?: readonly Gift[]
  /** It stands though it takes nothing off: something else is paid for it. */
  stands?: boolean
  /** A word to the buyer, such as what is missing for it. Alone it takes nothing off. */
  hint?: string
}

/** Something that is given along with a sale, for a reason; its line is read by whoever gives it. */
export interface Gift {
  line: SaleLine
  label: string
}

/** One that was applied, by the name of who took it off. */
export interface Applied extends Required<Pick<Adjustment, 'label' | 'shares' | 'shipping'>> {
  kind: string
  code: string | null
  source_id: number | null
}

/** All that one takes off, of lines and of sending. */
export const getAmount = ({ shares, shipping }: Pick<Applied, 'shares' | 'shipping'>): number =>
  shares.reduce((sum, share) => sum + share, shipping)

/** What is left of a sale after those before. */
export interface RemainingAmounts {
  /** Of each line, all its units together. */
  lines: readonly number[]
  shipping: number
}

export interface AdjustmentResult extends RemainingAmounts {
  applied: Applied[]
  gifts: Gift[]
  hints: string[]
}

/** An order whose adjustments are taken or given back. */
export interface AdjustedOrder {
  id: number
  customer_id: number | null
  person_id: number | null
  email: string
  phone: string | null
  status: string
  /** Money for it came in once, whatever became of it. */
  paid: boolean
  /** Of its currency to the base currency. */
  rate: string
}

/** Hears that something that was chosen does not hold; `code`: that it is one of the codes, which another reader of codes may know. */
export type RejectChoice = (error: AppError, code?: string) => void

/**
 * Takes something off the price of sales: a promotion, a code, points. Each sees what those before it left. A new one is offered with
 * its place among them: `offers: [offer(ADJUSTERS, 'early-bird', earlyBird, { order: 20 })]`.
 */
export interface AdjustmentProvider {
  /** What may be chosen for it; nothing when absent. It comes checked to `prepare`. */
  choice?: Fields
  /** Words of a sale it reads, each with the field of its choice that holds it. */
  reads?: Partial<Record<SaleWord, string>>
  /**
   * Reads what has to be known and answers what is taken off: a function of what is left and nothing else, for it may be asked more
   * than once. `choice` is what was chosen for it, undefined without. Inside a transaction `db` is that. What of the choice does not
   * hold is told to `refuse`, which throws where nothing less will do; what is thrown by itself takes the whole adjuster out.
   * @throws Failed INVALID by field of the choice, when it does not hold
   */
  prepare(
    ctx: Ctx,
    sale: Pricing,
    choice: unknown,
    db: Db,
    refuse: RejectChoice,
  ): Promise<(left: RemainingAmounts) => readonly Adjustment[]>
  /**
   * Says what an order took off and how much of it is given back by now, in the transaction that changes it: when it is placed, nothing
   * is back and all of it is used up; once it is canceled, all of it is back. Sums are told, so that hearing them twice changes nothing;
   * `back` falls when an order that was given up comes back, and what was given back is used up once more.
   * What only gives something along takes nothing off: its sums are zero, and `order` says what became of it.
   * @throws Failed when there is not so much any more
   */
  settle?(tx: Tx, ctx: Ctx, order: AdjustedOrder, sums: Sums): Promise<unknown>
}

/** What one of those who take something off took off an order. Amounts in minor units of its currency. */
export interface Sums {
  applied: readonly { code: string | null; source_id: number | null; amount: number }[]
  taken: number
  back: number
}

/** Those who take something off prices, in their order. */
export const ADJUSTMENT_PROVIDERS = extensionPoint<AdjustmentProvider>('sales/adjusters', {
  description: 'what takes something off the price of sales, in order',
})

/**
 * What each takes off a sale, once it is known what must be. `refused` hears of choices that do not hold any more, which then take
 * nothing off; without it they are thrown. A code is refused where all refuse it that read codes.
 * @throws Failed INVALID, named below `choices.<name>`, or by the word of the sale
 */
export async function createSteps(ctx: Ctx, sale: Pricing, choices: Choices, db: Db, refused: (error: AppError) => void = raise) {
  const providers = [...ctx.kernel.contributions(ADJUSTMENT_PROVIDERS)]
  const readers = providers.filter(([, { reads }]) => reads?.codes).length
  const refusals = new Map<string, Set<string>>()
  const isRefusedByAll = (code: string, kind: string): boolean => {
    const kinds = (refusals.get(code) ?? new Set()).add(kind)
    refusals.set(code, kinds)
    return kinds.size === readers
  }
  return Promise.all(
    providers.map(async ([kind, adjuster]) => {
      const refuse: RejectChoice = (error, code) => {
        if (code === undefined || isRefusedByAll(code, kind)) refused(namedByWord(adjuster, sale.words, `choices.${kind}`, error))
      }
      const adjust = await adjuster.prepare(ctx, sale, choices[kind], db, refuse).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        refuse(error)
        return () => []
      })
      return { kind, adjust }
    }),
  )
}

const raise = (error: AppError): never => {
  throw error
}

type Steps = readonly { kind: string; adjust: (left: RemainingAmounts) => readonly Adjustment[] }[]

/**
 * Takes adjustments off one after the other, in amounts that can be paid in the currency; none takes more than is left, nor less than
 * nothing. What takes nothing off is left out, unless it stands.
 */
export const applyAdjustments = (lines: readonly Priced[], shipping: number, steps: Steps, currency: string): AdjustmentResult =>
  applyFurtherAdjustments(
    { lines: lines.map((l) => l.unit * l.quantity), shipping, applied: [], gifts: [], hints: [] },
    lines,
    steps,
    currency,
  )

/** The same from where others left it. */
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
    for (const { label, code = null, source_id = null, hint, stands = false, gifts: given = [], ...off } of adjust(left)) {
      if (hint !== undefined) hints.push(hint)
      const spares = code === null && !BY_HAND.has(kind)
      const shares = roundParts(
        left.lines.map((most, i) => (spares && lines[i]?.discountable === false ? 0 : within(off.shares?.[i] ?? 0, most))),
        currency,
      )
      const sent = roundAmount(within(off.shipping ?? 0, left.shipping), currency)
      if (sent === 0 && shares.every((share) => share === 0) && given.length === 0 && !stands) continue
      gifts.push(...given)
      applied.push({ kind, label, code, source_id, shares, shipping: sent })
      left = { lines: left.lines.map((most, i) => most - (shares[i] ?? 0)), shipping: left.shipping - sent }
    }
  return { ...left, applied, gifts, hints }
}

const within = (amount: number, most: number) => Math.max(0, Math.min(Math.trunc(amount), most))

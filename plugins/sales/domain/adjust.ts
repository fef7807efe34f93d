import type { SaleLine } from '../services/sale/lines.ts'

/** A line whose price is being found. Amounts in minor units of the sale's currency. */
export interface Priced {
  unit: number
  quantity: number
}

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
export const amountOf = ({ shares, shipping }: Pick<Applied, 'shares' | 'shipping'>): number =>
  shares.reduce((sum, share) => sum + share, shipping)

/** What is left of a sale after those before. */
export interface Left {
  /** Of each line, all its units together. */
  lines: readonly number[]
  shipping: number
}

export interface Adjusted extends Left {
  applied: Applied[]
  gifts: Gift[]
  hints: string[]
}

/** Takes adjustments off one after the other; none takes more than is left, nor less than nothing. What takes nothing off is left out, unless it stands. */
export function adjusted(
  lines: readonly Priced[],
  shipping: number,
  steps: readonly { kind: string; adjust: (left: Left) => readonly Adjustment[] }[],
): Adjusted {
  let left: Left = { lines: lines.map((l) => l.unit * l.quantity), shipping }
  const applied: Applied[] = []
  const gifts: Gift[] = []
  const hints: string[] = []
  for (const { kind, adjust } of steps)
    for (const { label, code = null, source_id = null, hint, stands = false, gifts: given = [], ...off } of adjust(left)) {
      if (hint !== undefined) hints.push(hint)
      const shares = left.lines.map((most, i) => within(off.shares?.[i] ?? 0, most))
      const sent = within(off.shipping ?? 0, left.shipping)
      if (sent === 0 && shares.every((share) => share === 0) && given.length === 0 && !stands) continue
      gifts.push(...given)
      applied.push({ kind, label, code, source_id, shares, shipping: sent })
      left = { lines: left.lines.map((most, i) => most - (shares[i] ?? 0)), shipping: left.shipping - sent }
    }
  return { ...left, applied, gifts, hints }
}

const within = (amount: number, most: number) => Math.max(0, Math.min(Math.trunc(amount), most))

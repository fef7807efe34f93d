import { parseMoney } from 'stoa/money'
import { toHundredths } from '../domain/amounts.ts'
import type { Method, Tier } from '../domain/types.ts'

/** A tier as the form holds it, perhaps incomplete. */
export interface TierInput {
  amount_from?: string | null
  amount_to?: string | null
  percent?: string | null
}

/** The rule of a group as the API takes it. */
export interface GroupRule {
  method: Method
  fixed_percent: string
  tiers: { amount_from: string; amount_to: string | null; percent: string }[]
}

const isBlank = (text: string | null | undefined): boolean => text === null || text === undefined || text.trim() === ''

/** Tiers of the form in minor units, by amount; undefined while one of them is incomplete. */
export function parseTiers(rows: readonly TierInput[]): Tier[] | undefined {
  try {
    return rows
      .map(({ amount_from, amount_to, percent }) => {
        toHundredths(percent ?? '')
        return { from: parseMoney(amount_from ?? ''), to: isBlank(amount_to) ? null : parseMoney(amount_to ?? ''), percent: percent ?? '' }
      })
      .toSorted((one, two) => one.from - two.from)
  } catch {
    return undefined
  }
}

/** The rule in the form, without rows that are blank. */
export const toRule = (method: Method, fixedPercent: string | null | undefined, rows: readonly TierInput[]): GroupRule => ({
  method,
  fixed_percent: isBlank(fixedPercent) ? '0' : (fixedPercent ?? '0'),
  tiers: rows
    .filter(({ amount_from, percent }) => !isBlank(amount_from) || !isBlank(percent))
    .map(({ amount_from, amount_to, percent }) => ({
      amount_from: amount_from ?? '',
      amount_to: isBlank(amount_to) ? null : (amount_to ?? null),
      percent: percent ?? '',
    })),
})

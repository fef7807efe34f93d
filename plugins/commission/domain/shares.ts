import { splitAmount } from 'stoa/money'
import { toHundredths } from './amounts.ts'

/** Whether percentages add up to exactly 100. */
export const isComplete = (percents: readonly string[]): boolean =>
  percents.reduce((sum, percent) => sum + toHundredths(percent), 0) === 100_00

/** Splits a base by percentages that total 100. The parts add up to the base exactly, by the largest remainders; ties in order. */
export const splitShares = (base: number, percents: readonly string[], currency: string): number[] =>
  splitAmount(base, percents.map(toHundredths), currency)

import { type Kernel, parseMoney, smallestAmount } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { posRules } from '../settings.ts'

/**
 * What cash is rounded to where it is not the smallest amount of a currency, in minor units: the smallest coin in use, by the central banks
 * and mints of these currencies.
 */
const SMALLEST_COINS: ReadonlyMap<string, number> = new Map([
  ...'AUD CAD CHF MYR SGD'.split(' ').map((code) => [code, 5] as const),
  ...'HKD ILS MOP NZD ZAR'.split(' ').map((code) => [code, 10] as const),
  ['DKK', 50],
  ...'CZK NOK SEK TWD'.split(' ').map((code) => [code, 100] as const),
  ['HUF', 500],
  ['KRW', 1_000],
])

/** What cash is rounded to at the counters, in minor units: what the settings say, or else the smallest coin of the base currency. */
export function getSmallestCoin(kernel: Pick<Kernel, 'settings'>): number {
  const { coin } = kernel.settings.of(posRules)
  const code = baseCurrency(kernel)
  const chosen = coin === 'currency' ? (SMALLEST_COINS.get(code) ?? 1) : parseMoney(coin)
  return Math.max(chosen, smallestAmount(code))
}

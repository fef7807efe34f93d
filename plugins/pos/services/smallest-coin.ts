import { type Kernel, parseMoney, smallestAmount } from 'stoa'
import { baseCurrency } from 'stoa/plugins/currency'
import { posRules } from '../settings.ts'

/** Smallest coin in circulation, in minor units, if it exceeds the smallest unit of the currency; by the central banks and mints. */
const SMALLEST_COINS: ReadonlyMap<string, number> = new Map([
  ...'AUD CAD CHF MYR SGD'.split(' ').map((code) => [code, 5] as const),
  ...'HKD ILS MOP NZD ZAR'.split(' ').map((code) => [code, 10] as const),
  ['DKK', 50],
  ...'CZK NOK SEK TWD'.split(' ').map((code) => [code, 100] as const),
  ['HUF', 500],
  ['KRW', 1_000],
])

/** Cash rounding unit in minor units: the configured one, or else the smallest coin of the base currency. */
export function getSmallestCoin(kernel: Pick<Kernel, 'settings'>): number {
  const { coin } = kernel.settings.of(posRules)
  const code = baseCurrency(kernel)
  const chosen = coin === 'currency' ? (SMALLEST_COINS.get(code) ?? 1) : parseMoney(coin)
  return Math.max(chosen, smallestAmount(code))
}

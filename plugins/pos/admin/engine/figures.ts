import { moneyText, useSession } from 'stoa/admin'
import { formatMoney, dropDecimals } from 'stoa/money'

/** An amount, in cents or as the wire has it, as people read and type it: with the decimals the currency has. */
export const figureText = (amount: number | string, currency: string): string =>
  moneyText(dropDecimals(typeof amount === 'number' ? formatMoney(amount) : amount, currency))

/** `figureText` in the currency of the counters. */
export function useFigures(): (amount: number | string) => string {
  const { currency } = useSession().manifest.site
  return (amount) => figureText(amount, currency)
}

import { moneyText, useSession } from 'stoa/admin'
import { formatMoney, dropDecimals } from 'stoa/money'

/** A formatted amount, from minor units or a decimal string, with the currency's decimals. */
export const figureText = (amount: number | string, currency: string): string =>
  moneyText(dropDecimals(typeof amount === 'number' ? formatMoney(amount) : amount, currency))

/** `figureText` in the base currency. */
export function useFigures(): (amount: number | string) => string {
  const { currency } = useSession().manifest.site
  return (amount) => figureText(amount, currency)
}

import { atom, useAtomValue } from 'jotai'
import { createContext, useContext, useMemo } from 'react'
import type { Shop, Translate } from './types.ts'
import { findCurrency, formatMoney } from './money.ts'
import type { Currency } from './money.ts'

const ShopContext = createContext<Shop | null>(null)

export const ShopProvider = ShopContext.Provider

/** The shop as the current visitor sees it. */
export const useShop = (): Shop => {
  const shop = useContext(ShopContext)
  if (!shop) throw new Error('useShop is used outside the store shell')
  return shop
}

export const useT = (): Translate => useShop().t

/** Code of the currency chosen in this visit; null until the visitor changes it. */
export const chosenCurrencyAtom = atom<string | null>(null)

export const useCurrency = (): Currency => {
  const shop = useShop()
  const chosen = useAtomValue(chosenCurrencyAtom)
  return useMemo(() => findCurrency(shop.shell.settings, chosen ?? shop.currency), [shop, chosen])
}

/** Formats amounts in the chosen currency. Pass the currency of an amount that has its own. */
export const useMoney = (): ((amount: string, currency?: string) => string) => {
  const { settings } = useShop().shell
  const currency = useCurrency()
  return useMemo(() => (amount, currencyCode) => formatMoney(settings, currency, amount, currencyCode), [settings, currency])
}

/** URL of an uploaded file; undefined when there is none. */
export const fileUrl = (path: string | null | undefined): string | undefined =>
  path ? (/^(?:https?:|data:|\/)/.test(path) ? path : `/files/${path}`) : undefined

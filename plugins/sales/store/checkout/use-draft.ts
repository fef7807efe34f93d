import { useEffect, useState } from 'react'
import { useShop } from 'stoa/store'
import { emptyForm } from './form-state.ts'
import type { CheckoutForm } from './form-state.ts'

const KEY = 'checkout'

const stored = (): Partial<CheckoutForm> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<CheckoutForm>
  } catch {
    return {}
  }
}

/** Drops what was typed: the order is placed. */
export const forgetDraft = (): void => sessionStorage.removeItem(KEY)

/**
 * What a guest typed, kept over a reload for as long as the tab is open. Whoever is signed in has an address book, and
 * leaves nothing behind for the next person at the same screen.
 */
export const useDraft = () => {
  const { shell, bootstrap } = useShop()
  const { basic } = shell.settings
  const keeps = !bootstrap.signedIn
  const [form, setForm] = useState<CheckoutForm>(() => ({
    ...emptyForm(basic.default_country_code || '852', basic.supported_countries[0] ?? 'HKG'),
    ...(keeps ? stored() : {}),
  }))
  useEffect(() => {
    if (!keeps) return forgetDraft()
    try {
      sessionStorage.setItem(KEY, JSON.stringify(form))
    } catch {
      // A browser that keeps nothing still lets people buy.
    }
    return undefined
  }, [form, keeps])
  return [form, setForm] as const
}

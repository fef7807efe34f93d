import { useEffect, useState } from 'react'
import { useShop } from 'stoa/store'
import { type CheckoutForm, emptyForm } from './form-state.ts'

const KEY = 'checkout'

const stored = (): Partial<CheckoutForm> => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<CheckoutForm>
  } catch {
    return {}
  }
}

/** Deletes the stored form input once the order is placed. */
export const forgetDraft = (): void => sessionStorage.removeItem(KEY)

/**
 * Stores a guest's form input in session storage, so that it survives a reload. Signed-in customers have an address
 * book, and nothing is stored for the next person at the same screen.
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
      // Storage may be blocked; the checkout works without it.
    }
    return undefined
  }, [form, keeps])
  return [form, setForm] as const
}

import { useEffect, useState } from 'react'
import { CallFailed, failureTexts, useCurrency, useShop } from '../../../../ui-store/src/kit/index.ts'
import type { CheckoutPreview } from '../../wire.ts'
import { bodyOf } from './form-state.ts'
import type { CheckoutForm } from './form-state.ts'

const WAIT_MS = 250

interface PreviewState { preview: CheckoutPreview | null; failure: string[] | null; stale: boolean }

/** Asks the server what this order would cost, again whenever something changes that prices hang on. */
export const usePreview = (cartId: string, form: CheckoutForm, quantities: string): PreviewState & { again: () => void } => {
  const { call, language } = useShop()
  const currency = useCurrency().identifier
  const [state, setState] = useState<PreviewState>({ preview: null, failure: null, stale: true })
  const [round, setRound] = useState(0)
  const { country, shipping_method: shippingMethod, payment_method: paymentMethod } = form
  useEffect(() => {
    if (!cartId) return undefined
    let left = false
    setState((now) => ({ ...now, stale: true }))
    const ask = async () => {
      const frame = { cartId, language, currency, needsShipping: true, guest: false }
      const { shipping_address: address, billing_address: _, ...plain } = bodyOf(form, frame)
      const send = (body: object) => call.post<CheckoutPreview>('/api/checkout/preview', body)
      try {
        // The country decides which deliveries there are; an address half typed may be refused.
        const preview = await send({ ...plain, shipping_address: address }).catch((error: unknown) => {
          if (error instanceof CallFailed && error.status < 500) return send(plain)
          throw error
        })
        if (!left) setState({ preview, failure: null, stale: false })
      } catch (error) {
        if (!left) setState((now) => ({ ...now, failure: failureTexts(error), stale: false }))
      }
    }
    const timer = setTimeout(() => void ask(), state.preview ? WAIT_MS : 0)
    return () => {
      left = true
      clearTimeout(timer)
    }
    // Names and notes change no price: only what is listed asks again.
  }, [cartId, language, currency, country, shippingMethod, paymentMethod, quantities, round])
  return { ...state, again: () => setRound((n) => n + 1) }
}

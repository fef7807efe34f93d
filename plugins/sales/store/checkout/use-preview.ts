import { useEffect, useState } from 'react'
import { CallFailed, failureTexts, useCurrency, useShop } from 'stoa/store'
import type { CheckoutInput, CheckoutPreview } from '../../api-types.ts'
import { EMAIL } from './problems.ts'
import type { CheckoutForm } from './form-state.ts'

const WAIT_MS = 250

interface Answer {
  key: string
  preview: CheckoutPreview | null
  failure: string[] | null
}

/** Selects defaults: the first shipping method and the only payment method. */
const settle = (form: CheckoutForm, preview: CheckoutPreview | null): CheckoutForm => {
  if (!preview) return form
  const { shipping_methods: shipping, payment_methods: payment } = preview
  const area = preview.areas.includes(form.area) ? form.area : ''
  const includesCode = (list: { code: string }[], code: string) => list.some((option) => option.code === code)
  return {
    ...form,
    area,
    shipping_method: includesCode(shipping, form.shipping_method) ? form.shipping_method : (shipping[0]?.code ?? ''),
    payment_method: includesCode(payment, form.payment_method) ? form.payment_method : payment.length === 1 ? (payment[0]?.code ?? '') : '',
  }
}

/** Preview request: what prices depend on, without names, notes and streets. */
const getQuestion = (form: CheckoutForm, frame: Pick<CheckoutInput, 'cart_id' | 'language' | 'currency'>): CheckoutInput => ({
  ...frame,
  shipping_address: {
    country: form.country,
    ...(form.area ? { area: form.area } : {}),
    first_name: '',
    last_name: '',
    contact_number: '',
    address: '',
  },
  ...(form.shipping_method ? { shipping_method: form.shipping_method } : {}),
  ...(form.payment_method ? { payment_method: form.payment_method } : {}),
  // Some prices are limited to one use per person.
  ...(EMAIL.test(form.email) ? { email: form.email } : {}),
})

/** Requests a price preview whenever an input that prices depend on changes. */
export const usePreview = (cartId: string, typed: CheckoutForm, quantities: string) => {
  const { call, language } = useShop()
  const currency = useCurrency().identifier
  const [answer, setAnswer] = useState<Answer>({ key: '', preview: null, failure: null })
  const [round, setRound] = useState(0)
  const form = settle(typed, answer.preview)
  const question = JSON.stringify(getQuestion(form, { cart_id: cartId, language, currency }))
  const key = `${question} ${quantities} ${round}`
  useEffect(() => {
    let left = false
    const ask = async () => {
      const { shipping_address: address, ...plain } = JSON.parse(question) as CheckoutInput
      const send = (body: object) => call.post<CheckoutPreview>('/api/checkout/preview', body)
      try {
        // The country decides the shipping methods; an incomplete address may be rejected.
        const preview = await send({ ...plain, shipping_address: address }).catch((error: unknown) => {
          if (error instanceof CallFailed && error.status < 500) return send(plain)
          throw error
        })
        if (!left) setAnswer({ key, preview, failure: null })
      } catch (error) {
        if (!left) setAnswer((now) => ({ ...now, key, failure: failureTexts(error) }))
      }
    }
    const timer = setTimeout(() => void ask(), WAIT_MS)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [call, key, question])
  return {
    form,
    preview: answer.preview,
    failure: answer.failure,
    stale: answer.key !== key,
    again: () => setRound(round + 1),
  }
}

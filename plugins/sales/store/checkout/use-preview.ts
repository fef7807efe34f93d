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

/** Chooses what is not really a choice: the first way of delivery, the only way to pay. */
const settle = (form: CheckoutForm, preview: CheckoutPreview | null): CheckoutForm => {
  if (!preview) return form
  const { shipping_methods: shipping, payment_methods: payment } = preview
  const area = preview.areas.includes(form.area) ? form.area : ''
  const known = (list: { code: string }[], code: string) => list.some((one) => one.code === code)
  return {
    ...form,
    area,
    shipping_method: known(shipping, form.shipping_method) ? form.shipping_method : (shipping[0]?.code ?? ''),
    payment_method: known(payment, form.payment_method) ? form.payment_method : payment.length === 1 ? (payment[0]?.code ?? '') : '',
  }
}

/** What prices hang on; names, notes and streets are not part of it. */
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
  // Some prices are each person's once.
  ...(EMAIL.test(form.email) ? { email: form.email } : {}),
})

/** Asks the server what this order would cost, again whenever something changes that prices hang on. */
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
        // The country decides which deliveries there are; an address without a street may be refused.
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

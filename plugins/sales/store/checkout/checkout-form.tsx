import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { CallFailed, LockIcon, Slots, useCurrency, useMoney, useShop, useT } from 'stoa/store'
import { LoadFailed } from '../shared/load-failed.tsx'
import { useCart } from '../shared/use-cart.ts'
import { Captcha } from 'stoa/plugins/people/store'
import type { CartView, CheckoutResponse } from '../../api-types.ts'
import { keepOrderKey } from '../shared/order-key.ts'
import { createAttempts } from 'stoa/store/form/pieces'
import { keepAddress } from './address-book.ts'
import { FormProvider } from './fields.tsx'
import { type FieldName, getBody, neededFields } from './form-state.ts'
import { nextStep, type NextStep } from './next-step.ts'
import { hasProblems, type Problems, problemsFromServer, problemsHere, withoutField } from './problems.ts'
import { Sections } from './sections.tsx'
import { OrderSummary, ProblemSummary } from './summary.tsx'
import { forgetDraft, useDraft } from './use-draft.ts'
import { usePreview } from './use-preview.ts'

/** One-page checkout: the form with the order summary beside it. */
export const CheckoutForm = ({ cart }: { cart: CartView }) => {
  const t = useT()
  const money = useMoney()
  const shop = useShop()
  const { reload } = useCart()
  const currency = useCurrency().identifier
  const guest = !shop.bootstrap.signedIn
  const [typed, setForm] = useDraft()
  const [problems, setProblems] = useState<Problems>({})
  const [sending, setSending] = useState(false)
  const [tries, setTries] = useState(0)
  const [step, setStep] = useState<NextStep | null>(null)
  const attempts = useRef(createAttempts())
  const quantities = `${cart.items.map((item) => `${item.kind}${item.subject_id}:${item.quantity}`).join()} ${JSON.stringify(cart.choices)}`
  const { form, preview, failure, stale, again } = usePreview(cart.cart_id, typed, quantities)

  // Total on the button when it was pressed while the preview of the last choice was pending.
  const promised = useRef<string>(undefined)
  const formRef = useRef<HTMLFormElement>(null)
  const set = useCallback(
    (name: FieldName, value: string | boolean) => {
      promised.current = undefined
      setForm((now) => ({ ...now, [name]: value }))
      setProblems((now) => withoutField(now, name))
    },
    [setForm],
  )

  /** Shows errors and scrolls to them, after they are rendered. */
  const show = useCallback((found: Problems) => {
    flushSync(() => setProblems(found))
    document.getElementById('checkout-problems')?.focus()
  }, [])
  const place = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const verdict = new FormData(event.currentTarget).get('captcha')
    if (sending || !preview) return
    const here = problemsHere(form, neededFields(form, preview, guest), t)
    show(here)
    if (hasProblems(here)) return
    if (stale) {
      promised.current = preview.total
      return
    }
    const frame = {
      cartId: cart.cart_id,
      language: shop.language,
      currency,
      needsShipping: preview.needs_shipping,
      needsAddress: preview.needs_address,
      guest,
      total: preview.total,
    }
    const body = { ...getBody(form, frame), ...(typeof verdict === 'string' && verdict ? { captcha: verdict } : {}) }
    setSending(true)
    try {
      const answer = await shop.call.post<CheckoutResponse>('/api/checkout', body, {
        'idempotency-key': attempts.current.keyFor(body),
      })
      forgetDraft()
      keepOrderKey(answer.order_number, answer.access_token)
      if (!guest && body.shipping_address && form.keep_address && !form.saved_address) await keepAddress(shop.call, body.shipping_address)
      const next = nextStep(answer, window.location.origin)
      setStep(next)
      if ('url' in next) window.location.assign(next.url)
    } catch (error) {
      if (error instanceof CallFailed && error.status < 500) attempts.current.refused()
      const found = error instanceof CallFailed ? problemsFromServer(error.messages, form, guest) : {}
      setTries((n) => n + 1)
      setSending(false)
      show(hasProblems(found) ? found : { '': [t('sales.problem.not_sent')] })
      void reload()
      again()
    }
  }

  // A click during a pending preview counts once the preview arrives, if the total is the one the button showed.
  const total = stale || failure ? undefined : preview?.total
  useEffect(() => {
    const agreed = promised.current
    if (total === undefined || agreed === undefined) return
    promised.current = undefined
    if (total === agreed) formRef.current?.requestSubmit()
    // Deferred: an effect must not set state synchronously.
    else queueMicrotask(() => show({ '': [t('sales.problem.total_changed')] }))
  }, [total, show, t])

  if (step && 'post' in step)
    return (
      <div className="page narrow empty-state">
        <h1>{t('sales.to_payment')}</h1>
        <Slots at="payment.step" about={{ action: step.post, auto: true }} />
      </div>
    )
  if (!preview) {
    return failure ? <LoadFailed text={failure[0]} again={again} /> : <output className="loading">{t('shell.loading')}</output>
  }
  const blocked = preview.cart.items.some((item) => item.problem) || failure !== null
  return (
    <FormProvider value={{ form, problems, set }}>
      <form ref={formRef} className="checkout" noValidate onSubmit={(event) => void place(event)}>
        <aside className="checkout-side">
          <OrderSummary preview={preview} />
        </aside>
        <div className="checkout-main">
          <ProblemSummary problems={problems} />
          <Sections preview={preview} guest={guest} />
          <Captcha form="checkout" problem={problems.captcha} tries={tries} />
          {failure && (
            <p className="field-problem" role="alert">
              {failure[0] ?? t('shell.get_data_fail')}
            </p>
          )}
          <button type="submit" className="button button-main place" disabled={sending || blocked} aria-busy={sending || stale}>
            <LockIcon />
            {sending ? t('sales.sending') : t('sales.place_order', { amount: money(preview.total, preview.currency) })}
          </button>
        </div>
      </form>
    </FormProvider>
  )
}

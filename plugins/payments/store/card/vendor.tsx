import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useShop } from 'stoa/store'
import type { Entering } from './card-form-props.ts'

/** The part of Stripe's browser library in use. */
interface StripeElements {
  create(type: 'payment'): { mount(at: HTMLElement): void; on(event: 'ready' | 'loaderror', run: () => void): void }
}
interface StripeJs {
  elements(options: { clientSecret: string; locale: string }): StripeElements
  confirmPayment(options: { elements: StripeElements; confirmParams: { return_url: string } }): Promise<{ error?: { message?: string } }>
}

const SCRIPT = 'https://js.stripe.com/v3/'

/** The library must load from Stripe's own address: card data never passes through the shop. */
function loadLibrary(): Promise<(key: string) => StripeJs> {
  const there = () => (window as unknown as { Stripe?: (key: string) => StripeJs }).Stripe
  return new Promise((resolve, reject) => {
    const existing = there()
    if (existing) return resolve(existing)
    const script = document.createElement('script')
    script.src = SCRIPT
    script.addEventListener('load', () => {
      const made = there()
      if (made) resolve(made)
      else reject(new Error('no library'))
    })
    script.addEventListener('error', () => reject(new Error('no library')))
    document.head.append(script)
  })
}

const LOCALES = { 'en-US': 'en', 'zh-HK': 'zh-HK', 'zh-CN': 'zh' } as const

/** Stripe's card form. */
export function Vendor({ about, cardKey }: Entering) {
  const { t, language, bootstrap } = useShop()
  const place = useRef<HTMLDivElement>(null)
  const parts = useRef<{ stripe: StripeJs; elements: StripeElements }>(undefined)
  const [state, setState] = useState<'loading' | 'ready' | 'busy' | 'away'>('loading')
  const [problem, setProblem] = useState('')
  useEffect(() => {
    loadLibrary().then(
      (make) => {
        if (!place.current || parts.current) return
        const stripe = make(about.publishable_key)
        const elements = stripe.elements({ clientSecret: cardKey, locale: LOCALES[language] })
        const form = elements.create('payment')
        form.on('ready', () => setState('ready'))
        form.on('loaderror', () => setState('away'))
        form.mount(place.current)
        parts.current = { stripe, elements }
      },
      () => setState('away'),
    )
  }, [about.publishable_key, cardKey, language])
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!parts.current) return
    setState('busy')
    const { error } = await parts.current.stripe.confirmPayment({
      elements: parts.current.elements,
      confirmParams: { return_url: new URL(about.return_url, bootstrap.origin).href },
    })
    // Reached on failure only; on success the browser has left the page.
    setProblem(error?.message ?? t('payments.card.failed'))
    setState('ready')
  }
  return (
    <form onSubmit={(event) => void pay(event)}>
      <div ref={place} />
      {state === 'loading' && <output className="loading">{t('shell.loading')}</output>}
      {state === 'away' && <p role="alert">{t('payments.card.away')}</p>}
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="card-actions">
        <button type="submit" className="button button-main" disabled={state !== 'ready'} aria-busy={state === 'busy'}>
          {t('payments.card.pay')}
        </button>
        <a className="button button-quiet" href={about.cancel_url}>
          {t('payments.card.cancel')}
        </a>
      </div>
    </form>
  )
}

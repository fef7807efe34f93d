import { useState } from 'react'
import type { FormEvent } from 'react'
import { failureTexts, useShop } from 'stoa/store'
import type { Entering } from './card-form-props.ts'

/** Replaces the vendor's card form in rehearsals. Card data stays in the browser. */
export function StandIn({ about, cardKey, onDone }: Entering) {
  const { t, call } = useShop()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem('')
    try {
      await call.post('/api/payment/card/rehearse', { key: cardKey })
      onDone()
    } catch (error) {
      setProblem(failureTexts(error)[0] ?? t('payments.card.failed'))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void pay(event)}>
      <div className="card-parts">
        <div className="field wide">
          <label htmlFor="card-number">{t('payments.card.number')}</label>
          <input id="card-number" inputMode="numeric" autoComplete="cc-number" defaultValue="4242 4242 4242 4242" />
        </div>
        <div className="field">
          <label htmlFor="card-expiry">{t('payments.card.expiry')}</label>
          <input id="card-expiry" inputMode="numeric" autoComplete="cc-exp" defaultValue="12 / 34" />
        </div>
        <div className="field">
          <label htmlFor="card-code">{t('payments.card.code')}</label>
          <input id="card-code" inputMode="numeric" autoComplete="cc-csc" defaultValue="123" />
        </div>
      </div>
      {problem && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="card-actions">
        <button type="submit" className="button button-main" disabled={busy} aria-busy={busy}>
          {t('payments.card.pay')}
        </button>
        <a className="button button-quiet" href={about.cancel_url}>
          {t('payments.card.cancel')}
        </a>
      </div>
    </form>
  )
}

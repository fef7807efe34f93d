import { useState } from 'react'
import { failureTexts, notify, useShop } from 'stoa/store'

/** A button that e-mails the verification link. */
export function SendVerification({ email, label }: { email: string; label: string }) {
  const { t, call, language } = useShop()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await call.post('/api/email/verify/resend', { email, language })
      notify({ title: t('people.resent') })
    } catch (error) {
      notify({ tone: 'danger', title: t('people.send_email_fail'), texts: failureTexts(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className="button button-quiet" disabled={!email} aria-busy={busy} onClick={() => void send()}>
      {label}
    </button>
  )
}

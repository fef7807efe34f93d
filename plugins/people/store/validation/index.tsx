import { useEffect, useState } from 'react'
import { GoTo, notify, failureTexts, useAwake, useShop } from '../../../../ui-store/src/kit/index.ts'
import type { HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import { Door, DoorLinks } from '../shared/door.tsx'
import { doorRules } from '../shared/rules.ts'
import { useKeptMail } from '../shared/visit.ts'

/** Only where addresses are validated, and only for who is not signed in. */
export const load = ({ bootstrap, shell }: ScreenContext): Promise<null> => {
  if (bootstrap.signedIn || !doorRules(shell).validated) throw new GoTo('/')
  return Promise.resolve(null)
}

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({ title: t('people.look'), path: '/email-validation', noindex: true })

/** After opening an account: the link is in the mail. Nobody has come here without having left an address. */
export default function ValidationScreen() {
  const { t, call, language, prefix } = useShop()
  const email = useKeptMail()
  const awake = useAwake()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (awake && !email) location.replace(prefix || '/')
  }, [awake, email, prefix])
  const again = async () => {
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
    <Door title={t('people.look')}>
      <p>{t('people.verify_sent_to', { email })}</p>
      <p className="muted small">{t('people.not_there')}</p>
      <button type="button" className="button button-quiet" disabled={!email} aria-busy={busy} onClick={() => void again()}>
        {t('people.resend')}
      </button>
      <DoorLinks links={[['/login', t('people.to_login')]]} />
    </Door>
  )
}

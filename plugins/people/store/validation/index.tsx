import { useEffect } from 'react'
import { GoTo, useIsHydrated, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'
import { signInRules } from '../shared/rules.ts'
import { SendVerification } from '../shared/send-verification.tsx'
import { useStoredEmail } from '../shared/visit.ts'

/** Only if addresses are verified, and only for guests. */
export const load = ({ bootstrap, shell }: ScreenContext): Promise<null> => {
  if (bootstrap.signedIn || !signInRules(shell).validated) throw new GoTo('/')
  return Promise.resolve(null)
}

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({ title: t('people.look'), path: '/email-validation', noindex: true })

/** Tells a new customer to check the e-mail for the verification link. */
export default function ValidationScreen() {
  const { t, prefix } = useShop()
  const email = useStoredEmail()
  const awake = useIsHydrated()
  useEffect(() => {
    if (awake && !email) location.replace(prefix || '/')
  }, [awake, email, prefix])
  return (
    <AuthPage title={t('people.look')}>
      <p>{t('people.verify_sent_to', { email })}</p>
      <p className="muted small">{t('people.not_there')}</p>
      <SendVerification email={email} label={t('people.resend')} />
      <SignInLinks links={[['/login', t('people.to_login')]]} />
    </AuthPage>
  )
}

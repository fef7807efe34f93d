import { useState } from 'react'
import { useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Field, Form, type Values } from 'stoa/store/form'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'

export const load = (): Promise<null> => Promise.resolve(null)

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({ title: t('people.resend'), path: '/resend-email', noindex: true })

export default function ResendScreen() {
  const { t, call, language } = useShop()
  const [sent, setSent] = useState(false)
  const send = async (values: Values) => {
    await call.post('/api/email/verify/resend', { ...values, language })
    setSent(true)
  }
  return (
    <AuthPage title={t('people.resend')} lead={t('people.resend_lead')}>
      {sent ? (
        <output className="note">{t('people.resent')}</output>
      ) : (
        <Form send={send} button={t('people.send_link')}>
          <Field name="email" label={t('people.email')} type="email" autoComplete="username" autoCapitalize="none" />
        </Form>
      )}
      <SignInLinks links={[['/login', t('people.to_login')]]} />
    </AuthPage>
  )
}

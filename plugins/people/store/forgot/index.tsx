import { useState } from 'react'
import { useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Field, Form, type Values } from 'stoa/store/form'
import { Captcha } from '../shared/captcha.tsx'
import { Code } from '../shared/code.tsx'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'
import { signInRules } from '../shared/rules.ts'
import { keepMail } from '../shared/visit.ts'

export const load = (): Promise<null> => Promise.resolve(null)

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({ title: t('people.forgot'), path: '/password/reset', noindex: true })

/** Password reset by e-mailed link or SMS code. */
export default function ForgotScreen() {
  const { t, call, language, prefix, shell } = useShop()
  const [by, setBy] = useState<'email' | 'phone'>('email')
  const send = async (values: Values) => {
    await call.post('/api/reset/email', { ...values, type: 'user', language })
    keepMail(String(values.email))
    location.assign(`${prefix}/password/reset/email-confirmation`)
  }
  return (
    <AuthPage title={t('people.forgot')} lead={t(by === 'email' ? 'people.forgot_lead' : 'people.forgot_phone_lead')}>
      {signInRules(shell).byPhone && (
        <fieldset className="people-ways" aria-label={t('people.way')}>
          {(['email', 'phone'] as const).map((way) => (
            <button key={way} type="button" aria-pressed={by === way} onClick={() => setBy(way)}>
              {t(`people.way_${way}`)}
            </button>
          ))}
        </fieldset>
      )}
      {by === 'phone' ? (
        <Code
          type="reset"
          button={t('people.change_password')}
          done={({ token }) => location.assign(`${prefix}/set-password?token=${encodeURIComponent(token ?? '')}`)}
        />
      ) : (
        <Form send={send} button={t('people.send_link')}>
          <Field name="email" label={t('people.email')} type="email" autoComplete="username" autoCapitalize="none" />
          <Captcha form="password" />
        </Form>
      )}
      <SignInLinks links={[['/login', t('people.to_login')]]} />
    </AuthPage>
  )
}

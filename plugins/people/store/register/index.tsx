import { useShop, useT, NamePair, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Field, Form, Password, Tick, type Values } from 'stoa/store/form'
import { Captcha } from '../shared/captcha.tsx'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'
import { Phone } from '../shared/phone.tsx'
import { enterNew, guestsOnly, keepMail } from '../shared/visit.ts'

export const load = (context: ScreenContext): Promise<null> => {
  guestsOnly(context)
  return Promise.resolve(null)
}

export const head = (_: null, { t }: ScreenContext): HeadInfo => ({ title: t('people.register'), path: '/register', noindex: true })

export default function RegisterScreen() {
  const t = useT()
  const shop = useShop()
  const { call, language, prefix, shell } = shop
  const { basic } = shell.settings
  const send = async (values: Values) => {
    const { status, email } = await call.post<{ status: string; email: string }>('/api/register', { ...values, language })
    keepMail(email)
    if (status === 'email_validation') location.assign(`${prefix}/email-validation`)
    else enterNew(shop)
  }
  return (
    <AuthPage title={t('people.register')} lead={t('people.register_lead')}>
      <Form send={send} button={t('people.register')}>
        <NamePair
          given={<Field name="first_name" label={t('people.first_name')} autoComplete="given-name" />}
          family={<Field name="last_name" label={t('people.last_name')} autoComplete="family-name" />}
        />
        <Field name="email" label={t('people.email')} type="email" autoComplete="email" autoCapitalize="none" />
        <Phone codes={basic.supported_country_codes} code={basic.default_country_code} optional />
        <Password name="password" label={t('people.password')} hint={t('people.password_hint')} autoComplete="new-password" />
        <Password name="password_confirmation" label={t('people.password_confirmation')} autoComplete="new-password" />
        <Tick name="is_subscribe" label={t('people.is_subscribe')} checked />
        <Captcha form="register" />
      </Form>
      <SignInLinks links={[['/login', t('people.to_login')]]} />
    </AuthPage>
  )
}

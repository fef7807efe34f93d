import { useState } from 'react'
import { Link, useShop, useT, type CallFailed, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Field, Form, Password, type Values } from 'stoa/store/form'
import type { SiteSettings } from 'stoa/api-types'
import { Captcha } from '../shared/captcha.tsx'
import { Code } from '../shared/code.tsx'
import { AuthPage, SignInLinks } from '../shared/sign-in-card.tsx'
import { Facebook } from '../shared/facebook.tsx'
import { Phone } from '../shared/phone.tsx'
import { signInRules } from '../shared/rules.ts'
import { enter, guestsOnly, keepMail } from '../shared/visit.ts'

interface Data {
  next: string
  registered: boolean
  /** Id of the shop's Facebook app, if sign-in with Facebook is enabled. */
  facebook: string
}

export const load = async (context: ScreenContext): Promise<Data> => {
  guestsOnly(context)
  const { search, call, language } = context
  const { facebook } = await call.get<SiteSettings>('/api/settings', { groups: 'facebook', language })
  return { next: search.next ?? '', registered: search.registered !== undefined, facebook: facebook?.enabled ? facebook.client_id : '' }
}

export const head = (_: Data, { t }: ScreenContext): HeadInfo => ({ title: t('people.login'), path: '/login', noindex: true })

const WAYS = ['email', 'phone', 'code'] as const
type Way = (typeof WAYS)[number]

const WithPassword = ({ by, next }: { by: Exclude<Way, 'code'>; next: string }) => {
  const shop = useShop()
  const { t } = shop
  const { basic } = shop.shell.settings
  const send = async (values: Values) => {
    if (typeof values.email === 'string') keepMail(values.email)
    await shop.call.post('/api/login', { ...values, language: shop.language })
    enter(shop, next)
  }
  // Sign-in requires a verified address: offer to send the link again.
  const resend = ({ status }: CallFailed) => status === 403 && <Link to="/resend-email">{t('people.resend')}</Link>
  return (
    <Form send={send} button={t('people.login')} onRefused={resend}>
      {by === 'email' ? (
        <Field name="email" label={t('people.email')} type="email" autoComplete="username" autoCapitalize="none" />
      ) : (
        <Phone codes={basic.supported_country_codes} code={basic.default_country_code} />
      )}
      <Password name="password" label={t('people.password')} autoComplete="current-password" />
      <Captcha form="login" />
    </Form>
  )
}

export default function LoginScreen({ data }: { data: Data }) {
  const t = useT()
  const shop = useShop()
  const [by, setBy] = useState<Way>('email')
  return (
    <AuthPage title={t('people.login')}>
      {data.registered && <output className="note">{t('people.registered')}</output>}
      {signInRules(shop.shell).byPhone && (
        <fieldset className="people-ways" aria-label={t('people.way')}>
          {WAYS.map((way) => (
            <button key={way} type="button" aria-pressed={by === way} onClick={() => setBy(way)}>
              {t(`people.way_${way}`)}
            </button>
          ))}
        </fieldset>
      )}
      {by === 'code' ? (
        <Code type="login" button={t('people.login')} done={() => enter(shop, data.next)} />
      ) : (
        <WithPassword by={by} next={data.next} />
      )}
      {data.facebook && <Facebook clientId={data.facebook} next={data.next} />}
      <SignInLinks
        links={[
          ['/password/reset', t('people.forgot')],
          ['/register', t('people.to_register')],
        ]}
      />
    </AuthPage>
  )
}

import { useState } from 'react'
import { Link, useShop, useT } from '../../../../ui-store/src/kit/index.ts'
import type { CallFailed, HeadInfo, ScreenContext } from '../../../../ui-store/src/kit/index.ts'
import { Door, DoorLinks } from '../shared/door.tsx'
import { Field, Form, Password, Phone } from '../shared/form.tsx'
import type { Values } from '../shared/form.tsx'
import { enter, guestsOnly, keepMail } from '../shared/visit.ts'

interface Data {
  next: string
  registered: boolean
}

export const load = (context: ScreenContext): Promise<Data> => {
  guestsOnly(context)
  return Promise.resolve({ next: context.search.next ?? '', registered: context.search.registered !== undefined })
}

export const head = (_: Data, { t }: ScreenContext): HeadInfo => ({ title: t('people.login'), path: '/login', noindex: true })

export default function LoginScreen({ data }: { data: Data }) {
  const t = useT()
  const shop = useShop()
  const { basic } = shop.shell.settings
  const phoneLogin = shop.shell.config.config.login_via_phone === 0
  const [by, setBy] = useState<'email' | 'phone'>('email')
  const send = async (values: Values) => {
    if (typeof values.email === 'string') keepMail(values.email)
    await shop.call.post('/api/login', { ...values, language: shop.language })
    await enter(shop, data.next)
  }
  // The only way in is then a verified address: the link can be had again.
  const resend = ({ status }: CallFailed) => status === 403 && <Link to="/resend-email">{t('people.resend')}</Link>
  return (
    <Door title={t('people.login')}>
      {data.registered && <output className="note">{t('people.registered')}</output>}
      {phoneLogin && (
        <fieldset className="people-ways" aria-label={t('people.way')}>
          {(['email', 'phone'] as const).map((way) => (
            <button key={way} type="button" aria-pressed={by === way} onClick={() => setBy(way)}>
              {t(`people.${way}`)}
            </button>
          ))}
        </fieldset>
      )}
      <Form send={send} button={t('people.login')} onRefused={resend}>
        {by === 'email' ? (
          <Field name="email" label={t('people.email')} type="email" autoComplete="username" autoCapitalize="none" />
        ) : (
          <Phone codes={basic.supported_country_codes} code={basic.default_country_code} />
        )}
        <Password name="password" label={t('people.password')} autoComplete="current-password" />
      </Form>
      <DoorLinks
        links={[
          ['/password/reset', t('people.forgot')],
          ['/register', t('people.to_register')],
        ]}
      />
    </Door>
  )
}

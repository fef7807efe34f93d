import { useState } from 'react'
import { announce, notify, useShop, NamePair, type ScreenContext } from 'stoa/store'
import { Field, Form, Password, Select, Tick, type Values } from 'stoa/store/form'
import type { Profile } from '../../index.ts'
import { Code } from '../shared/code.tsx'
import { Phone } from '../shared/phone.tsx'
import { SendVerification } from '../shared/send-verification.tsx'

export const load = ({ call, language }: ScreenContext): Promise<Profile> => call.post<Profile>('/api/info', { language })

const Badge = ({ done, yes, no }: { done: boolean; yes: string; no: string }) => (
  <span className={done ? 'account-badge account-badge-good' : 'account-badge'}>{done ? yes : no}</span>
)

/** Profile, contact details and password: three forms, because two of them require the current password. */
export default function ProfileTab({ data }: { data: Profile | null }) {
  const { t, call, language, shell } = useShop()
  const { basic } = shell.settings
  const [me, setMe] = useState(data)
  // Remounts the form to clear its fields after a password change.
  const [round, setRound] = useState(0)
  if (!me) return <p>{t('people.failed')}</p>
  const send = (done: string) => async (values: Values) => {
    setMe(await call.put<Profile>('/api/profile', { ...values, language }))
    setRound((now) => now + 1)
    notify({ title: t(done) })
    announce(t(done))
  }
  return (
    <>
      <section className="account-part">
        <Form send={send('people.saved')} button={t('people.save')}>
          <NamePair
            given={<Field name="first_name" label={t('people.first_name')} defaultValue={me.first_name} autoComplete="given-name" />}
            family={<Field name="last_name" label={t('people.last_name')} defaultValue={me.last_name} autoComplete="family-name" />}
          />
          <Phone
            codes={basic.supported_country_codes}
            code={me.country_code ?? basic.default_country_code}
            phone={me.phone ?? ''}
            optional
          />
          {me.phone && <Badge done={me.phone_verified_at !== null} yes={t('people.is_verified')} no={t('people.is_unverified')} />}
          <div className="field-pair">
            <Field name="birthday" label={t('people.birthday')} type="date" defaultValue={me.birthday ?? ''} autoComplete="bday" />
            <Select
              name="gender"
              label={t('people.gender')}
              defaultValue={me.gender ?? ''}
              options={[
                ['', t('people.gender_none')],
                ['female', t('people.gender_female')],
                ['male', t('people.gender_male')],
              ]}
            />
          </div>
          <Tick name="is_subscribe" label={t('people.is_subscribe')} checked={me.is_subscribe} />
        </Form>
      </section>
      {me.phone && me.country_code && !me.phone_verified_at && (
        <section className="account-part">
          <h2>{t('people.verify_phone')}</h2>
          <Code
            key={me.country_code + me.phone}
            type="verify"
            initialNumber={{ country_code: me.country_code, phone: me.phone }}
            button={t('people.verify_phone')}
            done={async () => {
              setMe(await call.post<Profile>('/api/info', { language }))
              notify({ title: t('people.is_verified') })
            }}
          />
        </section>
      )}
      <section className="account-part">
        <h2>{t('people.change_email')}</h2>
        <p>
          {me.email} <Badge done={me.email_verified_at !== null} yes={t('people.is_verified')} no={t('people.is_unverified')} />
        </p>
        {!me.email_verified_at && <SendVerification email={me.email} label={t('people.verify_email')} />}
        {me.pending_email && <output className="note">{t('people.pending_email', { email: me.pending_email })}</output>}
        <Form key={`email-${round}`} send={send('people.email_asked')} button={t('people.change')}>
          <Field name="email" label={t('people.new_email')} type="email" autoComplete="email" autoCapitalize="none" />
          {me.has_password && <Password name="current_password" label={t('people.current_password')} autoComplete="current-password" />}
        </Form>
      </section>
      <section className="account-part">
        <h2>{t('people.change_password')}</h2>
        <Form key={`password-${round}`} send={send('people.password_changed')} button={t('people.change')}>
          {me.has_password && <Password name="current_password" label={t('people.current_password')} autoComplete="current-password" />}
          <Password name="password" label={t('people.new_password')} hint={t('people.password_hint')} autoComplete="new-password" />
          <Password name="password_confirmation" label={t('people.password_confirmation')} autoComplete="new-password" />
        </Form>
      </section>
      <section className="account-part">
        <h2>{t('people.kept')}</h2>
        <p>{t('people.kept_lead')}</p>
        <a className="button" href="/api/profile/personal-data" download="my-data.json">
          {t('people.kept_fetch')}
        </a>
      </section>
    </>
  )
}

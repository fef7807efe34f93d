import { useMemo } from 'react'
import { CallFailed, Link, NamePair, useIsHydrated, useShop, useT } from 'stoa/store'
import { Area, createAttempts, Field, Form, Honeypot, Select, type Values } from 'stoa/store/form'
import { EmbeddedForm } from 'stoa/plugins/forms/store'
import { Captcha } from 'stoa/plugins/people/store'
import type { FunnelView } from '../../api-types.ts'

interface FunnelFormProps {
  funnel: FunnelView
  /** Source from the URL. */
  source?: string | undefined
  button?: string
}

/** The questions of a funnel: its form, else the default questions. */
export const FunnelForm = ({ funnel, source, button = '' }: FunnelFormProps) => {
  const t = useT()
  const to = `/api/funnel/${encodeURIComponent(funnel.url)}${source ? `?source=${encodeURIComponent(source)}` : ''}`
  const page = `/funnel/${encodeURIComponent(funnel.url)}`
  if (funnel.needs_account)
    return (
      <p className="note">
        {t('crm.needs_account')} <Link to={`/login?next=${encodeURIComponent(page)}`}>{t('crm.sign_in')}</Link>
      </p>
    )
  if (!funnel.form) return <OwnQuestions funnel={funnel} to={to} button={button} />
  const { problems } = funnel
  const form = problems ? { ...funnel.form, problems } : funnel.form
  return <EmbeddedForm form={form} page={page} to={to} button={button} />
}

const OwnQuestions = ({ funnel, to, button }: { funnel: FunnelView; to: string; button: string }) => {
  const t = useT()
  const { call, language, shell } = useShop()
  const awake = useIsHydrated()
  const attempts = useMemo(() => createAttempts(), [])
  const { basic } = shell.settings
  const send = async (values: Values) => {
    const body = { ...values, language }
    try {
      await call.post(to, body, { 'idempotency-key': attempts.keyFor(body) })
    } catch (error) {
      if (error instanceof CallFailed) attempts.refused()
      throw error
    }
  }
  // Server-side validation message for a browser without JavaScript.
  const hint = (name: string) => {
    const problem = funnel.problems?.[name]?.join(' ')
    return problem === undefined ? {} : { hint: problem }
  }
  return (
    <Form send={send} plain={to} button={button || t('crm.send')} sent={{ title: t('crm.sent'), text: t('crm.sent_text') }}>
      {!awake && <input type="hidden" name="language" value={language} />}
      {funnel.problems?.[''] && <p className="note form-refused">{funnel.problems[''].join(' ')}</p>}
      <NamePair
        given={
          <Field name="first_name" label={t('crm.first_name')} autoComplete="given-name" maxLength={100} required {...hint('first_name')} />
        }
        family={
          <Field name="last_name" label={t('crm.last_name')} autoComplete="family-name" maxLength={100} optional {...hint('last_name')} />
        }
      />
      <Field name="email" label={t('crm.email')} type="email" autoComplete="email" {...hint('email')} />
      <div className="field-pair field-phone">
        <Select
          name="country_code"
          label={t('crm.country_code')}
          defaultValue={basic.default_country_code}
          autoComplete="tel-country-code"
          options={basic.supported_country_codes.map((code) => [code, `+${code}`] as const)}
          {...hint('country_code')}
        />
        <Field
          name="phone"
          label={t('crm.phone')}
          type="tel"
          inputMode="tel"
          maxLength={30}
          autoComplete="tel-national"
          {...hint('phone')}
        />
      </div>
      <Area name="message" label={t('crm.message')} rows={5} maxLength={5_000} optional {...hint('message')} />
      <Honeypot />
      <Captcha form="form" />
    </Form>
  )
}

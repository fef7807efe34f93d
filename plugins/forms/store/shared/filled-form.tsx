import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CallFailed, Link, useIsHydrated, useShop, useT } from 'stoa/store'
import { createAttempts, Form, Honeypot, type Values } from 'stoa/store/form'
import { Captcha } from 'stoa/plugins/people/store'
import type { FormView, Received } from '../../api-types.ts'
import { FormField } from './field.tsx'

interface FilledFormProps {
  form: FormView
  /** Values of hidden fields from the URL. */
  given: Readonly<Record<string, string>>
  /** Submit URL, when it differs from that of the form. */
  to?: string
  /** Label of the button. */
  button?: string
  /** Text after submission. */
  thanks?: string
  /** Called with the response before the confirmation is shown; it may navigate. */
  onReceived?: (answer: Received) => Promise<void> | void
}

/** An interactive form. With JavaScript its pages are steps; without, they are shown one below the other and submitted together. */
export const FilledForm = ({ form, given, to, button, thanks, onReceived }: FilledFormProps) => {
  const t = useT()
  const { call, language } = useShop()
  const awake = useIsHydrated()
  const [step, setStep] = useState(0)
  const [received, setReceived] = useState<Pick<Received, 'gifts' | 'gifts_mailed'>>({ gifts: [] })
  const pages = useRef<(HTMLFieldSetElement | null)[]>([])
  const { url, tabs } = form
  const last = tabs.length - 1
  const all = tabs.flatMap((tab) => tab.fields)
  const address = to ?? `/api/form/${encodeURIComponent(url)}`
  const attempts = useMemo(() => createAttempts(), [])
  const asksFiles = all.some(({ type }) => type === 'file')
  const goTo = (next: number) => {
    flushSync(() => setStep(next))
    pages.current[next]?.focus()
  }
  const forward = () => {
    const page = pages.current[step]
    const wrong = [...(page?.elements ?? [])].find((element) =>
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
        ? !element.checkValidity()
        : false,
    )
    if (wrong) (wrong as HTMLInputElement).reportValidity()
    else goTo(step + 1)
  }
  const send = async (values: Values) => {
    const body = { ...values, language, form_version: form.form_version }
    try {
      const answer = await call.post<Received>(address, body, { 'idempotency-key': attempts.keyFor(body) })
      await onReceived?.(answer)
      setReceived(answer)
    } catch (error) {
      if (error instanceof CallFailed) attempts.refused()
      // The page with the first invalid field is shown before the field gets the focus.
      const refused = error instanceof CallFailed && !Array.isArray(error.messages) ? Object.keys(error.messages) : []
      const at = tabs.findIndex(({ fields }) => fields.some(({ key }) => refused.includes(key)))
      if (at >= 0 && at !== step) flushSync(() => setStep(at))
      throw error
    }
  }
  return (
    <Form
      send={send}
      {...(asksFiles ? {} : { plain: address })}
      className={awake && step < last ? 'forms-before-last' : ''}
      button={button || t('forms.send')}
      sent={{
        title: t('forms.sent'),
        text: thanks || form.success_message || t('forms.sent_text'),
        more: received.gifts_mailed ? <p>{t('forms.gifts_mailed')}</p> : <Gifts gifts={received.gifts} />,
      }}
      more={awake && last > 0 && <BackButton onClick={() => goTo(step - 1)} />}
    >
      <input type="hidden" name="form_version" value={form.form_version} />
      {!awake && <input type="hidden" name="language" value={language} />}
      {form.problems?.[''] && <p className="note form-refused">{form.problems[''].join(' ')}</p>}
      {awake && last > 0 && (
        <p className="muted" aria-live="polite">
          {t('forms.step', { n: step + 1, count: tabs.length })}
        </p>
      )}
      {tabs.map(({ title, fields }, i) => (
        <fieldset
          // Pages have no id.
          // oxlint-disable-next-line react/no-array-index-key
          key={i}
          className="forms-step"
          tabIndex={-1}
          hidden={awake && i !== step}
          ref={(element) => {
            pages.current[i] = element
          }}
        >
          {tabs.length > 1 && <legend>{title}</legend>}
          <div className="forms-fields">
            {fields
              .filter((field) => field.type !== 'hidden' || given[field.key])
              .map((field) => (
                <div key={field.key} className={field.class ? `forms-${field.class}` : ''}>
                  <FormField url={url} field={field} all={all} given={given} problem={form.problems?.[field.key]?.join(' ')} />
                </div>
              ))}
          </div>
        </fieldset>
      ))}
      <Honeypot />
      <Captcha form="form" />
      {awake && step < last && (
        <div className="forms-nav">
          <button type="button" className="button" onClick={forward}>
            {t('forms.next')}
          </button>
          {step > 0 && <BackButton onClick={() => goTo(step - 1)} />}
        </div>
      )}
    </Form>
  )
}

/** Benefits of the submission. */
const Gifts = ({ gifts }: { gifts: Received['gifts'] }) =>
  gifts.map(({ title, path }) => (
    <p key={path}>
      <Link to={path} className="button">
        {title}
      </Link>
    </p>
  ))

const BackButton = ({ onClick }: { onClick: () => void }) => {
  const t = useT()
  return (
    <button type="button" className="button button-quiet" onClick={onClick}>
      {t('forms.back')}
    </button>
  )
}

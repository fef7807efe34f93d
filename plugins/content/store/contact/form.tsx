import { type FormEvent, useRef, useState } from 'react'
import { CallFailed, CheckIcon, notify, textsOf, useShop } from '../../../../ui-store/src/kit/index.ts'
import { Captcha } from '../../../people/store/shared/captcha.tsx'

type Problems = Record<string, string[]>

const FIELDS = [
  { name: 'name', autoComplete: 'name' },
  { name: 'email', type: 'email', autoComplete: 'email' },
  { name: 'subject' },
  { name: 'message', rows: 7 },
] as const

/** Writes to the shop. What is wrong stands beside its field; the first one gets the focus. */
export const ContactForm = () => {
  const { t, call, language } = useShop()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const [sent, setSent] = useState(false)

  const refuse = (error: unknown) => {
    const messages = error instanceof CallFailed ? error.messages : []
    if (!Array.isArray(messages)) {
      setProblems(messages)
      const first = FIELDS.find(({ name }) => messages[name])
      if (first) form.current?.querySelector<HTMLElement>(`[name=${first.name}]`)?.focus()
    } else notify({ tone: 'danger', title: t('content.contact.failed'), texts: textsOf(messages) })
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblems({})
    try {
      await call.post('/api/contact', { ...Object.fromEntries(new FormData(event.currentTarget)), language })
      setSent(true)
    } catch (error) {
      setTries((now) => now + 1)
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  if (sent) {
    return (
      <output className="contact-sent">
        <CheckIcon />
        <strong>{t('content.contact.sent')}</strong>
        <p>{t('content.contact.sent_text')}</p>
      </output>
    )
  }
  return (
    <form className="contact-form" ref={form} noValidate onSubmit={(event) => void send(event)}>
      {FIELDS.map((field) => {
        const id = `contact-${field.name}`
        const texts = problems[field.name]
        const shared = {
          id,
          name: field.name,
          required: true,
          'aria-invalid': texts !== undefined,
          ...(texts ? { 'aria-describedby': `${id}-problem` } : {}),
          ...('autoComplete' in field ? { autoComplete: field.autoComplete } : {}),
        }
        return (
          <div className="field" key={field.name}>
            <label htmlFor={id}>{t(`content.contact.${field.name}`)}</label>
            {'rows' in field ? (
              <textarea {...shared} rows={field.rows} />
            ) : (
              <input {...shared} type={'type' in field ? field.type : 'text'} />
            )}
            {texts && (
              <p className="field-problem" id={`${id}-problem`}>
                {texts.join(' ')}
              </p>
            )}
          </div>
        )
      })}
      <div className="visually-hidden" aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Captcha form="contact" problem={problems.captcha} tries={tries} />
      <button type="submit" className="button" aria-busy={busy}>
        {t('content.contact.send')}
      </button>
    </form>
  )
}

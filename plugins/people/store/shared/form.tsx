import { createContext, useContext, useId, useRef, useState } from 'react'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { CallFailed, textsOf, useT } from '../../../../ui-store/src/kit/index.ts'
import { useAwake } from './visit.ts'

type Problems = Record<string, string[]>
const Problem = createContext<Problems>({})
const Round = createContext(0)

/** How often the form around was sent in vain. */
export const useRound = (): number => useContext(Round)

/** What a form holds: texts trimmed by the server, ticks as yes or no. */
export type Values = Record<string, string | boolean>

const valuesOf = (form: HTMLFormElement): Values => {
  const values: Values = {}
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox' && element.name) values[element.name] = element.checked
  }
  for (const [name, value] of new FormData(form)) if (typeof values[name] !== 'boolean' && typeof value === 'string') values[name] = value
  return values
}

interface FormProps {
  /** Sends it; what it throws is shown beside the fields it speaks of. */
  send: (values: Values) => Promise<unknown>
  button: string
  children: ReactNode
  /** Shown below a refusal that belongs to no field. */
  onRefused?: (error: CallFailed) => ReactNode
  /** Beside the button. */
  more?: ReactNode
}

/** A form that is sent by script alone: until the page is awake it cannot be sent, so nothing ends up in an address. */
export const Form = ({ send, button, children, onRefused, more }: FormProps) => {
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const awake = useAwake()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [round, setRound] = useState(0)
  const [refused, setRefused] = useState<{ texts: string[]; more: ReactNode } | null>(null)

  const show = (error: unknown) => {
    const messages = error instanceof CallFailed ? error.messages : []
    const byField = Array.isArray(messages) ? {} : messages
    const fields = Object.fromEntries(Object.entries(byField).filter(([name]) => form.current?.elements.namedItem(name)))
    const first = Object.keys(fields)[0]
    setProblems(fields)
    if (first) {
      setRefused(null)
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const texts = textsOf(messages)
    setRefused({ texts: texts.length > 0 ? texts : [t('people.failed')], more: error instanceof CallFailed ? onRefused?.(error) : null })
    setTimeout(() => alert.current?.focus(), 0)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblems({})
    setRefused(null)
    try {
      await send(valuesOf(event.currentTarget))
    } catch (error) {
      setRound((now) => now + 1)
      show(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Problem.Provider value={problems}>
      <form ref={form} method="post" noValidate className="people-form" onSubmit={(event) => void submit(event)}>
        {refused && (
          <div className="note people-refused" role="alert" tabIndex={-1} ref={alert}>
            {refused.texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {refused.more}
          </div>
        )}
        <Round.Provider value={round}>{children}</Round.Provider>
        <div className="people-send">
          <button type="submit" className="button" disabled={!awake} aria-busy={busy}>
            {button}
          </button>
          {more}
        </div>
      </form>
    </Problem.Provider>
  )
}

/** Ids and texts that tie a control to its label, its hint and what is wrong with it. */
export const useControl = (name: string, hint?: string) => {
  const id = useId()
  const texts = useContext(Problem)[name]
  const described = [texts && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return {
    control: { id, name, 'aria-invalid': texts !== undefined, ...(described ? { 'aria-describedby': described } : {}) },
    below: (
      <>
        {hint && (
          <p className="muted small" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {texts && (
          <p className="field-problem" id={`${id}-problem`}>
            {texts.join(' ')}
          </p>
        )}
      </>
    ),
  }
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'name' | 'id'> {
  name: string
  label: string
  hint?: string
}

/** One line. */
export const Field = ({ name, label, hint, ...input }: FieldProps) => {
  const { control, below } = useControl(name, hint)
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <input type="text" maxLength={255} {...input} {...control} />
      {below}
    </div>
  )
}

/** Several lines. */
export const Area = ({ name, label, ...area }: Omit<ComponentProps<'textarea'>, 'name' | 'id'> & { name: string; label: string }) => {
  const { control, below } = useControl(name)
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <textarea rows={3} maxLength={1_000} {...area} {...control} />
      {below}
    </div>
  )
}

/** A choice. */
export const Select = ({
  name,
  label,
  options,
  ...select
}: Omit<ComponentProps<'select'>, 'name' | 'id'> & { name: string; label: string; options: readonly (readonly [string, string])[] }) => {
  const { control, below } = useControl(name)
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <select {...select} {...control}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {below}
    </div>
  )
}

/** Yes or no. */
export const Tick = ({ name, label, checked }: { name: string; label: string; checked: boolean }) => (
  <label className="check">
    <input type="checkbox" name={name} defaultChecked={checked} />
    <span>{label}</span>
  </label>
)

/** A password that can be looked at, pasted and kept by a password manager. */
export const Password = ({ name, label, hint, autoComplete }: { name: string; label: string; hint?: string; autoComplete: string }) => {
  const t = useT()
  const [seen, setSeen] = useState(false)
  const { control, below } = useControl(name, hint)
  return (
    <div className="field">
      <label htmlFor={control.id}>{label}</label>
      <div className="people-password">
        <input
          type={seen ? 'text' : 'password'}
          maxLength={128}
          autoComplete={autoComplete}
          spellCheck={false}
          autoCapitalize="none"
          {...control}
        />
        <button type="button" className="text-button" aria-pressed={seen} onClick={() => setSeen(!seen)}>
          {t(seen ? 'people.hide' : 'people.show')}
          <span className="visually-hidden"> {label}</span>
        </button>
      </div>
      {below}
    </div>
  )
}

/** A phone number with its code. */
export const Phone = ({
  codes,
  code,
  phone = '',
  optional = false,
}: {
  codes: readonly string[]
  code: string
  phone?: string
  optional?: boolean
}) => {
  const t = useT()
  const { control, below } = useControl('phone')
  const country = useControl('country_code')
  return (
    <div className="field">
      <label htmlFor={control.id}>
        {t('people.phone')}
        {optional && <span className="muted"> ({t('people.optional')})</span>}
      </label>
      <div className="people-phone">
        <select aria-label={t('people.country_code')} defaultValue={code} autoComplete="tel-country-code" {...country.control}>
          {codes.map((one) => (
            <option key={one} value={one}>
              +{one}
            </option>
          ))}
        </select>
        <input type="tel" inputMode="tel" maxLength={30} autoComplete="tel-national" defaultValue={phone} {...control} />
      </div>
      {country.below}
      {below}
    </div>
  )
}

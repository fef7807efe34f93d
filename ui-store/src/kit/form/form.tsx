import { type ReactNode, useEffect, useRef, useState } from 'react'
import { get, useForm } from 'react-hook-form'
import { useIsHydrated } from '../use-hydrated.ts'
import { CallFailed } from '../call.ts'
import { CheckIcon } from '../icons.tsx'
import { useShop } from '../shop.tsx'
import { sendValues } from './send.ts'
import { FormContext, type FormState, type Values, getValues } from './state.ts'

interface FormProps {
  button: string
  children: ReactNode
  className?: string
  /** Message when the server gives no reason; a common one when absent. */
  failed?: string
  /** Shown below an error that belongs to no field. */
  onRefused?: (error: CallFailed) => ReactNode
  /** The button is the main step of the page. */
  main?: boolean
  /** Content beside the button. */
  more?: ReactNode
  /** Replaces the form after it was sent. */
  sent?: { title: string; text?: string; more?: ReactNode }
  /** Form action while scripts are not running; absent: the form cannot be sent before hydration. */
  plain?: string
}

/** Target of the form: an API path, to which the language is added, or a function. */
type Target = { to: string; send?: never } | { to?: never; send: (values: Values) => Promise<unknown> }

/** The name of a field in the page by its error path: `answers.meal` is `answers[meal]`. */
const nameIn = ({ elements }: HTMLFormElement, path: string): string => {
  const [first = '', ...deeper] = path.split('.')
  const nested = `${first}${deeper.map((part) => `[${part}]`).join('')}`
  return elements.namedItem(path) === null && elements.namedItem(nested) !== null ? nested : path
}

/** The first of the named fields in document order that can be focused. */
const getFirst = (form: HTMLFormElement, names: readonly string[]): HTMLElement | undefined => {
  for (const element of form.elements)
    if (element instanceof HTMLElement && names.includes(element.getAttribute('name') ?? '') && element.getAttribute('type') !== 'hidden')
      return element
  return undefined
}

/**
 * A form that is sent by script. Unless it has a plain action, it cannot be sent before hydration, so that no values end up in a
 * URL. Errors of the server are shown at their fields, others above them.
 */
export const Form = ({ to, send, button, children, className, failed, onRefused, main = false, more, sent, plain }: FormProps & Target) => {
  const { t, language } = useShop()
  const alert = useRef<HTMLDivElement>(null)
  const awake = useIsHydrated()
  const [refused, setRefused] = useState<{ texts: string[]; more: ReactNode; alone: boolean } | null>(null)
  const [done, setDone] = useState(false)
  const [share, setShare] = useState<number>()
  // Only the server validates: an error stays until the form is sent again.
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Values>({
    reValidateMode: 'onSubmit',
    shouldUnregister: true,
    shouldFocusError: false,
  })
  const { errors, isSubmitting: busy, submitCount: round } = formState

  const show = (element: HTMLFormElement, error: unknown) => {
    const messages = error instanceof CallFailed ? error.messages : []
    const byField = Object.entries(Array.isArray(messages) ? {} : messages).map(([path, texts]) => [nameIn(element, path), texts] as const)
    const isHere = (name: string) => element.elements.namedItem(name) !== null
    const beside = byField.filter(([name]) => isHere(name))
    for (const [name, texts] of beside) setError(name, { type: 'server', message: texts.join(' ') })
    const others = Array.isArray(messages) ? messages : byField.filter(([name]) => !isHere(name)).flatMap(([, texts]) => texts)
    const first = getFirst(
      element,
      beside.map(([name]) => name),
    )
    if (others.length > 0 || beside.length === 0)
      setRefused({
        texts: others.length > 0 ? others : [failed ?? t('shell.form.failed')],
        more: error instanceof CallFailed ? onRefused?.(error) : null,
        alone: first === undefined,
      })
    first?.focus()
  }
  // A form-level message can be focused after it is rendered.
  useEffect(() => {
    if (refused?.alone) alert.current?.focus()
  }, [refused])
  const submit = (element: HTMLFormElement) => {
    if (busy) return
    clearErrors()
    setRefused(null)
    const values = getValues(element)
    const bring = async () => {
      try {
        await (send === undefined ? sendValues(to, { ...values, language }, setShare) : send(values))
        setDone(true)
      } catch (error) {
        show(element, error)
      } finally {
        setShare(undefined)
      }
    }
    void handleSubmit(bring)()
  }
  // A new object on each render: the library mutates its errors.
  const state: FormState = {
    register,
    getProblem: (name) => {
      const found: { message?: string } | undefined = get(errors, name)
      return found?.message
    },
    round,
    sent: share,
  }

  if (done && sent) {
    return (
      <output className="form-sent">
        <CheckIcon />
        <strong>{sent.title}</strong>
        {sent.text && <p>{sent.text}</p>}
        {sent.more}
      </output>
    )
  }
  return (
    <FormContext.Provider value={state}>
      <form
        method="post"
        {...(plain === undefined ? {} : { action: plain, encType: 'multipart/form-data' })}
        noValidate={awake || plain === undefined}
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
      >
        {refused && (
          <div className="note form-refused" role="alert" tabIndex={-1} ref={alert}>
            {refused.texts.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {refused.more}
          </div>
        )}
        {children}
        <div className="form-send">
          <button
            type="submit"
            className={main ? 'button button-main' : 'button'}
            disabled={!awake && plain === undefined}
            aria-busy={busy}
          >
            {button}
          </button>
          {more}
        </div>
      </form>
    </FormContext.Provider>
  )
}

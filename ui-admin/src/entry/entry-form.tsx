import { Button, Callout, FormGroup, InputGroup } from '@blueprintjs/core'
import { useRef, useState, type FormEvent } from 'react'
import { failureLines, fieldErrors } from '../api/failure.ts'
import { useT } from '../i18n/index.ts'

/** An input of an entry form. */
export interface EntryField {
  name: string
  label: string
  type: 'email' | 'password' | 'text'
  autoComplete: string
  value?: string
  hint?: string
}

export interface EntryFormProps {
  fields: EntryField[]
  button: string
  /** Client-side validation; returns errors by field. */
  check?: (values: Record<string, string>) => Record<string, string[]>
  submit: (values: Record<string, string>) => Promise<void>
}

/** Errors of missing values. */
function missing(fields: EntryField[], values: Record<string, string>, text: string): Record<string, string[]> {
  return Object.fromEntries(fields.filter((field) => !values[field.name]).map((field) => [field.name, [text]]))
}

/** A short form with errors at the fields and in a summary. */
export function EntryForm({ fields, button, check, submit }: EntryFormProps) {
  const { t } = useT()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [summary, setSummary] = useState<string[]>([])
  const alert = useRef<HTMLDivElement>(null)

  const refuse = (found: Record<string, string[]>, lines: string[]) => {
    setErrors(found)
    setSummary(lines)
    requestAnimationFrame(() => alert.current?.focus())
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>
    const found = { ...check?.(values), ...missing(fields, values, t('rule.required')) }
    if (Object.keys(found).length) {
      const label = (name: string) => fields.find((field) => field.name === name)?.label ?? name
      return refuse(
        found,
        Object.entries(found).map(([name, texts]) => `${label(name)}: ${texts.join(' ')}`),
      )
    }
    setBusy(true)
    try {
      setErrors({})
      setSummary([])
      await submit(values)
    } catch (error) {
      // A rejected password is cleared, because it cannot be corrected unseen.
      for (const input of form.querySelectorAll<HTMLInputElement>('[autocomplete=current-password]')) input.value = ''
      refuse(
        fieldErrors(error),
        failureLines(error, (name) => fields.find((f) => f.name === name)?.label ?? name),
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      <div ref={alert} tabIndex={-1} role="alert">
        {summary.length > 0 && (
          <Callout intent="danger" className="gap-below" icon={false}>
            {summary.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Callout>
        )}
      </div>
      {fields.map(({ name, label, type, autoComplete, value, hint }) => (
        <FormGroup
          key={name}
          label={label}
          labelFor={name}
          {...(hint ? { subLabel: hint } : {})}
          helperText={errors[name] && <span id={`${name}-error`}>{errors[name].join(' ')}</span>}
          intent={errors[name] ? 'danger' : 'none'}
        >
          <InputGroup
            id={name}
            name={name}
            type={type}
            size="large"
            defaultValue={value ?? ''}
            autoComplete={autoComplete}
            intent={errors[name] ? 'danger' : 'none'}
            aria-invalid={errors[name] ? true : undefined}
            aria-describedby={errors[name] ? `${name}-error` : undefined}
          />
        </FormGroup>
      ))}
      <Button type="submit" intent="primary" size="large" fill loading={busy}>
        {button}
      </Button>
    </form>
  )
}

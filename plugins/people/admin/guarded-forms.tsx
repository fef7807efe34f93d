import { Checkbox } from '@blueprintjs/core'
import type { InputProps } from 'stoa/admin'
import { messages } from './messages.ts'

const useMessages = messages('guardedForms')

const forms = ['login', 'register', 'password', 'contact', 'form', 'checkout', 'booking'] as const

/** Selection of the forms with a captcha. */
export default function GuardedForms({ id, field, value, onChange, describedBy, disabled }: InputProps) {
  const say = useMessages()
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <div id={id} role="group" aria-label={field.label} aria-describedby={describedBy} tabIndex={-1} className="check-row">
      {forms.map((form) => (
        <Checkbox
          key={form}
          inline
          label={say(form)}
          checked={chosen.includes(form)}
          disabled={disabled ?? false}
          onChange={(event) => onChange(forms.filter((other) => (other === form ? event.target.checked : chosen.includes(other))))}
        />
      ))}
    </div>
  )
}

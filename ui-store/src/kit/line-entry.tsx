import { type KeyboardEvent, type RefObject, useId } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** What the button says. */
  button: string
  /** Presses on the button, and on Enter. */
  onUse: () => void
  busy: boolean
  /** Why it could not be used; the field is named by it. */
  problem: string | null
  /** More about the field: its keyboard, its length. */
  input?: { maxLength?: number; inputMode?: 'numeric' | 'text'; autoCapitalize?: string }
  field?: RefObject<HTMLInputElement | null>
}

/** One line to type into, with the button that uses it. It stands in forms of others too, so it is none itself. */
export const LineEntry = ({ label, value, onChange, button, onUse, busy, problem, input, field }: Props) => {
  const id = useId()
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onUse()
  }
  return (
    <div className="line-entry">
      <label htmlFor={id}>{label}</label>
      <div className="line-entry-row">
        <input
          ref={field}
          id={id}
          value={value}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-invalid={problem !== null}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={press}
          {...input}
        />
        <button type="button" className="button" aria-busy={busy} onClick={onUse}>
          {button}
        </button>
      </div>
      {problem && (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

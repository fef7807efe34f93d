import { type KeyboardEvent, type RefObject, useId } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** Label of the button. */
  button: string
  /** Called on a click on the button and on Enter. */
  onUse: () => void
  busy: boolean
  /** Error; it is also the field's description. */
  problem: string | null
  /** Further props of the field: keyboard, length. */
  input?: { maxLength?: number; inputMode?: 'numeric' | 'text'; autoCapitalize?: string }
  field?: RefObject<HTMLInputElement | null>
}

/** A text field with a button. Not a form element, because it is used inside other forms. */
export const LineEntry = ({ label, value, onChange, button, onUse, busy, problem, input, field }: Props) => {
  const id = useId()
  const handleKeyDown = (event: KeyboardEvent) => {
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
          onKeyDown={handleKeyDown}
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

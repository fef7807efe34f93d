import { InputGroup, type InputGroupProps } from '@blueprintjs/core'
import { useId } from 'react'

/** A large input below its label. */
export function TextField({ label, ...input }: Omit<InputGroupProps, 'id' | 'size'> & { label: string }) {
  const id = useId()
  return (
    <div className="till-field">
      <label htmlFor={id}>{label}</label>
      <InputGroup id={id} size="large" {...input} />
    </div>
  )
}

interface DigitsProps extends Pick<InputGroupProps, 'type' | 'autoFocus' | 'inputRef' | 'onFocus'> {
  label: string
  value: string
  onChange: (digits: string) => void
}

/** An input of at most eight digits, such as a PIN. */
export const DigitsField = ({ onChange, ...input }: DigitsProps) => (
  <TextField
    {...input}
    inputMode="numeric"
    autoComplete="off"
    onValueChange={(typed) => {
      if (/^\d{0,8}$/.test(typed)) onChange(typed)
    }}
  />
)

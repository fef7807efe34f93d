import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** A colour: chosen from the palette of the browser, or typed. */
export function Input(props: InputProps) {
  const { value, onChange, disabled, field } = props
  const now = typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'
  const palette = (
    <input
      type="color"
      className="colour-palette"
      value={now}
      disabled={disabled ?? false}
      aria-label={field.label}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return <LineInput {...props} placeholder={props.placeholder ?? '#c0392b'} extra={{ className: 'short-input', rightElement: palette }} />
}

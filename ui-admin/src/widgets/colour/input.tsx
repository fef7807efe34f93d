import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Colour input: native colour picker and hex code. */
export function Input(props: InputProps) {
  const { value, onChange, disabled, field } = props
  const now = getWhole(value)
  const palette = (
    <input
      type="color"
      className={now ? 'colour-palette' : 'colour-palette is-empty'}
      value={now ?? '#000000'}
      disabled={disabled ?? false}
      aria-label={field.label}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  return <LineInput {...props} placeholder={props.placeholder ?? '#c0392b'} extra={{ className: 'short-input', rightElement: palette }} />
}

/** The six-digit form for the colour picker: #abc is #aabbcc. Undefined without a colour, which the picker cannot represent. */
function getWhole(value: unknown): string | undefined {
  const typed = typeof value === 'string' ? value.trim() : ''
  if (/^#[0-9a-f]{6}$/i.test(typed)) return typed
  return /^#[0-9a-f]{3}$/i.test(typed) ? typed.replaceAll(/[0-9a-f]/gi, '$&$&') : undefined
}

import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** A colour: chosen from the palette of the browser, or typed. */
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

/** The six digits a palette wants: #abc is #aabbcc. Undefined while there is no colour, which a palette cannot say. */
function getWhole(value: unknown): string | undefined {
  const typed = typeof value === 'string' ? value.trim() : ''
  if (/^#[0-9a-f]{6}$/i.test(typed)) return typed
  return /^#[0-9a-f]{3}$/i.test(typed) ? typed.replaceAll(/[0-9a-f]/gi, '$&$&') : undefined
}

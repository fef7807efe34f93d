import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** A full web address. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ type: 'url', inputMode: 'url', placeholder: props.placeholder || 'https://' }} />
}

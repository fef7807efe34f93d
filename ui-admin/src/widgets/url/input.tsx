import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** URL input. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ type: 'url', inputMode: 'url', placeholder: props.placeholder || 'https://' }} />
}

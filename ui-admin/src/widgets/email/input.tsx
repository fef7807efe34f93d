import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** E-mail address input. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ type: 'email', inputMode: 'email' }} />
}

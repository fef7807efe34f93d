import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** The last part of an address. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ spellCheck: false, className: 'mono-input' }} />
}

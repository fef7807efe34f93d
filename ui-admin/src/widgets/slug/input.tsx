import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Slug input. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ spellCheck: false, className: 'mono-input' }} />
}

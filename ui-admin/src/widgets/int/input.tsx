import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Integer input. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ inputMode: 'numeric', className: 'num short-input' }} />
}

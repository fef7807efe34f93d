import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Decimal number input. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ inputMode: 'decimal', className: 'num short-input' }} />
}

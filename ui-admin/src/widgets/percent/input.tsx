import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Percentage input. */
export function Input(props: InputProps) {
  const mark = <span className="input-mark">%</span>
  return <LineInput {...props} extra={{ inputMode: 'decimal', className: 'num short-input', rightElement: mark }} />
}

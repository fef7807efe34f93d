import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Date input. */
export function Input(props: InputProps) {
  const day = typeof props.value === 'string' ? props.value.split('T')[0] : ''
  return <LineInput {...props} value={day} extra={{ type: 'date', className: 'short-input' }} />
}

import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Plain text. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ ...(props.field.maxLength ? { maxLength: props.field.maxLength } : {}) }} />
}

import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Single-line text input. */
export function Input(props: InputProps) {
  return <LineInput {...props} extra={{ ...(props.field.maxLength ? { maxLength: props.field.maxLength } : {}) }} />
}

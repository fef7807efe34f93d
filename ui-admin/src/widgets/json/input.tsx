import { BlockInput } from '../base/block-input.tsx'
import type { InputProps } from '../types.ts'

/** Data as text. While it is not valid JSON it stays the text that was typed. */
export function Input(props: InputProps) {
  const text =
    typeof props.value === 'string' ? props.value : props.value ? JSON.stringify(props.value, null, 2) : ''
  return <BlockInput {...props} value={text} rows={8} mono />
}

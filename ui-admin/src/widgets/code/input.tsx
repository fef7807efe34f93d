import { BlockInput } from '../base/block-input.tsx'
import type { InputProps } from '../types.ts'

/** Source code, such as a style sheet. */
export function Input(props: InputProps) {
  return <BlockInput {...props} rows={10} mono />
}

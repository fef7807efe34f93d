import { BlockInput } from '../base/block-input.tsx'
import type { InputProps } from '../types.ts'

/** Multi-line text. */
export function Input(props: InputProps) {
  return <BlockInput {...props} rows={5} />
}

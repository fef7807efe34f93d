import { BlockInput } from '../base/block-input.tsx'
import type { InputProps } from '../types.ts'

/** A text of a few lines. */
export function Input(props: InputProps) {
  return <BlockInput {...props} rows={5} />
}

import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** A time of day. */
export const Input = (props: InputProps) => <LineInput {...props} extra={{ type: 'time', className: 'short-input' }} />

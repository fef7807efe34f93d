import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** Time of day input. */
export const Input = (props: InputProps) => <LineInput {...props} extra={{ type: 'time', className: 'short-input' }} />

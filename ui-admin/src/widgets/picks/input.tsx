import { Checks } from '../base/checks.tsx'
import type { InputProps } from '../types.ts'

/** Several of a few fixed choices. */
export const Input = (props: InputProps) => <Checks {...props} options={props.field.options ?? []} />

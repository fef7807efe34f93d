import { Checks } from '../base/checks.tsx'
import type { InputProps } from '../types.ts'

/** Selects several of a few fixed options. */
export const Input = (props: InputProps) => <Checks {...props} options={props.field.options ?? []} />

import type { InputProps } from '../types.ts'
import { FieldSelect } from './field-select.tsx'

type Props = Omit<InputProps, 'field'> & {
  /** Available codes; the stored value is offered even when it is not among them. */
  codes: readonly string[]
  say?: (code: string) => string
}

/** Selects one of the codes that another field of the form holds. */
export function CodeSelect({ value, codes, say = (code) => code, ...input }: Props) {
  const now = String(value ?? '')
  const all = [...new Set([...codes, now])].filter(Boolean)
  return <FieldSelect {...input} value={now} options={all.map((code) => ({ value: code, label: say(code) }))} />
}

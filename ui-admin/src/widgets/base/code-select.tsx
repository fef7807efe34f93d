import { HTMLSelect } from '@blueprintjs/core'
import type { InputProps } from '../types.ts'

type Props = Omit<InputProps, 'field'> & {
  /** What may be chosen; the value that is stored is offered even when it is not among them. */
  codes: readonly string[]
  say?: (code: string) => string
}

/** One of the codes that another field of the form holds. */
export function CodeSelect({ id, value, onChange, invalid, describedBy, disabled, codes, say = (code) => code }: Props) {
  const now = String(value ?? '')
  return (
    <HTMLSelect
      id={id}
      className={invalid ? 'is-invalid' : ''}
      value={now}
      disabled={disabled ?? false}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
      options={[...new Set([...codes, now])].filter(Boolean).map((code) => ({ value: code, label: say(code) }))}
    />
  )
}

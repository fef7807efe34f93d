import { HTMLSelect } from '@blueprintjs/core'
import { type InputProps, useAnswer } from '#admin'
import type { Kind } from '../wire.ts'
import { useTexts } from './texts.ts'

/** What a rule makes wait, by the names plugins give it. */
export default function KindInput({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const say = useTexts()
  const kinds = useAnswer<{ data: Kind[] }>('approvals/kinds')?.data ?? []
  const chosen = typeof value === 'string' ? value : ''
  // One that nobody offers at present is kept as it is.
  const strange = chosen !== '' && !kinds.some(({ name }) => name === chosen)
  return (
    <HTMLSelect
      id={id}
      fill
      className={invalid ? 'is-invalid' : ''}
      value={chosen}
      disabled={disabled ?? false}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{say('choose')}</option>
      {strange && <option value={chosen}>{chosen}</option>}
      {kinds.map(({ name, title }) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </HTMLSelect>
  )
}

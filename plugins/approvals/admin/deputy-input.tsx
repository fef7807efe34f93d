import { HTMLSelect } from '@blueprintjs/core'
import { type InputProps, useAnswer } from '#admin'
import type { Deputy } from '../wire.ts'
import { useTexts } from './texts.ts'

/** Who can stand in: those who may decide about the same. Nobody needs a sight of all accounts to choose. */
export default function DeputyInput({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const say = useTexts()
  const people = useAnswer<{ data: Deputy[] }>('approvals/deputies')?.data
  return (
    <>
      <HTMLSelect
        id={id}
        fill
        className={invalid ? 'is-invalid' : ''}
        value={typeof value === 'number' ? value : ''}
        disabled={disabled ?? false}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      >
        <option value="">{say('choose')}</option>
        {people?.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </HTMLSelect>
      {people?.length === 0 && <p className="quiet small">{say('noDeputies')}</p>}
    </>
  )
}

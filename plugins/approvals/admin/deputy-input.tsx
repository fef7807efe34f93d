import { FieldSelect, type InputProps, useAnswer } from 'stoa/admin'
import type { Deputy } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** Selects a deputy among those with the same approval permission. Does not need permission to list accounts. */
export default function DeputyInput({ value, onChange, ...input }: InputProps) {
  const say = useMessages()
  const people = useAnswer<{ data: Deputy[] }>('approvals/deputies')?.data
  return (
    <>
      <FieldSelect
        {...input}
        value={typeof value === 'number' ? value : null}
        onChange={(chosen) => onChange(chosen === '' ? null : Number(chosen))}
        blank={say('choose')}
        options={(people ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      {people?.length === 0 && <p className="quiet small">{say('noDeputies')}</p>}
    </>
  )
}

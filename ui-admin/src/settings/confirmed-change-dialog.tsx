import type { FieldInfo } from 'stoa/api-types'
import { TypedConfirm } from '../common/typed-confirm.tsx'
import { useMessages } from './messages.ts'

/** A change with far-reaching effects that needs a confirmation. */
export interface ConfirmedChange {
  field: FieldInfo
  old: unknown
  next: unknown
  /** Names of the fields that are confirmed together. */
  confirmed: string[]
}

/** Explains the consequences of a change and asks to type the new value. */
export function ConfirmedChangeDialog({ change, ...handlers }: { change: ConfirmedChange; onConfirm: () => void; onCancel: () => void }) {
  const say = useMessages()
  const { field } = change
  const getLabel = (value: unknown) => field.options?.find((option) => option.value === value)?.label ?? String(value)
  const word = String(change.next)
  return (
    <TypedConfirm
      title={say('graveTitle', { field: field.label })}
      word={word}
      ask={say('type', { word })}
      confirm={say('change')}
      {...handlers}
    >
      <p>
        <strong>{say('from', { old: getLabel(change.old), new: getLabel(change.next) })}</strong>
      </p>
      <p>{say('effects')}</p>
      <ul>
        {(field.effects ?? '').split('\n').map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </TypedConfirm>
  )
}

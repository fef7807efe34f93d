import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../common/confirm.tsx'
import { isDay } from './days.ts'
import type { CalendarEntry } from './layout-entries.ts'
import { useMessages } from './messages.ts'

/** Dialog that asks for the new date of an entry, as an alternative to dragging. */
export function MoveDialog({
  entry,
  from,
  drop,
  close,
}: {
  entry: CalendarEntry
  from: string
  drop: (entry: CalendarEntry, day: string) => void
  close: () => void
}) {
  const say = useMessages()
  const id = useId()
  const [day, setDay] = useState(from)
  return (
    <ConfirmDialog
      open
      title={say('moveOne', { title: entry.title })}
      confirm={say('move')}
      onCancel={close}
      onConfirm={() => {
        if (!isDay(day)) return
        drop(entry, day)
        close()
      }}
    >
      <FormGroup label={say('to')} labelFor={id}>
        <InputGroup id={id} type="date" value={day} onValueChange={setDay} />
      </FormGroup>
    </ConfirmDialog>
  )
}

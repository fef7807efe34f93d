import { Button, Checkbox, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { Tick } from '@blueprintjs/icons'
import { type KeyboardEvent, useState } from 'react'
import { useRosterMessages } from '../messages.ts'
import { ShiftChip } from './shift-chip.tsx'
import { type CellPlace, type RosterShift, shiftIdsOf } from './types.ts'

interface ShiftPickerProps {
  place: CellPlace
  title: string
  shifts: readonly RosterShift[]
  choose: (shiftIds: number[]) => void
  close: () => void
}

/** Moves the focus between the shifts of the list with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const buttons = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = buttons.findIndex((button) => button === event.currentTarget)
  event.preventDefault()
  buttons[(at + (event.key === 'ArrowDown' ? 1 : -1) + buttons.length) % buttons.length]?.focus()
}

/** Chooses the shift of a day: the only one, or one more. */
export function ShiftPicker({ place, title, shifts, choose, close }: ShiftPickerProps) {
  const say = useRosterMessages()
  const present = shiftIdsOf(place.cell)
  const [isAdded, setAdded] = useState(false)
  const offered = shifts.filter(({ id, enabled }) => enabled || present.includes(id))
  const pick = (id: number) => {
    if (!isAdded) return choose([id])
    choose(present.includes(id) ? present.filter((other) => other !== id) : [...present, id])
  }
  return (
    <Dialog isOpen onClose={close} title={title} className="roster-picker">
      <DialogBody>
        {place.cell.away ? <p className="roster-note">{place.cell.away.kind ?? say('away')}</p> : null}
        {offered.length === 0 ? <p>{say('no_shifts')}</p> : null}
        <div role="group" aria-label={say('shifts')}>
          {offered.map((shift, n) => (
            <Button
              key={shift.id}
              fill
              alignText="start"
              size="large"
              variant="minimal"
              autoFocus={n === 0}
              aria-pressed={present.includes(shift.id)}
              endIcon={present.includes(shift.id) ? <Tick aria-hidden /> : undefined}
              onKeyDown={moveFocus}
              onClick={() => pick(shift.id)}
            >
              <ShiftChip shift={shift} />
            </Button>
          ))}
        </div>
        {present.length > 0 ? (
          <Checkbox label={say('add_shift')} checked={isAdded} onChange={({ target }) => setAdded((target as HTMLInputElement).checked)} />
        ) : null}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={close}>{say('close')}</Button>
            <Button intent="danger" variant="outlined" disabled={present.length === 0} onClick={() => choose([])}>
              {say('clear')}
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

import type { CSSProperties, DragEvent } from 'react'
import { useRosterMessages } from '../messages.ts'
import type { RosterShift } from './types.ts'

interface ShiftChipProps {
  shift: RosterShift
  isDraft?: boolean
  /** Data of a drag; without it the chip does not move. */
  drag?: string | undefined
}

/** Type of dragged shifts, so that other drags do not land in the roster. */
export const DRAG_TYPE = 'application/x-roster-shift'

/** A shift with its color and times. A draft is dashed and says so. */
export function ShiftChip({ shift, isDraft = false, drag }: ShiftChipProps) {
  const say = useRosterMessages()
  const start = (event: DragEvent) => {
    event.dataTransfer.setData(DRAG_TYPE, drag ?? '')
    event.dataTransfer.effectAllowed = 'copyMove'
  }
  return (
    <span
      className={isDraft ? 'roster-chip is-draft' : 'roster-chip'}
      style={{ '--shift': shift.colour } as CSSProperties}
      draggable={drag !== undefined}
      onDragStart={drag === undefined ? undefined : start}
    >
      <span className="roster-chip-name">{shift.name}</span>
      <span className="roster-chip-time num">
        {shift.start}–{shift.end}
        {isDraft ? <em> {say('draft')}</em> : null}
      </span>
    </span>
  )
}

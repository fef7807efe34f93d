import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useRosterMessages } from '../messages.ts'
import { DRAG_TYPE, ShiftChip } from './shift-chip.tsx'
import type { CellPlace, RosterShift } from './types.ts'

/** What a drag carries: a shift of the palette, or one of a day. */
export interface DraggedShift {
  shift_id: number
  from: { employee_id: number; date: string } | null
}

export interface RosterCellProps {
  place: CellPlace
  label: string
  shifts: ReadonlyMap<number, RosterShift>
  isToday: boolean
  isTabStop: boolean
  mayEdit: boolean
  refused: string | undefined
  onKey: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: () => void
  open: () => void
  drop: (shift: DraggedShift, isCopy: boolean) => void
}

/** A day of an employee: its shifts, holiday and absence. It opens the shift picker and accepts dragged shifts. */
export function RosterCell(props: RosterCellProps) {
  const { place, label, shifts, isToday, isTabStop, mayEdit, refused, onKey, onFocus, open, drop } = props
  const say = useRosterMessages()
  const [isOver, setOver] = useState(false)
  const { employee, cell } = place
  const away = cell.away && (cell.away.kind ?? say('away'))
  const classes = [
    'roster-cell',
    isToday ? 'is-today' : '',
    isOver ? 'is-over' : '',
    cell.is_employed ? '' : 'is-outside',
    refused ? 'is-refused' : '',
  ]
  const spoken = [
    label,
    ...cell.shifts.flatMap(({ shift_id, is_published }) => {
      const shift = shifts.get(shift_id)
      return shift ? [`${shift.name} ${shift.start}–${shift.end}${is_published ? '' : `, ${say('draft')}`}`] : []
    }),
    cell.holiday ?? '',
    away ?? '',
    cell.is_employed ? '' : say('not_employed'),
    cell.shifts.length === 0 ? say('no_shift') : '',
    refused ? `${say('refused')}: ${refused}` : '',
  ]
  const over = (event: DragEvent) => {
    if (!mayEdit || !event.dataTransfer.types.includes(DRAG_TYPE)) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <td
      className={classes.filter(Boolean).join(' ')}
      tabIndex={isTabStop ? 0 : -1}
      data-cell={`${employee.id}/${cell.date}`}
      aria-label={spoken.filter(Boolean).join(', ')}
      onFocus={onFocus}
      onKeyDown={onKey}
      onClick={open}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const data = event.dataTransfer.getData(DRAG_TYPE)
        if (!mayEdit || data === '') return
        event.preventDefault()
        drop(JSON.parse(data) as DraggedShift, event.ctrlKey || event.metaKey)
      }}
    >
      {cell.holiday !== null ? <span className="roster-note is-holiday">{cell.holiday}</span> : null}
      {away ? <span className="roster-note">{away}</span> : null}
      {cell.shifts.map(({ shift_id, is_published }) => {
        const shift = shifts.get(shift_id)
        const dragged: DraggedShift = { shift_id, from: { employee_id: employee.id, date: cell.date } }
        return shift ? (
          <ShiftChip key={shift_id} shift={shift} isDraft={!is_published} drag={mayEdit ? JSON.stringify(dragged) : undefined} />
        ) : null
      })}
      {refused ? <span className="roster-refused">{refused}</span> : null}
    </td>
  )
}

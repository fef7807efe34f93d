import { type KeyboardEvent, useRef, useState } from 'react'
import { useT } from 'stoa/admin'
import type { RosterWeek } from '../../api-types.ts'
import { formatMinutes } from '../duration.ts'
import { useRosterMessages } from '../messages.ts'
import { type DraggedShift, RosterCell } from './roster-cell.tsx'
import { ShiftPicker } from './shift-picker.tsx'
import { cellKey, type CellPlace, type RosterShift, shiftIdsOf } from './types.ts'
import type { RosterChanges } from './use-roster-changes.ts'

interface RosterGridProps {
  week: RosterWeek
  /** Positions of the days that are shown: all, or one on a phone. */
  days: readonly number[]
  mayEdit: boolean
  changes: RosterChanges
}

/** Employees by day. Arrow keys move between days; Enter opens the shift picker; copy, paste, delete and undo work as in a sheet. */
export function RosterGrid({ week, days, mayEdit, changes }: RosterGridProps) {
  const say = useRosterMessages()
  const { language } = useT()
  const grid = useRef<HTMLTableElement>(null)
  const [active, setActive] = useState<string>()
  const [copied, setCopied] = useState<readonly number[]>()
  const [open, setOpen] = useState<CellPlace>()
  const shifts = new Map<number, RosterShift>(week.shifts.map((shift) => [shift.id, shift]))
  const dayName = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  const nameOf = (date: string) => dayName.format(new Date(`${date}T00:00:00Z`))
  const labelOf = ({ employee, cell }: CellPlace) => `${employee.name}, ${nameOf(cell.date)}`
  const places = week.rows.map((employee) =>
    days.flatMap((day): CellPlace[] => {
      const cell = employee.cells[day]
      return cell ? [{ employee, cell }] : []
    }),
  )
  const tabStop = places.flat().some(({ employee, cell }) => cellKey(employee.id, cell.date) === active)
    ? active
    : places[0]?.[0] && cellKey(places[0][0].employee.id, places[0][0].cell.date)

  const focus = (place: CellPlace | undefined) => {
    if (!place) return
    grid.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(place.employee.id, place.cell.date)}"]`)?.focus()
  }
  const set = (place: CellPlace, shift_ids: readonly number[], label: string) => {
    if (mayEdit && !changes.busy) void changes.change([{ ...place, shift_ids }], `${label}: ${labelOf(place)}`)
  }
  const drop = (target: CellPlace, { shift_id, from }: DraggedShift, isCopy: boolean) => {
    if (!from || isCopy) return set(target, [shift_id], say('assign_act'))
    const source = places.flat().find(({ employee, cell }) => employee.id === from.employee_id && cell.date === from.date)
    const isSame = source?.employee.id === target.employee.id && source.cell.date === target.cell.date
    if (!source || isSame || changes.busy) return
    const rest = shiftIdsOf(source.cell).filter((id) => id !== shift_id)
    void changes.change(
      [
        { ...source, shift_ids: rest },
        { ...target, shift_ids: [shift_id] },
      ],
      `${say('move_act')}: ${labelOf(target)}`,
    )
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, row: number, column: number) => {
    const place = places[row]?.[column]
    if (!place || event.target !== event.currentTarget) return
    const isCommand = event.ctrlKey || event.metaKey
    const act: Record<string, (() => void) | undefined> = isCommand
      ? {
          c: () => setCopied(shiftIdsOf(place.cell)),
          v: copied && (() => set(place, copied, say('paste_act'))),
          z: () => void changes.undo(),
        }
      : {
          ArrowLeft: () => focus(places[row]?.[column - 1]),
          ArrowRight: () => focus(places[row]?.[column + 1]),
          ArrowUp: () => focus(places[row - 1]?.[column]),
          ArrowDown: () => focus(places[row + 1]?.[column]),
          Home: () => focus(places[row]?.[0]),
          End: () => focus(places[row]?.at(-1)),
          Enter: () => mayEdit && setOpen(place),
          ' ': () => mayEdit && setOpen(place),
          Delete: () => place.cell.shifts.length > 0 && set(place, [], say('clear_act')),
          Backspace: () => place.cell.shifts.length > 0 && set(place, [], say('clear_act')),
        }
    const run = act[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  const close = () => {
    const place = open
    setOpen(undefined)
    // After the dialog is gone, which returns the focus to where it was.
    setTimeout(() => focus(place))
  }
  return (
    <>
      <div className="roster-scroll">
        {/* A table whose days are cells of a grid in the sense of ARIA: one tab stop, arrow keys within. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={grid} role="grid" className="roster" aria-label={say('title')} aria-describedby="roster-keys" aria-busy={changes.busy}>
          <thead>
            <tr>
              <th scope="col">{say('employee')}</th>
              {days.map((day) => {
                const date = week.days[day]?.date ?? ''
                return (
                  <th
                    key={date}
                    scope="col"
                    className={date === week.today ? 'is-today' : undefined}
                    aria-current={date === week.today ? 'date' : undefined}
                  >
                    {nameOf(date)}
                  </th>
                )
              })}
              <th scope="col" className="is-end">
                {say('hours')}
              </th>
            </tr>
          </thead>
          <tbody>
            {places.map((cells, row) => {
              const employee = week.rows[row]
              return employee ? (
                <tr key={employee.id}>
                  <th scope="row">
                    {employee.name} <span className="quiet small">{employee.staff_no}</span>
                  </th>
                  {cells.map((place, column) => {
                    const key = cellKey(employee.id, place.cell.date)
                    return (
                      <RosterCell
                        key={key}
                        place={place}
                        label={labelOf(place)}
                        shifts={shifts}
                        isToday={place.cell.date === week.today}
                        isTabStop={key === tabStop}
                        mayEdit={mayEdit}
                        refused={changes.refused.get(key)}
                        onKey={(event) => onKey(event, row, column)}
                        onFocus={() => setActive(key)}
                        open={() => mayEdit && setOpen(place)}
                        drop={(shift, isCopy) => drop(place, shift, isCopy)}
                      />
                    )
                  })}
                  <td className="is-end num">{formatMinutes(employee.minutes)}</td>
                </tr>
              ) : null
            })}
          </tbody>
          <RosterTotals week={week} days={days} />
        </table>
      </div>
      {open ? (
        <ShiftPicker
          place={open}
          title={labelOf(open)}
          shifts={week.shifts}
          close={close}
          choose={(ids) => {
            set(open, ids, say(ids.length === 0 ? 'clear_act' : 'assign_act'))
            close()
          }}
        />
      ) : null}
    </>
  )
}

/** Hours and people of each day, and how many employees each shift has. */
function RosterTotals({ week, days }: { week: RosterWeek; days: readonly number[] }) {
  const say = useRosterMessages()
  const sum = (list: readonly number[]) => days.reduce((total, day) => total + (list[day] ?? 0), 0)
  return (
    <tfoot>
      <tr>
        <th scope="row">{say('hours_day')}</th>
        {days.map((day) => (
          <td key={day} className="num">
            {formatMinutes(week.days[day]?.minutes ?? 0)} · {say('people', { count: week.days[day]?.people ?? 0 })}
          </td>
        ))}
        <td className="is-end num">{formatMinutes(sum(week.days.map(({ minutes }) => minutes)))}</td>
      </tr>
      {week.shifts.map((shift) => (
        <tr key={shift.id}>
          <th scope="row">
            {shift.name}{' '}
            <span className="quiet small num">
              {shift.start}–{shift.end}
            </span>
          </th>
          {days.map((day) => (
            <td key={day} className="num">
              {shift.counts[day] ?? 0}
            </td>
          ))}
          <td className="is-end num">{sum(shift.counts)}</td>
        </tr>
      ))}
    </tfoot>
  )
}

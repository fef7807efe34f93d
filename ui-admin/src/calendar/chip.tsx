import type { KeyboardEvent, PointerEvent } from 'react'
import { follow } from '../common/link.tsx'
import { hueStyle } from './hue.ts'
import type { CalendarEntry } from './layout-entries.ts'
import { useMessages } from './messages.ts'
import { useWords } from './date-formats.ts'

export interface ChipProps {
  entry: CalendarEntry
  /** The entry started on an earlier day. */
  continued: boolean
  /** The entry continues after this day. */
  goesOn: boolean
  carried: boolean
  /** Whether it is a tab stop: only on the focused day. */
  reachable: boolean
  onPointerDown: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** An entry on a day: a link to its record; can be picked up if it can be moved. */
export function Chip({ entry, continued, goesOn, carried, reachable, onPointerDown, onKeyDown }: ChipProps) {
  const say = useMessages()
  const words = useWords()
  const time = entry.allDay || continued ? '' : words.time(entry.start)
  const label = [time, entry.title, entry.kind, continued ? say('continued') : '', entry.movable ? say('canMove') : '']
    .filter(Boolean)
    .join(', ')
  const className = [
    'cal-chip',
    continued && 'cal-continued',
    goesOn && 'cal-goes-on',
    entry.movable && 'cal-movable',
    carried && 'cal-carried',
    entry.status === 'disabled' || entry.status === 'draft' ? 'cal-faint' : false,
  ]
    .filter(Boolean)
    .join(' ')
  const shared = {
    className,
    style: hueStyle(entry.hue),
    'data-entry': entry.key,
    'aria-label': label,
    title: `${time ? `${time} ` : ''}${entry.title} – ${entry.kind}`,
    tabIndex: reachable ? 0 : -1,
    onKeyDown,
    ...(entry.movable ? { onPointerDown } : {}),
  }
  const inside = (
    <>
      {time && <span className="cal-time num">{time}</span>}
      <span className="cal-title">{entry.title}</span>
    </>
  )
  return entry.to ? (
    <a {...shared} href={entry.to} draggable={false} onClick={follow(entry.to)}>
      {inside}
    </a>
  ) : (
    <span {...shared} role="note">
      {inside}
    </span>
  )
}

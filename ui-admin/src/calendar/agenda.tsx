import { Button } from '@blueprintjs/core'
import { Move } from '@blueprintjs/icons'
import { Link } from '../common/link.tsx'
import { StatusTag } from '../widgets/status/status-tag.tsx'
import type { VisibleRange } from './days.ts'
import { hueStyle } from './hue.ts'
import { byDay, type CalendarEntry, type PlacedEntry } from './layout-entries.ts'
import { useMessages } from './messages.ts'
import { useWords } from './date-formats.ts'

export interface AgendaProps {
  visibleRange: VisibleRange
  today: string
  entries: readonly PlacedEntry[]
  move: (entry: CalendarEntry) => void
}

/** List view: entries under their first day. */
export function Agenda({ visibleRange, today, entries, move }: AgendaProps) {
  const say = useMessages()
  const words = useWords()
  const groups = byDay(entries, visibleRange.from, visibleRange.to)
  if (groups.length === 0) return <p className="cal-none quiet">{say('none')}</p>
  return (
    <div className="cal-list">
      {groups.map(([day, all]) => (
        <section key={day} aria-labelledby={`cal-${day}`}>
          <h2 id={`cal-${day}`} aria-current={day === today ? 'date' : undefined}>
            {words.day(day)}
          </h2>
          <ul>
            {all.map(({ entry, first, last }) => (
              <li key={entry.key} style={hueStyle(entry.hue)}>
                <span className="cal-time num">{entry.allDay || first < day ? say('allDay') : words.time(entry.start)}</span>
                <span className="cal-what">
                  {entry.to ? <Link to={entry.to}>{entry.title}</Link> : entry.title}
                  <span className="quiet">
                    {entry.kind}
                    {last > day && ` · ${say('until', { day: words.short(last) })}`}
                  </span>
                </span>
                {entry.status && <StatusTag word={entry.status} />}
                {entry.movable && (
                  <Button
                    variant="minimal"
                    icon={<Move aria-hidden />}
                    aria-label={say('moveOne', { title: entry.title })}
                    title={say('move')}
                    onClick={() => move(entry)}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

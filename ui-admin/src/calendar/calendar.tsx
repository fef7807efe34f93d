import { Button, ButtonGroup, ProgressBar } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { type ReactNode, useMemo, useState } from 'react'
import { useShortcuts } from '../common/shortcuts.ts'
import { useT } from '../i18n/index.ts'
import { Agenda } from './agenda.tsx'
import { getDayRange, movedTo, getVisibleRange, turned, type View, views } from './days.ts'
import { DayGrid } from './grid.tsx'
import { type CalendarEntry, placeEntries } from './layout-entries.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useMessages } from './messages.ts'
import { useWords } from './date-formats.ts'
import './calendar.css'

export interface CalendarProps {
  view: View
  /** The selected day. */
  day: string
  today: string
  entries: readonly CalendarEntry[]
  loading?: boolean
  /** Called when another day or view is selected. */
  go: (to: { view: View; day: string }) => void
  /** Called when an entry is moved, with its new times. */
  onMove?: (entry: CalendarEntry, to: { start: string; end: string | null }) => void
  /** Additional buttons in the toolbar. */
  tools?: ReactNode
  /** Content between toolbar and days, such as a legend. */
  children?: ReactNode
}

/** Calendar as month, week or list, in the time zone of the business. */
export function Calendar({ view, day, today, entries, loading = false, go, onMove, tools, children }: CalendarProps) {
  const say = useMessages()
  const words = useWords()
  const { language } = useT()
  const [carried, setCarried] = useState<CalendarEntry>()
  const [movingEntry, setMovingEntry] = useState<CalendarEntry>()
  const [announcement, setAnnouncement] = useState('')
  // The focused day since the last URL change. Moving the focus within the view adds no history entry.
  const [went, setWent] = useState({ from: day, to: day })
  const at = went.from === day ? went.to : day
  const visibleRange = useMemo(() => getVisibleRange(view, day, language), [view, day, language])
  const all = useMemo(
    () => placeEntries(onMove ? entries : entries.map((entry) => ({ ...entry, movable: false })), words.zone),
    [entries, onMove, words.zone],
  )
  const title = words.span(view, day, visibleRange)
  const turn = (by: 1 | -1) => go({ view, day: turned(view, at, by) })

  const pick = (entry: CalendarEntry | undefined) => {
    if (!entry && carried) setAnnouncement(say('left', { title: carried.title }))
    if (entry) setAnnouncement(say('carrying', { title: entry.title, day: words.day(at) }))
    setCarried(entry)
  }
  const drop = (entry: CalendarEntry, to: string) => {
    setCarried(undefined)
    if (getDayRange(entry, words.zone).first === to) return setAnnouncement(say('left', { title: entry.title }))
    setAnnouncement(say('dropped', { title: entry.title, day: words.day(to) }))
    onMove?.(entry, movedTo(entry, to, words.zone))
  }
  const focusDay = (to: string) => {
    if (carried) setAnnouncement(say('carrying', { title: carried.title, day: words.day(to) }))
    const same = view === 'week' ? to >= visibleRange.from && to < visibleRange.to : to.slice(0, 7) === day.slice(0, 7)
    if (same) setWent({ from: day, to })
    else go({ view, day: to })
  }

  useShortcuts([
    { combo: 't', label: say('today'), group: say('group'), run: () => go({ view, day: today }) },
    { combo: 'm', label: say('month'), group: say('group'), run: () => go({ view: 'month', day: at }) },
    { combo: 'w', label: say('week'), group: say('group'), run: () => go({ view: 'week', day: at }) },
    { combo: 'l', label: say('list'), group: say('group'), run: () => go({ view: 'list', day: at }) },
  ])

  return (
    <div className="cal">
      <div className="cal-tools">
        <ButtonGroup>
          <Button icon={<ChevronLeft aria-hidden />} aria-label={say('previous')} title={say('previous')} onClick={() => turn(-1)} />
          <Button onClick={() => go({ view, day: today })}>{say('today')}</Button>
          <Button icon={<ChevronRight aria-hidden />} aria-label={say('next')} title={say('next')} onClick={() => turn(1)} />
        </ButtonGroup>
        <h2 className="cal-span" aria-live="polite">
          {title}
        </h2>
        <ButtonGroup aria-label={say('view')} role="group">
          {views.map((option) => (
            <Button key={option} active={option === view} aria-pressed={option === view} onClick={() => go({ view: option, day: at })}>
              {say(option)}
            </Button>
          ))}
        </ButtonGroup>
        {tools}
      </div>
      {children}
      <div className="cal-busy">{loading && <ProgressBar aria-label={say('loading')} />}</div>
      {view === 'list' ? (
        !loading && <Agenda visibleRange={visibleRange} today={today} entries={all} move={setMovingEntry} />
      ) : (
        <DayGrid
          view={view}
          visibleRange={visibleRange}
          day={at}
          today={today}
          entries={all}
          carried={carried}
          pick={pick}
          drop={drop}
          focusDay={focusDay}
          openDay={(date) => go({ view: 'week', day: date })}
          label={title}
        />
      )}
      <p className="cal-foot quiet">
        {say('zone', { zone: words.clock })}
        {view !== 'list' && <span className="cal-keys"> · {say('keys')}</span>}
      </p>
      <p role="status" className={carried ? 'cal-told' : 'sr-only'}>
        {announcement}
      </p>
      {movingEntry && (
        <MoveDialog
          entry={movingEntry}
          from={getDayRange(movingEntry, words.zone).first}
          drop={drop}
          close={() => setMovingEntry(undefined)}
        />
      )}
    </div>
  )
}

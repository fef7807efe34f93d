import { Button, Card, Spinner } from '@blueprintjs/core'
import { Annotation, Comment, Edit, Envelope, Record } from '@blueprintjs/icons'
import { useCallback, useId, useMemo, useState, type ReactNode } from 'react'
import { Slot } from '../common/slot.tsx'
import { merge, type TimelineEntry, type TimelineSource } from './merge.ts'
import { useMessages } from './messages.ts'
import { useDays } from './use-days.ts'
import './timeline.css'

const activityIcons = {
  status: <Record size={12} aria-hidden />,
  message: <Comment size={13} aria-hidden />,
  note: <Annotation size={13} aria-hidden />,
  mail: <Envelope size={13} aria-hidden />,
  change: <Edit size={13} aria-hidden />,
}
const isKnown = (kind: string): kind is keyof typeof activityIcons => Object.hasOwn(activityIcons, kind)

export interface TimelineProps {
  title: string
  sources: readonly TimelineSource[]
  /** The row of the timeline; plugins add their sources for it. */
  subject?: { resource: string; id: number }
  /** Content above the entries, such as a comment editor. */
  children?: ReactNode
}

/** Props of a contribution at the slot `timeline`. */
export interface TimelinePiece {
  subject: { resource: string; id: number }
  /** Adds or replaces a source. */
  bring: (source: TimelineSource) => void
}

/** Timeline of events and comments from several sources: newest first, grouped by day. */
export function Timeline({ title, sources, subject, children }: TimelineProps) {
  const say = useMessages()
  const heading = useId()
  const [contributedSources, setContributedSources] = useState<ReadonlyMap<string, TimelineSource>>(new Map())
  const [kind, setKind] = useState('')
  const bring = useCallback((source: TimelineSource) => setContributedSources((now) => new Map(now).set(source.name, source)), [])
  const all = useMemo(() => [...sources, ...contributedSources.values()], [sources, contributedSources])
  const { entries, older } = merge(all)
  const names: Record<string, string> = Object.assign({}, ...all.map((source) => source.kinds ?? {}))
  const kinds = [...new Set(entries.map((entry) => entry.kind))]
  const chosen = kinds.includes(kind) ? kind : ''
  const visibleEntries = chosen === '' ? entries : entries.filter((entry) => entry.kind === chosen)
  const busy = all.some((source) => source.busy)
  return (
    <Card compact className="timeline" role="region" aria-labelledby={heading} tabIndex={-1}>
      <h2 id={heading}>{title}</h2>
      {children}
      {subject && <Slot at="timeline" subject={subject} bring={bring} />}
      {kinds.length > 1 && (
        <div className="timeline-kinds" role="group" aria-label={say('show')}>
          {['', ...kinds].map((entryKind) => (
            <button key={entryKind} type="button" aria-pressed={chosen === entryKind} onClick={() => setKind(entryKind)}>
              {entryKind === '' ? say('all') : (names[entryKind] ?? (isKnown(entryKind) ? say(entryKind) : entryKind))}
            </button>
          ))}
        </div>
      )}
      {all.some((source) => source.failed) && <p role="alert">{say('failed')}</p>}
      {visibleEntries.length === 0 &&
        (busy ? <Spinner size={20} aria-label={say('loading')} /> : <p className="quiet">{say('nothing')}</p>)}
      <Days entries={visibleEntries} />
      {older && entries.length > 0 && (
        <Button size="small" className="timeline-older" loading={busy} onClick={older}>
          {say('older')}
        </Button>
      )}
    </Card>
  )
}

function Days({ entries }: { entries: readonly (TimelineEntry & { source: string })[] }) {
  const { formatDay } = useDays()
  const days = new Map<string, (TimelineEntry & { source: string })[]>()
  for (const entry of entries) days.set(formatDay(entry.at), [...(days.get(formatDay(entry.at)) ?? []), entry])
  return [...days].map(([day, list]) => (
    <section key={day} className="timeline-day">
      <h3>{day}</h3>
      <ol>
        {list.map((entry) => (
          <Line key={`${entry.source} ${entry.key}`} entry={entry} />
        ))}
      </ol>
    </section>
  ))
}

function Line({ entry }: { entry: TimelineEntry }) {
  const { formatTime, whole } = useDays()
  return (
    <li className={entry.body ? 'has-body' : undefined} data-kind={entry.kind}>
      <span className="timeline-dot" aria-hidden>
        {entry.icon ?? (isKnown(entry.kind) ? activityIcons[entry.kind] : activityIcons.status)}
      </span>
      <div className="timeline-line">
        <div className="timeline-what">
          <span>{entry.head}</span>
          <span className="quiet small">
            <time dateTime={entry.at} title={whole(entry.at)}>
              {formatTime(entry.at)}
            </time>
            {entry.who && <bdi> · {entry.who}</bdi>}
            {entry.aside && <> · {entry.aside}</>}
          </span>
        </div>
        {entry.body && <div className="timeline-body">{entry.body}</div>}
      </div>
    </li>
  )
}

import type { ReactNode } from 'react'

/** Something that happened or was said. */
export interface TimelineEntry {
  /** Unique within its source. */
  key: string
  /** When: an instant. */
  at: string
  /** What it is, by which the timeline can be narrowed: one of the known kinds, or one its source names in `kinds`. */
  kind: string
  /** In the round at its left; by itself what its kind says. */
  icon?: ReactNode
  /** What happened, in a few words or as a tag. */
  head: ReactNode
  who?: string | undefined
  /** Beside who and when. */
  aside?: ReactNode
  /** What was said, in a bubble of its own. */
  body?: ReactNode
}

/** Where entries come from. A timeline joins several. */
export interface TimelineSource {
  name: string
  /** Newest first. */
  entries: readonly TimelineEntry[]
  /** Fetches older ones; absent when all are there. */
  older?: (() => unknown) | undefined
  busy?: boolean
  failed?: boolean
  /** Names of kinds of its own. */
  kinds?: Readonly<Record<string, string>>
}

/** What several sources know, in one order. */
export interface Merged {
  /** Newest first. */
  entries: (TimelineEntry & { source: string })[]
  /** Fetches what comes next; undefined when all is shown. */
  older: (() => void) | undefined
}

const time = ({ at }: { at: string }) => Date.parse(at)

/**
 * Joins sources that are each fetched page by page. Only what is newer than the oldest known of every source that has more is shown:
 * beyond that, something between two entries may not have been fetched yet.
 */
export function merge(sources: readonly TimelineSource[]): Merged {
  const all = sources.flatMap(({ name, entries }) => entries.map((entry) => ({ ...entry, source: name }))).sort((a, b) => time(b) - time(a))
  const open = sources.flatMap((source) => {
    const last = source.entries.at(-1)
    return source.older ? [{ source, from: last ? time(last) : Infinity }] : []
  })
  const horizon = Math.max(-Infinity, ...open.map(({ from }) => from))
  return {
    entries: all.filter((entry) => time(entry) >= horizon),
    older: open.length === 0 ? undefined : () => open.forEach(({ source, from }) => void (from === horizon && source.older?.())),
  }
}

import type { ReactNode } from 'react'

/** An entry of a timeline: an event or a comment. */
export interface TimelineEntry {
  /** Unique within its source. */
  key: string
  /** Time, as an ISO instant. */
  at: string
  /** Type of the entry, used for filtering: a built-in type, or one that the source names in `kinds`. */
  kind: string
  /** Icon; the default depends on the type. */
  icon?: ReactNode
  /** Summary, as text or as a tag. */
  head: ReactNode
  who?: string | undefined
  /** Content beside author and time. */
  aside?: ReactNode
  /** Quoted text. */
  body?: ReactNode
}

/** A source of entries. A timeline merges several. */
export interface TimelineSource {
  name: string
  /** Newest first. */
  entries: readonly TimelineEntry[]
  /** Loads older entries; absent when all are loaded. */
  older?: (() => unknown) | undefined
  busy?: boolean
  failed?: boolean
  /** Labels of the source's own types. */
  kinds?: Readonly<Record<string, string>>
}

/** Several sources merged into one order. */
export interface Merged {
  /** Newest first. */
  entries: (TimelineEntry & { source: string })[]
  /** Loads the next entries; undefined when all are shown. */
  older: (() => void) | undefined
}

const time = ({ at }: { at: string }) => Date.parse(at)

/**
 * Merges sources with pagination. For each source with more pages, only entries newer than its oldest loaded one are shown, because older
 * ones may lie between entries that are not loaded yet.
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

import { addDays, daysTaken, type Times } from './days.ts'

/** Something that happens, as the calendar shows it. */
export interface CalendarEntry extends Times {
  /** Unique within the calendar. */
  key: string
  title: string
  /** What it is one of, in words. */
  kind: string
  /** Name of a colour of its kind: `blue` is `--hue-blue` of the tokens. */
  hue: string
  status?: string | null
  /** Address of what it is about. */
  to?: string | undefined
  movable?: boolean
}

/** An entry with the days it takes. */
export interface PlacedEntry {
  entry: CalendarEntry
  first: string
  last: string
}

/** Entries in the order they are read: by day, the long ones first, then by hour. */
export function placeEntries(entries: readonly CalendarEntry[], zone: string): PlacedEntry[] {
  const hour = ({ entry }: PlacedEntry) => (entry.allDay ? '' : entry.start)
  return entries
    .map((entry) => ({ entry, ...daysTaken(entry, zone) }))
    .toSorted(
      (a, b) =>
        a.first.localeCompare(b.first) ||
        Number(b.last > b.first) - Number(a.last > a.first) ||
        hour(a).localeCompare(hour(b)) ||
        a.entry.title.localeCompare(b.entry.title),
    )
}

/**
 * Lays what happens in a row of days into lanes, so that what takes several days stays on one height: for each day what lies
 * in which lane, with gaps.
 */
export function getLanes(days: readonly string[], all: readonly PlacedEntry[]): (PlacedEntry | undefined)[][] {
  const cells: (PlacedEntry | undefined)[][] = days.map(() => [])
  const [from = ''] = days
  const to = days.at(-1) ?? ''
  // What began before the row stands above: it was there first.
  for (const one of all) {
    if (one.last < from || one.first > to) continue
    const taken = cells.filter((_, n) => (days[n] ?? '') >= one.first && (days[n] ?? '') <= one.last)
    let lane = 0
    while (taken.some((cell) => cell[lane] !== undefined)) lane += 1
    for (const cell of taken) cell[lane] = one
  }
  return cells
}

/** Entries by the first of the shown days they touch, for reading one after the other. */
export function byDay(all: readonly PlacedEntry[], from: string, to: string): [string, PlacedEntry[]][] {
  const groups = new Map<string, PlacedEntry[]>()
  for (const one of all) {
    if (one.last < from || one.first > addDays(to, -1)) continue
    const day = one.first < from ? from : one.first
    groups.set(day, [...(groups.get(day) ?? []), one])
  }
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b))
}

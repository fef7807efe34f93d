import { addDays, getDayRange, type Times } from './days.ts'

/** An entry as the calendar shows it. */
export interface CalendarEntry extends Times {
  /** Unique within the calendar. */
  key: string
  title: string
  /** Name of its source. */
  kind: string
  /** Colour name of its source: `blue` is the token `--hue-blue`. */
  hue: string
  status?: string | null
  /** URL of the record. */
  to?: string | undefined
  movable?: boolean
}

/** An entry with the days it covers. */
export interface PlacedEntry {
  entry: CalendarEntry
  first: string
  last: string
}

/** Sorts entries: by day, longer ones first, then by time. */
export function placeEntries(entries: readonly CalendarEntry[], zone: string): PlacedEntry[] {
  const hour = ({ entry }: PlacedEntry) => (entry.allDay ? '' : entry.start)
  return entries
    .map((entry) => ({ entry, ...getDayRange(entry, zone) }))
    .toSorted(
      (a, b) =>
        a.first.localeCompare(b.first) ||
        Number(b.last > b.first) - Number(a.last > a.first) ||
        hour(a).localeCompare(hour(b)) ||
        a.entry.title.localeCompare(b.entry.title),
    )
}

/**
 * Assigns entries of a row of days to lanes, so that an entry of several days keeps its vertical position. Returns the lanes of each day,
 * with gaps.
 */
export function getRows(days: readonly string[], all: readonly PlacedEntry[]): (PlacedEntry | undefined)[][] {
  const cells: (PlacedEntry | undefined)[][] = days.map(() => [])
  const [from = ''] = days
  const to = days.at(-1) ?? ''
  // Entries that start before the row come first.
  for (const entry of all) {
    if (entry.last < from || entry.first > to) continue
    const occupiedDays = cells.filter((_, n) => (days[n] ?? '') >= entry.first && (days[n] ?? '') <= entry.last)
    let row = 0
    while (occupiedDays.some((cell) => cell[row] !== undefined)) row += 1
    for (const cell of occupiedDays) cell[row] = entry
  }
  return cells
}

/** Groups entries by the first visible day they cover, for the list view. */
export function byDay(all: readonly PlacedEntry[], from: string, to: string): [string, PlacedEntry[]][] {
  const groups = new Map<string, PlacedEntry[]>()
  for (const entry of all) {
    if (entry.last < from || entry.first > addDays(to, -1)) continue
    const day = entry.first < from ? from : entry.first
    groups.set(day, [...(groups.get(day) ?? []), entry])
  }
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b))
}

import { basic, countDays, type Ctx, message, validationError } from 'stoa'
import type { CalendarView, Entry } from '../api-types.ts'
import {
  CALENDAR_SOURCES,
  type CalendarScope,
  type CalendarSource,
  type EntryReader,
  isAllowed,
  type SourceEntry,
  type Span,
} from './sources.ts'

/** Maximum number of days of one request: two months with the adjacent weeks. */
export const MOST_DAYS = 62
/** Maximum number of entries of one source in a response. */
export const MOST_ENTRIES = 500

/** A source with the reader of a scope. */
export interface ScopedSource {
  name: string
  source: CalendarSource
  reader: EntryReader
}

/** The sources of a scope that the actor may see, in order; `only` restricts them. */
export const listSources = (ctx: Ctx, scope: CalendarScope, only?: readonly string[]): ScopedSource[] =>
  [...ctx.kernel.contributions(CALENDAR_SOURCES)].flatMap(([name, source]) => {
    const reader = scope === 'mine' ? source.mine : source
    return reader && isAllowed(ctx, reader.needs) && (only?.includes(name) ?? true) ? [{ name, source, reader }] : []
  })

/** The entries of one source in a range, and whether they are complete. */
export async function readEntries(ctx: Ctx, reader: EntryReader, span: Span): Promise<{ entries: SourceEntry[]; cut: boolean }> {
  const entries = await reader.read(ctx, { ...span, most: span.most + 1 })
  return { entries: entries.slice(0, span.most), cut: entries.length > span.most }
}

/** @throws AppError INVALID naming the invalid end of the range */
function requireSpan(from: string, to: string): void {
  const days = countDays(from, to) - 1
  if (days < 1) throw validationError({ to: message('calendar:error.order') })
  if (days > MOST_DAYS) throw validationError({ to: message('calendar:error.too_long', { count: MOST_DAYS }) })
}

/** The entries of all sources of a scope that the actor may see. @throws AppError INVALID */
export async function readCalendar(
  ctx: Ctx,
  scope: CalendarScope,
  { from, to, source }: { from: string; to: string; source: readonly string[] },
): Promise<CalendarView> {
  requireSpan(from, to)
  const known = ctx.kernel.contributions(CALENDAR_SOURCES)
  if (source.some((name) => !known.has(name))) throw validationError({ source: message('core:rule.choice') })
  const span = { from, to, most: MOST_ENTRIES, outside: false, anonymous: false }
  const language = ctx.interfaceLanguage ?? ctx.language
  const sources = await Promise.all(
    listSources(ctx, scope, source.length > 0 ? source : undefined).map(async (scoped) => ({
      ...scoped,
      ...(await readEntries(ctx, scoped.reader, span)),
    })),
  )
  return {
    time_zone: ctx.kernel.settings.of(basic).time_zone,
    sources: sources.map(({ name, source: { title, hue }, cut }) => ({ name, title: ctx.kernel.i18n.t(language, title), hue, cut })),
    data: sources.flatMap(({ name, source: { move }, entries }) => {
      const mayMove = move !== undefined && isAllowed(ctx, move.needs)
      return entries.map((entry) => toEntry(name, entry, mayMove))
    }),
  }
}

const toEntry = (source: string, entry: SourceEntry, mayMove: boolean): Entry => ({
  source,
  id: entry.id,
  title: entry.title,
  start: entry.start,
  end: entry.end,
  all_day: entry.all_day,
  status: entry.status ?? null,
  link: entry.link ?? null,
  movable: mayMove && entry.movable === true,
  version: entry.version ?? null,
})

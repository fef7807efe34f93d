import { basic, countDays, type Ctx, hasPermission, message, validationError } from 'stoa'
import type { CalendarView, Entry } from '../api-types.ts'
import { CALENDAR_SOURCES, type CalendarSource, type SourceEntry, type Span } from './sources.ts'

/** Maximum number of days of one request: two months with the adjacent weeks. */
export const MOST_DAYS = 62
/** Maximum number of entries of one source in a response. */
export const MOST_ENTRIES = 500

type Named = readonly [string, CalendarSource]

/** The sources the actor may see, in order; `only` restricts them. */
export const listSources = (ctx: Ctx, only?: readonly string[]): Named[] =>
  [...ctx.kernel.contributions(CALENDAR_SOURCES)].filter(
    ([name, { needs }]) => hasPermission(ctx.actor, needs) && (only?.includes(name) ?? true),
  )

/** The entries of one source in a range, and whether they are complete. */
export async function readEntries(ctx: Ctx, source: CalendarSource, span: Span): Promise<{ entries: SourceEntry[]; cut: boolean }> {
  const entries = await source.read(ctx, { ...span, most: span.most + 1 })
  return { entries: entries.slice(0, span.most), cut: entries.length > span.most }
}

/** @throws AppError INVALID naming the invalid end of the range */
function requireSpan(from: string, to: string): void {
  const days = countDays(from, to) - 1
  if (days < 1) throw validationError({ to: message('calendar:error.order') })
  if (days > MOST_DAYS) throw validationError({ to: message('calendar:error.too_long', { count: MOST_DAYS }) })
}

/** The entries of all sources the actor may see. @throws AppError INVALID */
export async function readCalendar(
  ctx: Ctx,
  { from, to, source }: { from: string; to: string; source: readonly string[] },
): Promise<CalendarView> {
  requireSpan(from, to)
  const sources = ctx.kernel.contributions(CALENDAR_SOURCES)
  const strange = source.find((name) => !sources.has(name))
  if (strange !== undefined) throw validationError({ source: message('core:rule.choice') })
  const span = { from, to, most: MOST_ENTRIES, outside: false }
  const speech = ctx.interfaceLanguage ?? ctx.language
  const read = await Promise.all(
    listSources(ctx, source.length > 0 ? source : undefined).map(async ([name, calendarSource]) => ({
      name,
      calendarSource: calendarSource,
      ...(await readEntries(ctx, calendarSource, span)),
    })),
  )
  return {
    time_zone: ctx.kernel.settings.of(basic).time_zone,
    sources: read.map(({ name, calendarSource, cut }) => ({
      name,
      title: ctx.kernel.i18n.t(speech, calendarSource.title),
      hue: calendarSource.hue,
      cut,
    })),
    data: read.flatMap(({ name, calendarSource, entries }) => {
      const may = calendarSource.move !== undefined && hasPermission(ctx.actor, calendarSource.move.needs)
      return entries.map((entry) => toEntry(name, entry, may))
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

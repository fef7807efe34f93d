import { hasPermission, basic, type Ctx, validationError, message } from 'stoa'
import { daysBetween } from '../domain/days.ts'
import type { CalendarView, Entry } from '../api-types.ts'
import { CALENDAR_SOURCES, type CalendarSource, type SourceEntry, type Span } from './sources.ts'

/** Most days one look may span: a month with the weeks around it, twice. */
export const MOST_DAYS = 62
/** Most entries of one source that are told at once. */
export const MOST_ENTRIES = 500

type Named = readonly [string, CalendarSource]

/** What this person may see, in order; `only` leaves out the others. */
export const listSources = (ctx: Ctx, only?: readonly string[]): Named[] =>
  [...ctx.kernel.contributions(CALENDAR_SOURCES)].filter(
    ([name, { needs }]) => hasPermission(ctx.actor, needs) && (only?.includes(name) ?? true),
  )

/** What one source knows of a time, and whether that is all. */
export async function readEntries(ctx: Ctx, source: CalendarSource, span: Span): Promise<{ entries: SourceEntry[]; cut: boolean }> {
  const entries = await source.read(ctx, { ...span, most: span.most + 1 })
  return { entries: entries.slice(0, span.most), cut: entries.length > span.most }
}

/** @throws Failed INVALID naming the end of the time that is wrong */
function requireSpan(from: string, to: string): void {
  const days = daysBetween(from, to)
  if (days < 1) throw validationError({ to: message('calendar:error.order') })
  if (days > MOST_DAYS) throw validationError({ to: message('calendar:error.too_long', { count: MOST_DAYS }) })
}

/** What happens in a time, of every source this person may see. @throws Failed INVALID */
export async function readCalendar(
  ctx: Ctx,
  { from, to, source }: { from: string; to: string; source: readonly string[] },
): Promise<CalendarView> {
  requireSpan(from, to)
  const known = ctx.kernel.contributions(CALENDAR_SOURCES)
  const strange = source.find((name) => !known.has(name))
  if (strange !== undefined) throw validationError({ source: message('core:rule.choice') })
  const span = { from, to, most: MOST_ENTRIES, outside: false }
  const speech = ctx.interfaceLanguage ?? ctx.language
  const read = await Promise.all(
    listSources(ctx, source.length > 0 ? source : undefined).map(async ([name, one]) => ({
      name,
      one,
      ...(await readEntries(ctx, one, span)),
    })),
  )
  return {
    time_zone: ctx.kernel.settings.of(basic).time_zone,
    sources: read.map(({ name, one, cut }) => ({ name, title: ctx.kernel.i18n.t(speech, one.title), hue: one.hue, cut })),
    data: read.flatMap(({ name, one, entries }) => {
      const may = one.move !== undefined && hasPermission(ctx.actor, one.move.needs)
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

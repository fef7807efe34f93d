import { type Shape, t } from 'stoa'
import { hues } from './services/sources.ts'

/** JSON types of the calendar. Screens import the types alone, not the schemas. */

/** A calendar source. */
export const Source = t.object({
  name: t.text(),
  title: t.text(),
  hue: t.pick(hues),
  cut: t.flag('More entries exist than are returned.'),
})
export type Source = Shape<typeof Source>

/** A calendar entry. */
export const Entry = t.object({
  source: t.text(),
  id: t.text('Unique within its source.'),
  title: t.text(),
  start: t.text('A date, or an instant in UTC.'),
  end: t.maybe(t.text('The day after the last one, or the end instant.')),
  all_day: t.flag(),
  status: t.maybe(t.text()),
  link: t.maybe(t.text('A path under /admin.')),
  movable: t.flag('Whether the caller may reschedule it.'),
  version: t.maybe(t.int('To be sent back when it is rescheduled.')),
})
export type Entry = Shape<typeof Entry>

/** The entries of a time range. */
export const CalendarView = t.object({
  time_zone: t.text('Time zone of the dates.'),
  sources: t.list(Source),
  data: t.list(Entry),
})
export type CalendarView = Shape<typeof CalendarView>

/** A private iCalendar feed. */
export const Feed = t.object({
  id: t.id(),
  name: t.text(),
  created_at: t.dateTime(),
  used_at: t.maybe(t.dateTime('Time of the last request.')),
})
export type Feed = Shape<typeof Feed>

/** A new feed with its URL, which is returned only once. */
export const NewFeed = t.both(Feed, t.object({ url: t.text('Full URL, returned only once.') }))
export type NewFeed = Shape<typeof NewFeed>

import { type Shape, t } from 'stoa'
import { calendarScopes, hues } from './services/sources.ts'

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
  scope: t.pick(calendarScopes),
  shows_names: t.flag('Whether titles contain names of customers, as far as the account may see them.'),
  created_at: t.dateTime(),
  used_at: t.maybe(t.dateTime('Time of the last request.')),
})
export type Feed = Shape<typeof Feed>

/** The feeds of an account, and what a new one may show. */
export const FeedList = t.object({
  data: t.list(Feed),
  scopes: t.list(t.pick(calendarScopes)),
  may_show_names: t.flag('Whether a feed of the caller may contain names of customers.'),
})
export type FeedList = Shape<typeof FeedList>

/** A new feed with its URL, which is returned only once. */
export const NewFeed = t.both(Feed, t.object({ url: t.text('Full URL, returned only once.') }))
export type NewFeed = Shape<typeof NewFeed>

/** What other plugins may use of the calendar. */
export { date as icsDate, escaped as icsText, fold as icsFold, moment as icsMoment } from './domain/ics.ts'
export { rowOf } from './services/move.ts'
export {
  CALENDAR_SOURCES,
  type CalendarSource,
  GONE_DAYS,
  seenRows,
  type SourceEntry,
  type Span,
  startOf,
  type Target,
} from './services/sources.ts'

/** Public exports of this plugin. */
export { date as icsDate, escaped as icsText, fold as icsFold, moment as icsMoment } from './domain/ics.ts'
export { parseEntryId } from './services/move-entry.ts'
export {
  CALENDAR_SOURCES,
  type CalendarSource,
  type EntryReader,
  CANCELED_DAYS,
  visibleRowsSql,
  type SourceEntry,
  type Span,
  getStart,
  type Target,
} from './services/sources.ts'

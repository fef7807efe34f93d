import { Type } from '@sinclair/typebox'
import { basic, type Ctx, extensionPoint, hasPermission, sql, type Sql, t } from 'stoa'
import { planList } from 'stoa/engine'

/** Permission to see the calendar of everybody. The calendar of oneself needs none. */
export const lookAtCalendar = 'get calendar'

/** Whose entries a calendar shows: all that the account may see, or only those of the account itself. */
export const calendarScopes = ['all', 'mine'] as const
export type CalendarScope = (typeof calendarScopes)[number]

/** Colour names of sources. The admin maps them to colours. */
export const hues = [
  'blue',
  'green',
  'amber',
  'violet',
  'rose',
  'teal',
  'red',
  'lime',
  'slate',
  'brown',
  'magenta',
  'cyan',
  'orange',
  'indigo',
] as const
export type Hue = (typeof hues)[number]

/** The time range of a request. */
export interface Span {
  /** First day, in the time zone of the shop. */
  from: string
  /** The day after the last. */
  to: string
  /** Maximum number of entries; the source need not read more. */
  most: number
  /**
   * For a feed: without what only staff should read, and with entries canceled in the last `CANCELED_DAYS` days, so that other calendars
   * remove them.
   */
  outside: boolean
  /** Without names of customers. True for feeds, unless their owner asked for names and may see them. */
  anonymous: boolean
}

/** Number of days a feed includes canceled entries. */
export const CANCELED_DAYS = 30

/** A calendar entry. Dates are `2026-11-23`, date-times are ISO 8601. */
export interface SourceEntry {
  /** Unique and stable within its source: other calendars identify the entry by it. */
  id: string
  title: string
  start: string
  /** Exclusive end: a date-time, or the day after the last. Null: a point in time, or a single day. */
  end: string | null
  all_day: boolean
  /** A status. */
  status?: string | null
  /** Page of the record, a path under /admin. */
  link?: string | null
  /** Whether this entry can be moved, if its source supports moving. */
  movable?: boolean
  /** Version of the row, for optimistic locking. */
  version?: number | null
  /** Time of the last change. */
  changed_at: string
  /** Canceled. Used in feeds only. */
  gone?: boolean
}

/** The target of a move. */
export interface Target {
  start: string
  end: string | null
  /** The version that was shown, if entries have versions. */
  version: number | null
}

/** One way to read a source. */
export interface EntryReader {
  /** Permission to see the entries. Without it, the source alone decides who sees which. */
  needs?: string
  /** Reads the entries in the actor's row scope (`visibleRowsSql`) by start, in one query. */
  read(ctx: Ctx, span: Span): Promise<SourceEntry[]>
}

/** A source of calendar entries. */
export interface CalendarSource extends EntryReader {
  /** Message key, such as `purchasing:calendar.deliveries`. */
  title: string
  hue: Hue
  /** Reads the entries of the actor alone, for "My calendar". A source without it is not part of that calendar. */
  mine?: EntryReader
  /** Permission to see the names of customers in the titles. Without it, the titles in feeds never contain any. */
  customerNames?: string
  move?: {
    /** Permission to move entries. Without it, the row decides. */
    needs?: string
    /** Whether entries start on a date, at a date-time, or either of both, each as it is. */
    by: 'day' | 'moment' | 'either'
    /**
     * Moves an entry through the regular update of its row, so that validation, row scope, versions and audit log apply. @throws AppError
     */
    run(ctx: Ctx, id: string, target: Target): Promise<unknown>
  }
}

const needs = Type.String({ minLength: 1 })

/** Calendar sources. */
export const CALENDAR_SOURCES = extensionPoint<CalendarSource>('calendar/sources', {
  description: 'entries of the calendar, by source',
  schema: Type.Object({
    title: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }),
    hue: t.pick(hues),
    needs: Type.Optional(needs),
    mine: Type.Optional(Type.Object({ needs: Type.Optional(needs) })),
    customerNames: Type.Optional(needs),
    move: Type.Optional(Type.Object({ needs: Type.Optional(needs), by: t.pick(['day', 'moment', 'either']) })),
  }),
})

/** Whether the actor has a permission, if one is needed. */
export const isAllowed = ({ actor }: Ctx, needs: string | undefined): boolean => needs === undefined || hasPermission(actor, needs)

/** Condition for the table `t` of a resource: the rows its list shows to the actor. */
export function visibleRowsSql(ctx: Ctx, resource: string): Sql {
  const found = ctx.kernel.registry.resources.get(resource)
  if (!found) throw new Error(`no resource is called "${resource}"`)
  return planList(ctx, found, {}).where
}

/** The start of a day in the time zone of the shop. */
export const getStart = (ctx: Ctx, day: string): Sql =>
  sql`(${day}::date::timestamp at time zone ${ctx.kernel.settings.of(basic).time_zone})`

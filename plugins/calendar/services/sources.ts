import { Type } from '@sinclair/typebox'
import { basic, type Ctx, extensionPoint, sql, type Sql, t } from 'stoa'
import { planList } from 'stoa/engine'

/** Colours entries of a source can have; what they look like is said by the pages. */
export const hues = ['blue', 'green', 'amber', 'violet', 'rose', 'teal', 'red', 'lime', 'slate'] as const
export type Hue = (typeof hues)[number]

/** The time a source is asked about. */
export interface Span {
  /** First day, on the clock of the shop. */
  from: string
  /** The day after the last. */
  to: string
  /** At most so many entries are taken; more need not be read. */
  most: number
  /**
   * For a feed, which leaves the house: no names of customers, and with what was called off in the last `GONE_DAYS` days, so that
   * other calendars take it out.
   */
  outside: boolean
}

/** How long a feed goes on telling that something was called off. */
export const GONE_DAYS = 30

/** Something that happens. Days are `2026-11-23`, moments ISO 8601. */
export interface SourceEntry {
  /** Unique within its source and for ever: other calendars know the entry by it. */
  id: string
  title: string
  start: string
  /** When it is over: a moment, or the day after its last. Null: a moment, or this one day. */
  end: string | null
  all_day: boolean
  /** A status word. */
  status?: string | null
  /** Where staff look at it: a path under /admin. */
  link?: string | null
  /** Whether this one may be moved, where its source can move. */
  movable?: boolean
  /** Of its row; a move says which one was seen. */
  version?: number | null
  /** When it last changed. */
  changed_at: string
  /** It was called off. Only for feeds. */
  gone?: boolean
}

/** Where to an entry is moved. */
export interface Target {
  start: string
  end: string | null
  /** The version that was seen, where entries have one. */
  version: number | null
}

/** Something of a plugin that happens at times. */
export interface CalendarSource {
  /** A text, `purchasing:calendar.deliveries`. */
  title: string
  hue: Hue
  /** Permission to see it. */
  needs: string
  /** One statement, within the rows the actor sees (`seenRows`), by start. */
  read(ctx: Ctx, span: Span): Promise<SourceEntry[]>
  move?: {
    /** Permission to move. */
    needs: string
    /** What its entries start with: a day, or a moment. */
    by: 'day' | 'moment'
    /** By the way everybody changes the row, so that its rules, row scope, versions and audit hold. @throws Failed */
    run(ctx: Ctx, id: string, target: Target): Promise<unknown>
  }
}

/** What the calendar shows. */
export const CALENDAR_SOURCES = extensionPoint<CalendarSource>('calendar/sources', {
  description: 'what the calendar shows: entries of a time, by what they are',
  schema: Type.Object({
    title: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }),
    hue: t.pick(hues),
    needs: Type.String({ minLength: 1 }),
    move: Type.Optional(Type.Object({ needs: Type.String({ minLength: 1 }), by: t.pick(['day', 'moment']) })),
  }),
})

/** The condition on the table `t` of a resource that leaves the rows its own list would show this actor. */
export function visibleRowsSql(ctx: Ctx, resource: string): Sql {
  const found = ctx.kernel.registry.resources.get(resource)
  if (!found) throw new Error(`no resource is called "${resource}"`)
  return planList(ctx, found, {}).where
}

/** The moment a day begins where the shop is. */
export const getStart = (ctx: Ctx, day: string): Sql =>
  sql`(${day}::date::timestamp at time zone ${ctx.kernel.settings.of(basic).time_zone})`

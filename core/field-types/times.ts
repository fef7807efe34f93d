import { isDay } from '../fields/rules.ts'
import { message } from '../http/errors.ts'
import { BadText, defineFieldType, createFieldBuilder } from './define.ts'
import { parseList } from './choices.ts'
import { whole } from './numbers.ts'
import { parseMinutes } from '../parse-minutes.ts'

/** A calendar day, "2026-11-21". */
export const date = createFieldBuilder<string>(
  defineFieldType({
    name: 'date',
    display: 'date',
    widget: 'date',
    column: 'date',
    schema: () => ({ type: 'string', format: 'day' }),
    messages: { format: 'core:rule.date' },
    docs: 'A day, "2026-11-21".',
  }),
)

/** A point in time, in JSON as ISO 8601 with time zone. */
export const instant = createFieldBuilder<string>(
  defineFieldType({
    name: 'instant',
    display: 'instant',
    widget: 'instant',
    column: 'timestamp with time zone',
    // PostgreSQL accepts no UTC offset beyond 16 hours. A filter may pass a day.
    toDb: (value) => (typeof value === 'string' && !isDay(value) ? new Date(value).toISOString() : value),
    // PostgreSQL writes timestamps in JSON in its own format ("2026-11-21T05:00:00+00:00").
    fromDb: (raw) => (typeof raw === 'string' ? new Date(raw).toISOString() : raw),
    schema: () => ({ type: 'string', format: 'date-time' }),
    // The same range of years as for days. Leap seconds are not representable.
    findProblem: (value: string) => {
      const at = new Date(value)
      return Number.isNaN(at.getTime()) || !isDay(at.toISOString().slice(0, 10)) ? message('core:rule.instant') : undefined
    },
    // Normalised, so that hooks can compare values: the same instant can be written in any zone, with and without fractions of a
    // second.
    sanitize: (value: string) => new Date(value).toISOString(),
    messages: { format: 'core:rule.instant' },
    docs: 'A point in time, ISO 8601 with zone.',
  }),
)

/** A local time of day, "09:30". */
export const time = createFieldBuilder<string>(
  defineFieldType({
    name: 'time',
    widget: 'time',
    column: 'time without time zone',
    normalize: (value) => (typeof value === 'string' ? value.trim().replace(/^(\d:\d\d)$/, '0$1') : value),
    fromDb: (raw) => (typeof raw === 'string' ? raw.slice(0, 5) : raw),
    schema: () => ({ type: 'string', format: 'clock' }),
    messages: { format: 'core:rule.time' },
    docs: 'A time of day on the clock of the place, "09:30".',
  }),
)

/** Days of the week by ISO number: Monday is 1, Sunday 7. */
export const weekdays = createFieldBuilder<number[]>(
  defineFieldType({
    name: 'weekdays',
    display: 'none',
    widget: 'weekdays',
    column: 'smallint[]',
    cell: 'list',
    list: true,
    parse: (typed) =>
      (typed.includes('|') || typed.trim().startsWith('[') ? parseList(typed) : typed.split(',')).map((d) => whole(String(d))),
    sanitize: (value: number[]) => [...value].sort((a, b) => a - b),
    schema: () => ({ type: 'array', uniqueItems: true, maxItems: 7, items: { type: 'integer', minimum: 1, maximum: 7 } }),
    messages: { type: 'core:rule.weekdays' },
    docs: 'Days of the week, Monday 1 to Sunday 7.',
  }),
  { default: [] },
)

/** A duration in whole minutes. */
export const duration = createFieldBuilder<number, { min?: number; max?: number }>(
  defineFieldType({
    name: 'duration',
    describe: (minutes: string) => `${Math.floor(Number(minutes) / 60)}:${String(Number(minutes) % 60).padStart(2, '0')}`,
    widget: 'duration',
    column: 'integer',
    cell: 'number',
    parse: (typed) => {
      const minutes = parseMinutes(typed)
      if (minutes === undefined) throw new BadText('core:rule.duration')
      return minutes
    },
    schema: ({ min, max }) => ({ type: 'integer', minimum: min, maximum: max }),
    messages: { type: 'core:rule.duration' },
    docs: 'A length of time in whole minutes.',
  }),
  { min: 0, max: 5_256_000 },
)

import { type Shape, t } from 'stoa'
import { runStatuses } from './resources/run.ts'

/** JSON types of background jobs. Screens import the types alone, not the schemas. */

/** A background job, in the language of the reader. */
export const RunInfo = t.object({
  id: t.id(),
  kind: t.text(),
  title: t.text(),
  status: t.pick(runStatuses),
  done: t.int(),
  total: t.maybe(t.int('Null while the total is unknown.')),
  said: t.list(t.text('Result, or the reason why it ended.')),
  who: t.maybe(t.text('Who started it; null when the system did.')),
  own: t.flag('Whether the caller started it.'),
  link: t.maybe(t.text('Path of its page under /admin.')),
  file: t.maybe(t.text('Name of the file it created, when available.')),
  stays: t.flag('Whether completed steps remain when it is stopped: true for jobs in steps, false for a single transaction.'),
  stopping: t.flag('Whether a stop was requested.'),
  cancelable: t.flag(),
  resumable: t.flag(),
  created_at: t.dateTime(),
  ended_at: t.maybe(t.dateTime()),
})
export type RunInfo = Shape<typeof RunInfo>

/** A page of runs. */
export const RunPage = t.object({ data: t.list(RunInfo), total: t.int(), limit: t.int() })
export type RunPage = Shape<typeof RunPage>

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
  total: t.maybe(t.int('Null while nobody knows how much it is.')),
  said: t.list(t.text('What came of it, or why it ended.')),
  who: t.maybe(t.text('Who began it; null when the product did.')),
  own: t.flag('Whether the caller began it.'),
  link: t.maybe(t.text('A path under /admin where it is looked at.')),
  file: t.maybe(t.text('Name of the file it has made, once it is there.')),
  stays: t.flag('Whether what was done stays when it is stopped: so with work in steps, and not with work in one go.'),
  stopping: t.flag('Whether somebody wants it to stop.'),
  cancelable: t.flag(),
  resumable: t.flag(),
  created_at: t.dateTime(),
  ended_at: t.maybe(t.dateTime()),
})
export type RunInfo = Shape<typeof RunInfo>

/** A page of runs. */
export const RunPage = t.object({ data: t.list(RunInfo), total: t.int(), limit: t.int() })
export type RunPage = Shape<typeof RunPage>

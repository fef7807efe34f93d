import type { Ctx } from 'stoa'

/** Values of a repeated task that no person enters. */
interface SeriesValues {
  creator_admin_id: number | null
  series_id: number | null
  recurrence_day: number | null
  subject_type: string | null
  subject_id: number | null
}

/** The subject of a task that code creates. The caller has checked that the actor may read it. */
interface CheckedSubject {
  subject_type: string
  subject_id: number
}

/** The origin of a write: a series that goes on, another tool, or a route that has checked the subject. */
interface WriteOrigin {
  series?: SeriesValues
  tool?: string
  subject?: CheckedSubject
}

type TaskCtx = Ctx & { taskOrigin?: WriteOrigin }

/** A context whose writes of tasks carry their origin. */
export const withOrigin = (ctx: Ctx, origin: WriteOrigin): Ctx => ({ ...ctx, taskOrigin: origin }) as TaskCtx

/** The origin of writes by this context. */
export const getOrigin = (ctx: Ctx): WriteOrigin => (ctx as TaskCtx).taskOrigin ?? {}

/** The account of the actor; null for the system. */
export const getActorId = ({ actor }: Ctx): number | null => (actor.kind === 'admin' ? actor.id : null)

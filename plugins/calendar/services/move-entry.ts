import { type Ctx, AppError, FORBIDDEN, hasPermission, validationError, NOT_FOUND, message } from 'stoa'
import { CALENDAR_SOURCES, type CalendarSource, isAllowed, lookAtCalendar, type Target } from './sources.ts'

const isDay = (value: string): boolean => {
  const at = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

const isMoment = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))

const fits = { day: isDay, moment: isMoment, either: (value: string) => isDay(value) || isMoment(value) }
const says = { day: 'core:rule.date', moment: 'core:rule.instant', either: 'core:rule.instant' }

/** Whether the actor sees entries of a source, in the calendar of everybody or in their own. */
const seesSource = (ctx: Ctx, source: CalendarSource): boolean =>
  (hasPermission(ctx.actor, lookAtCalendar) && isAllowed(ctx, source.needs)) ||
  (source.mine !== undefined && isAllowed(ctx, source.mine.needs))

/**
 * Moves an entry through its source. An entry that cannot be moved is not found.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVALID, and the errors of the source
 */
export async function moveEntry(ctx: Ctx, name: string, id: string, target: Target): Promise<void> {
  const source = ctx.kernel.contributions(CALENDAR_SOURCES).get(name)
  if (!source?.move || !seesSource(ctx, source)) throw new AppError(NOT_FOUND)
  const { needs, by, run } = source.move
  if (needs !== undefined && !hasPermission(ctx.actor, needs)) throw new AppError(FORBIDDEN, [message('core:error.needs', { needs })])
  if (!fits[by](target.start)) throw validationError({ start: message(says[by]) })
  if (target.end !== null && !fits[by](target.end)) throw validationError({ end: message(says[by]) })
  if (target.end !== null && Date.parse(target.end) < Date.parse(target.start))
    throw validationError({ end: message('calendar:error.order') })
  await run(ctx, id, target)
}

/** The row id of an entry. @throws AppError NOT_FOUND for an invalid id */
export function parseEntryId(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError(NOT_FOUND)
  return Number(id)
}

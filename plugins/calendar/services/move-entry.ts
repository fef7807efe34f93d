import { type Ctx, AppError, checkInput, f, FORBIDDEN, hasPermission, validationError, NOT_FOUND, message } from 'stoa'
import { CALENDAR_SOURCES, type CalendarSource, isAllowed, lookAtCalendar, type Target } from './sources.ts'

type MovedBy = NonNullable<CalendarSource['move']>['by']

/** The fields of a target: dates, or points in time. @throws AppError INVALID by field */
async function checkTarget(by: MovedBy, { start, end, version }: Target): Promise<Target> {
  const toField = (value: string | null) => (by === 'day' || (by === 'either' && !value?.includes('T')) ? f.date() : f.instant())
  const fields = { start: toField(start), end: f.maybe(toField(end)) }
  return { ...(await checkInput(fields, { start, end })), version }
}

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
  const checked = await checkTarget(by, target)
  if (checked.end !== null && Date.parse(checked.end) < Date.parse(checked.start))
    throw validationError({ end: message('calendar:error.order') })
  await run(ctx, id, checked)
}

/** The row id of an entry. @throws AppError NOT_FOUND for an invalid id */
export function parseEntryId(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError(NOT_FOUND)
  return Number(id)
}

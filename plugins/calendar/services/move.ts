import { allows, type Ctx, Failed, FORBIDDEN, invalid, NOT_FOUND, text } from 'stoa'
import { CALENDAR_SOURCES, type Target } from './sources.ts'

const isDay = (value: string): boolean => {
  const at = new Date(`${value}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

const isMoment = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(value) && !Number.isNaN(Date.parse(value))

const fits = { day: isDay, moment: isMoment }
const says = { day: 'core:rule.date', moment: 'core:rule.instant' }

/**
 * Moves an entry, by the way its owner changes it. What cannot be moved at all is not found.
 * @throws Failed NOT_FOUND, FORBIDDEN, INVALID, and whatever the owner says
 */
export async function moveEntry(ctx: Ctx, name: string, id: string, target: Target): Promise<void> {
  const source = ctx.kernel.offers(CALENDAR_SOURCES).get(name)
  if (!source?.move || !allows(ctx.actor, source.needs)) throw new Failed(NOT_FOUND)
  const { needs, by, run } = source.move
  if (!allows(ctx.actor, needs)) throw new Failed(FORBIDDEN, [text('core:error.needs', { needs })])
  if (!fits[by](target.start)) throw invalid({ start: text(says[by]) })
  if (target.end !== null && !fits[by](target.end)) throw invalid({ end: text(says[by]) })
  if (target.end !== null && Date.parse(target.end) < Date.parse(target.start)) throw invalid({ end: text('calendar:error.order') })
  await run(ctx, id, target)
}

/** The row an entry is of. @throws Failed NOT_FOUND for what is no id */
export function rowOf(id: string): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Failed(NOT_FOUND)
  return Number(id)
}

import type { Ctx } from 'stoa'
import type { Answers } from '../domain/answers.ts'
import { getFields, type Shape } from '../domain/shape.ts'
import { judged } from './validate-answers.ts'

/**
 * Validates corrections by staff against the submitted form version. Files cannot be changed.
 * @throws AppError INVALID by key
 */
export function holdToShape(ctx: Ctx, shape: Shape, old: Answers, corrections: Answers): Answers {
  const files = getFields(shape).flatMap(({ key, type }) => (type === 'file' ? [[key, old[key] ?? []] as const] : []))
  return judged(ctx, shape, { ...corrections, ...Object.fromEntries(files) }, true)
}

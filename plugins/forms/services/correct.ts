import type { Ctx } from 'stoa'
import type { Answers } from '../domain/answers.ts'
import { getFields, type Shape } from '../domain/shape.ts'
import { judged } from './judge.ts'

/**
 * Answers as staff correct them, held to the form that was sent. Files stay what they are.
 * @throws Failed INVALID by key
 */
export function holdToShape(ctx: Ctx, shape: Shape, old: Answers, given: Answers): Answers {
  const files = getFields(shape).flatMap(({ key, type }) => (type === 'file' ? [[key, old[key] ?? []] as const] : []))
  return judged(ctx, shape, { ...given, ...Object.fromEntries(files) }, true)
}

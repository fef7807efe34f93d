import { missing, problem } from '../fields/rules.ts'
import type { AnswerOf, Field, Fields } from '../fields/types.ts'
import { BadText } from '../kinds/define.ts'
import { Failed, INVALID, text, type Text } from '../http/errors.ts'

/**
 * Checks an input that is no row: of an action's dialog, or of a hand-written route. Unknown names are left out, texts are
 * trimmed, amounts given as numbers become texts, what is absent becomes its default, or null.
 * @param typed true when values come from a query string or a multipart form
 * @throws Failed INVALID by field.
 */
export async function checkInput<F extends Fields>(
  fields: F | undefined,
  input: Record<string, unknown>,
  typed = false,
): Promise<AnswerOf<F>> {
  const out: Record<string, unknown> = {}
  const errors: Record<string, Text[]> = {}
  for (const [name, field] of Object.entries(fields ?? {})) {
    try {
      out[name] = await answerOf(field, input[name], typed)
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      errors[name] = [error.why]
    }
  }
  if (Object.keys(errors).length > 0) throw new Failed(INVALID, errors)
  return out as AnswerOf<F>
}

class Wrong extends Error {
  readonly why: Text
  constructor(why: Text) {
    super('wrong')
    this.why = why
  }
}

async function answerOf(field: Field, given: unknown, typed: boolean): Promise<unknown> {
  const meta = field['x-field']
  const { of } = meta
  let value = of.settle(given)
  if (typed && typeof value === 'string' && value !== '') {
    try {
      value = of.settle(of.parse(value, meta))
    } catch (error) {
      throw new Wrong(text(error instanceof BadText ? error.key : 'core:rule.check_input'))
    }
  }
  if (value === undefined || value === null || value === '') {
    if (meta.required) throw new Wrong(missing(meta))
    return meta.default ?? (meta.nullable ? null : (value ?? null))
  }
  const why = problem(field, value)
  if (why) throw new Wrong(why)
  return of.clean ? of.clean(value as never, meta) : value
}

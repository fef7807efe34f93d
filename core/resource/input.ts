import { getRequiredMessage, getOwnMessage, findProblem } from '../fields/rules.ts'
import type { ParsedFields, Field, Fields } from '../fields/types.ts'
import { toFieldMessages, AppError, INVALID, message, type Message } from '../http/errors.ts'
import { BadText } from '../field-types/define.ts'

type Values = Record<string, unknown>

/** Whether a value is text from a form or query string: for all fields, or by name. */
type Typed = boolean | ((name: string) => boolean)

/**
 * Validates input that is no row: of an action's dialog, or of a custom route. Unknown names are dropped, texts trimmed, numeric
 * amounts converted to text; an absent value becomes its default, or null.
 * @param typed true for values of a query string or a multipart form
 * @throws AppError INVALID by field; inside lists and objects by path, `lines.0.quantity`.
 */
export async function checkInput<F extends Fields>(fields: F | undefined, input: Values, typed: Typed = false): Promise<ParsedFields<F>> {
  const errors: Record<string, Message[]> = {}
  const out = await findObject(fields ?? {}, input, { typed, at: '', errors })
  if (Object.keys(errors).length > 0) throw new AppError(INVALID, errors)
  return out as ParsedFields<F>
}

interface Reading {
  typed: Typed
  /** Path of the object being read, ending with a dot. */
  at: string
  errors: Record<string, Message[]>
}

async function findObject(fields: Fields, input: Values, reading: Reading): Promise<Values> {
  const out: Values = {}
  for (const [name, field] of Object.entries(fields)) {
    const typed = typeof reading.typed === 'boolean' ? reading.typed : reading.typed(name)
    try {
      // Most values are synchronous; awaiting each would cost more than the validation.
      const parsed = getValue(field, input[name], typed)
      const value = parsed instanceof Promise ? await parsed : parsed
      const { inner } = field['x-field']
      out[name] = inner && isThing(value) ? await findInside(inner, value, { ...reading, typed, at: `${reading.at}${name}` }) : value
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      for (const [at, problems] of Object.entries(toFieldMessages(error, name))) reading.errors[reading.at + at] = problems
    }
  }
  return out
}

/** Parses the inner fields of lists and objects. */
async function findInside(inner: Fields, value: object, { at, ...reading }: Reading): Promise<unknown> {
  if (!Array.isArray(value)) return findObject(inner, value as Values, { ...reading, at: `${at}.` })
  const out: unknown[] = []
  for (const [i, item] of value.entries()) {
    if (isThing(item) && !Array.isArray(item)) out.push(await findObject(inner, item as Values, { ...reading, at: `${at}.${i}.` }))
    else reading.errors[`${at}.${i}`] = [message('core:rule.check_input')]
  }
  return out
}

const isThing = (value: unknown): value is object => value !== null && typeof value === 'object'

const wrong = (problem: Message) => new AppError(INVALID, [problem])

function getValue(field: Field, rawValue: unknown, typed: boolean): unknown {
  const meta = field['x-field']
  const { type } = meta
  let value = type.normalize(rawValue)
  if (typed && typeof value === 'string' && value !== '') {
    try {
      value = type.normalize(type.parse(value, meta))
    } catch (error) {
      throw wrong(getOwnMessage(meta) ?? message(error instanceof BadText ? error.key : 'core:rule.check_input'))
    }
  }
  if (value === undefined || value === null || value === '') {
    if (meta.required) throw wrong(getRequiredMessage(meta))
    return meta.default ?? (meta.nullable ? null : (value ?? null))
  }
  const problem = findProblem(field, value)
  if (problem) throw wrong(problem)
  return type.sanitize ? type.sanitize(value as never, meta) : value
}

import type { Static, TSchema } from '@sinclair/typebox'
import { Ajv, type ValidateFunction } from 'ajv'

const ajv = new Ajv({ removeAdditional: true, strict: false, validateSchema: false, validateFormats: false })
const compiled = new WeakMap<TSchema, ValidateFunction>()

/**
 * A value with what its shape names and nothing else, at any depth: rows know more than answers tell. The value itself is cut.
 * @throws Error when it does not fit
 */
export function filterByShape<S extends TSchema>(shape: S, value: Static<S>): Static<S> {
  let fits = compiled.get(shape)
  if (!fits) compiled.set(shape, (fits = ajv.compile(shape)))
  if (!fits(value)) throw new Error(`an answer does not fit its shape: ${ajv.errorsText(fits.errors, { dataVar: 'it' })}`)
  return value
}

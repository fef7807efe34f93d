import type { Static, TSchema } from '@sinclair/typebox'
import { Ajv, type ValidateFunction } from 'ajv'

const ajv = new Ajv({ removeAdditional: true, strict: false, validateSchema: false, validateFormats: false })
const compiled = new WeakMap<TSchema, ValidateFunction>()

/**
 * Removes members that the shape does not name, at any depth, so that rows do not leak further columns. Mutates the value.
 * @throws Error when the value does not match
 */
export function filterByShape<S extends TSchema>(shape: S, value: Static<S>): Static<S> {
  let fits = compiled.get(shape)
  if (!fits) compiled.set(shape, (fits = ajv.compile(shape)))
  if (!fits(value)) throw new Error(`an answer does not fit its shape: ${ajv.errorsText(fits.errors, { dataVar: 'it' })}`)
  return value
}

import { validationError, message } from '../http/errors.ts'

/** Parses an id from a path. @throws AppError INVALID */
export function parseRowId(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  if (typeof value === 'string' && /^\d{1,15}$/.test(value) && Number(value) > 0) return Number(value)
  throw validationError({ id: message('core:rule.not_exists') })
}

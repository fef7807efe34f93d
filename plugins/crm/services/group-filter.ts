import { validationError, message } from 'stoa'

/** Maximum number of filter conditions. */
const MOST = 20

/**
 * Parses the filter of a group into the query of a list, with string values. Whether the list has these filters is checked when the group
 * is counted.
 * @throws AppError INVALID
 */
export function cleanGroupFilter(value: unknown): Record<string, string> {
  const wrong = () => validationError({ filter: message('core:rule.check_input') })
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrong()
  const entries = Object.entries(value)
  if (entries.length > MOST || entries.some(([key, value]) => typeof value !== 'string' || key.length > 60 || value.length > 500))
    throw wrong()
  return Object.fromEntries(entries as [string, string][])
}

import { validationError, message } from 'stoa'

/** As many conditions as a person looks through. */
const MOST = 20

/**
 * The filter of a group as it is kept: the query of a list, a text each. Whether the list has such filters is found out when it is
 * counted. @throws Failed INVALID
 */
export function cleanGroupFilter(value: unknown): Record<string, string> {
  const wrong = () => validationError({ filter: message('core:rule.check_input') })
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw wrong()
  const entries = Object.entries(value)
  if (entries.length > MOST || entries.some(([key, one]) => typeof one !== 'string' || key.length > 60 || one.length > 500)) throw wrong()
  return Object.fromEntries(entries as [string, string][])
}

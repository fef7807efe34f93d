import type { Row } from '#core'
import type { Choice } from '../../domain/identity.ts'

/** How products come in: as JSON, or as texts of a form. */
export type Line = Record<string, unknown>

/** Nothing was given. */
export const blank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** A flag as JSON or a form sends it. */
export const isOn = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^(1|true|yes|on)$/i.test(value.trim()))

/** A line that is to be hidden. */
export const hidden = (line: Line): boolean => line.visibled !== undefined && !isOn(line.visibled)

/** The combination a stored stock is. */
export const valuesOf = (row: Row): Choice => (row.values ?? {}) as Choice

/** The id of a child row that is stored; undefined for a new one. */
export const idOf = (line: Line): number | undefined => {
  const id = typeof line.id === 'string' && /^\d{1,15}$/.test(line.id) ? Number(line.id) : line.id
  return typeof id === 'number' ? id : undefined
}

/** Child rows of an input; undefined when they are not being written. */
export const linesOf = (value: unknown): Line[] | undefined =>
  Array.isArray(value) && value.every((line) => line !== null && typeof line === 'object' && !Array.isArray(line))
    ? (value as Line[])
    : undefined

/** A choice may come as JSON text from a form. */
export function readChoice(value: unknown): Record<string, string> | undefined {
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([name, word]) => [name, String(word)]))
  if (typeof value !== 'string' || value === '') return undefined
  try {
    return readChoice(JSON.parse(value))
  } catch {
    return undefined
  }
}

/** Texts of a label in every language it is given in. */
export const wordsOf = (label: unknown, language: string): Record<string, string> => {
  if (typeof label === 'string') return { [language]: label }
  return label !== null && typeof label === 'object' ? (label as Record<string, string>) : {}
}

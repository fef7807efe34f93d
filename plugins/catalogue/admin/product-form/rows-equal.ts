import { useState } from 'react'

const texts = new WeakMap<object, string>()

const getText = (row: object): string => {
  const cached = texts.get(row)
  if (cached !== undefined) return cached
  const text = JSON.stringify(row)
  texts.set(row, text)
  return text
}

/** Whether two lists of rows have equal content. */
export const sameRows = (a: readonly object[], b: readonly object[]): boolean =>
  a === b || (a.length === b.length && a.every((row, i) => row === b[i] || getText(row) === getText(b[i] as object)))

/**
 * Keeps the identity of form rows while their content is equal. The form copies all values on every change; without
 * this every table row would render again.
 */
export function useSteady<T extends object>(rows: readonly T[]): readonly T[] {
  const [before, setBefore] = useState(rows)
  if (before === rows || sameRows(before, rows)) return before
  const next = rows.map((row, i) => {
    const old = before[i]
    return old !== undefined && getText(old) === getText(row) ? old : row
  })
  setBefore(next)
  return next
}

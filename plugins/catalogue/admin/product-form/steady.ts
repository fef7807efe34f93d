import { useState } from 'react'

const texts = new WeakMap<object, string>()

const getText = (row: object): string => {
  const known = texts.get(row)
  if (known !== undefined) return known
  const text = JSON.stringify(row)
  texts.set(row, text)
  return text
}

/** Whether two lists of rows say the same. */
export const sameRows = (a: readonly object[], b: readonly object[]): boolean =>
  a === b || (a.length === b.length && a.every((row, i) => row === b[i] || getText(row) === getText(b[i] as object)))

/**
 * The rows of a form as the same objects for as long as they say the same. The form copies all of its values whenever
 * one changes; without this every row of a table would be drawn anew for each.
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

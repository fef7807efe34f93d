/** Errors of a row, by path within it. */
export type RowErrors = Readonly<Record<string, readonly string[]>>

/** Groups form errors by row and path within it. */
export function errorsByRow(errors: RowErrors, path: string): ReadonlyMap<number, RowErrors> {
  const rows = new Map<number, RowErrors>()
  for (const [place, texts] of Object.entries(errors)) {
    const [index, ...rest] = place.startsWith(`${path}.`) ? place.slice(path.length + 1).split('.') : []
    if (index === undefined || rest.length === 0) continue
    rows.set(Number(index), { ...rows.get(Number(index)), [rest.join('.')]: texts })
  }
  return rows
}

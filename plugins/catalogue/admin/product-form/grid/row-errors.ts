/** What is wrong in one row, by the place in it. */
export type RowErrors = Readonly<Record<string, readonly string[]>>

/** Errors of the form by row, then by the place in it. */
export function errorsByRow(errors: RowErrors, path: string): ReadonlyMap<number, RowErrors> {
  const rows = new Map<number, RowErrors>()
  for (const [place, texts] of Object.entries(errors)) {
    const [index, ...rest] = place.startsWith(`${path}.`) ? place.slice(path.length + 1).split('.') : []
    if (index === undefined || rest.length === 0) continue
    rows.set(Number(index), { ...rows.get(Number(index)), [rest.join('.')]: texts })
  }
  return rows
}

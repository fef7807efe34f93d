const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Maximum nesting depth; deeper values are not flattened. */
const deepest = 5

/**
 * Flattens an object into lines: `{a: {b: 1}}` gets a column `a.b`. The first object of a list stays on the line of its parent, further
 * ones get additional lines; several lists of one object share lines. Nested values are also kept as a whole, for JSON fields.
 */
export function flat(item: Record<string, unknown>, depth = 0): Record<string, unknown>[] {
  const baseLine: Record<string, unknown> = {}
  const lines = [baseLine]
  const beside = (name: string, parts: readonly Record<string, unknown>[]) => {
    for (const [at, part] of parts.entries()) {
      const line = (lines[at] ??= {})
      for (const [key, value] of Object.entries(part)) line[`${name}.${key}`] = value
    }
  }
  for (const [name, value] of Object.entries(item)) {
    baseLine[name] = value
    if (depth >= deepest) continue
    if (isObject(value)) beside(name, flat(value, depth + 1))
    else if (Array.isArray(value) && value.length > 0 && value.every(isObject))
      beside(
        name,
        value.flatMap((item) => flat(item, depth + 1)),
      )
  }
  return lines
}

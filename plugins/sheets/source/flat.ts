const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Parts of parts are followed so far: whatever is deeper stays as it is. */
const deepest = 5

/**
 * An object as lines of a sheet: `{a: {b: 1}}` has a column `a.b`; of a list of objects the first stands in the line of what holds it
 * and each further one in a line after it, lists of one object side by side. What is taken apart is there as a whole too, for
 * fields that hold such things.
 */
export function flat(item: Record<string, unknown>, depth = 0): Record<string, unknown>[] {
  const own: Record<string, unknown> = {}
  const lines = [own]
  const beside = (name: string, parts: readonly Record<string, unknown>[]) => {
    for (const [at, part] of parts.entries()) {
      const line = (lines[at] ??= {})
      for (const [key, value] of Object.entries(part)) line[`${name}.${key}`] = value
    }
  }
  for (const [name, value] of Object.entries(item)) {
    own[name] = value
    if (depth >= deepest) continue
    if (isObject(value)) beside(name, flat(value, depth + 1))
    else if (Array.isArray(value) && value.length > 0 && value.every(isObject))
      beside(
        name,
        value.flatMap((one) => flat(one, depth + 1)),
      )
  }
  return lines
}

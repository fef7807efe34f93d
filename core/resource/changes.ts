import type { CompiledField } from './compile.ts'

/** One changed field. Child rows appear as `stocks[SKU-1].price`. */
export interface Change {
  field: string
  old: unknown
  new: unknown
}

/** Converts a JSON value to the form that reads return. */
export function toReadValue(f: CompiledField, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return f.kind.column === 'jsonb' ? value : f.kind.fromDb(f.kind.toDb(value, f.meta), f.meta)
}

/** Canonical form of a JSON value, in which equal values are identical: "5" and "5.00". */
export function toCanonicalValue(f: CompiledField, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return f.kind.toComparable ? f.kind.toComparable(value, f.meta) : toReadValue(f, value)
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The changes of one field when `value` replaces `old`; per-language maps are compared by language. */
export function compareValue(f: CompiledField, old: unknown, value: unknown): Change[] {
  if (f.meta.kind === 'password' || f.meta.secret) return [{ field: f.name, old: '•••', new: '•••' }]
  if (f.meta.localized) {
    const before = (old ?? {}) as Record<string, unknown>
    return Object.entries(value as Record<string, unknown>)
      .filter(([locale, text]) => !same(sorted(before[locale] || null), sorted(text || null)))
      .map(([locale, text]) => ({ field: `${f.name}:${locale}`, old: before[locale] ?? '', new: text }))
  }
  if (f.kind.column === 'jsonb') return same(sorted(old), sorted(value)) ? [] : [{ field: f.name, old: old ?? null, new: value }]
  const now = toCanonicalValue(f, value)
  if (old === null || old === undefined ? now === null : same(toCanonicalValue(f, old), now)) return []
  return [{ field: f.name, old: toReadValue(f, old), new: toReadValue(f, value) }]
}

/** jsonb does not preserve the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([k, v]) => [k, sorted(v)]),
  )
}

import type { CompiledField } from './compile.ts'

/** One field that a write changes. Child rows appear as `stocks[SKU-1].price`. */
export interface Change {
  field: string
  old: unknown
  new: unknown
}

/** Wire value in the one form that reads answer. */
export function toReadValue(f: CompiledField, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return f.kind.column === 'jsonb' ? value : f.kind.fromDb(f.kind.toDb(value, f.meta), f.meta)
}

/** Wire value in a form in which equal ones are the same: "5" and "5.00". */
export function toCanonicalValue(f: CompiledField, value: unknown): unknown {
  if (value === null || value === undefined) return null
  return f.kind.toComparable ? f.kind.toComparable(value, f.meta) : toReadValue(f, value)
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** What writing `value` over `old` changes in one field; per-language maps are compared language by language. */
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

/** jsonb does not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([k, v]) => [k, sorted(v)]),
  )
}

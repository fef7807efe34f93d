import type { Registry } from '../plugin/registry.ts'
import type { Row } from '../api-types.ts'
import type { Resource } from './compile.ts'
import type { Values } from './parse-input.ts'

/** Input for a copy of a row with its child rows: unique texts get a suffix, private files are omitted. */
export function copyRow(registry: Registry, r: Resource, row: Row, suffix: string): Values {
  const out: Values = {}
  for (const f of r.fields) {
    const value = row[f.name]
    // A private file belongs to one row, so the copy has none.
    if (f.meta.readOnly || f.meta.secret || ['password', 'privateFile'].includes(f.meta.kind) || value === null || value === undefined)
      continue
    if (f.meta.kind === 'rows') {
      const child = registry.resource(f.meta.to ?? '')
      out[f.name] = (value as Row[]).map((c) => {
        const { [f.meta.by ?? '']: _, ...copy } = copyRow(registry, child, c, suffix)
        return { ...copy, ...child.def.copy?.(c, copy) }
      })
    } else if (f.meta.unique && typeof value === 'string')
      out[f.name] = `${value.slice(0, (f.meta.maxLength ?? Infinity) - suffix.length - 1)}-${suffix}`
    else out[f.name] = f.meta.localized ? Object.fromEntries(Object.entries(value as object).filter(([, v]) => v)) : value
  }
  return out
}

import type { Registry, Resource } from '#core/engine'
import { layoutOf, levels } from '../mapping/columns.ts'

/** Resources that rows of a resource name in its sheets, but for itself. */
export function namedResources(registry: Registry, r: Resource): string[] {
  const columns = levels(layoutOf(registry, r, 'en-US').head).flatMap((level) => level.columns)
  const named = columns.flatMap(({ field, reads }) =>
    field && reads && ['one', 'many'].includes(field.meta.kind) ? (field.meta.to ?? []) : [],
  )
  return [...new Set(named)].filter((name) => name !== r.name)
}

/** What goes through sheets in both directions, each after what its rows name. Where some name each other, the declared order counts. */
export function transferOrder(registry: Registry): Resource[] {
  const all = [...registry.resources.values()].filter((r) => r.verbs.includes('import') && r.verbs.includes('export'))
  const byName = new Map(all.map((r) => [r.name, r]))
  const order = new Set<Resource>()
  const begun = new Set<Resource>()
  const visit = (r: Resource): void => {
    if (begun.has(r)) return
    begun.add(r)
    for (const name of namedResources(registry, r)) {
      const other = byName.get(name)
      if (other) visit(other)
    }
    order.add(r)
  }
  for (const r of all) visit(r)
  return [...order]
}

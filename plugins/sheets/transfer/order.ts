import type { Registry, Resource } from 'stoa/engine'
import { getLayout, levels } from '../mapping/columns.ts'

/** Resources to transfer before a resource: those its rows reference, and those it declares. */
export function precedingResources(registry: Registry, r: Resource): string[] {
  const columns = levels(getLayout(registry, r, 'en-US', 'shop').head).flatMap((level) => level.columns)
  const named = columns.flatMap(({ field, reads }) =>
    field && reads && ['one', 'many'].includes(field.meta.kind) ? (field.meta.to ?? []) : [],
  )
  const declaredAfter = r.def.transfer ? (r.def.transfer.after ?? []) : []
  return [...new Set([...declaredAfter, ...named.map((name) => getHead(registry, name))])].filter((name) => name !== r.name)
}

/** The resource whose file contains the rows of another: itself, or its parent for child rows. */
function getHead(registry: Registry, name: string): string {
  const moved = registry.resources.get(name)
  if (moved && isMoved(moved)) return name
  const parent = [...registry.resources.values()].find(
    (r) => isMoved(r) && r.fields.some(({ meta }) => meta.kind === 'rows' && meta.to === name),
  )
  return parent?.name ?? name
}

/** Whether the rows of a resource are transferred to another shop: those that people enter. */
export function isMoved({ def, verbs }: Resource): boolean {
  if (def.transfer !== undefined) return def.transfer !== false
  return verbs.includes('create') || (verbs.includes('import') && verbs.includes('export'))
}

/** Sorts transferable resources topologically by reference. In a cycle the declared order counts. */
export function transferOrder(registry: Registry): Resource[] {
  const all = [...registry.resources.values()].filter(isMoved)
  const byName = new Map(all.map((r) => [r.name, r]))
  const order = new Set<Resource>()
  const begun = new Set<Resource>()
  const visit = (r: Resource): void => {
    if (begun.has(r)) return
    begun.add(r)
    for (const name of precedingResources(registry, r)) {
      const other = byName.get(name)
      if (other) visit(other)
    }
    order.add(r)
  }
  for (const r of all) visit(r)
  return [...order]
}

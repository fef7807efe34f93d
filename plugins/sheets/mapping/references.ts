import type { Kernel } from 'stoa'
import type { Column } from './columns.ts'

/** Resource → references of a JSON value to its rows. */
export type References = ReadonlyMap<string, ReadonlySet<string | number>>

const isReference = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** The rows that a JSON value references, by id or by name. */
export function referencesIn(kernel: Kernel, { references }: Pick<Column, 'references'>, value: unknown): References {
  const found = new Map<string, Set<string | number>>()
  replaceReferences(kernel, { references }, value, (resource, reference) => {
    found.set(resource, (found.get(resource) ?? new Set()).add(reference))
    return reference
  })
  return found
}

/** Replaces the references in a JSON value. A value of an unknown shape stays as it is and is rejected by the write. */
export function replaceReferences(
  kernel: Kernel,
  { references }: Pick<Column, 'references'>,
  value: unknown,
  replace: (resource: string, reference: string | number) => unknown,
): unknown {
  if (!references || value === null || value === undefined) return value
  return references(
    value as never,
    (resource, reference) => (isReference(reference) && kernel.registry.resources.has(resource) ? replace(resource, reference) : reference),
    kernel as never,
  )
}

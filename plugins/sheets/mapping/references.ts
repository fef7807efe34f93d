import type { Kernel } from 'stoa'
import type { Column } from './columns.ts'

/** Resource → the references of a JSON value to rows of it. */
export type References = ReadonlyMap<string, ReadonlySet<string | number>>

const isReference = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** The rows a JSON value refers to, by their ids or by what stands for them. */
export function referencesIn(kernel: Kernel, { references }: Pick<Column, 'references'>, value: unknown): References {
  const found = new Map<string, Set<string | number>>()
  replaceReferences(kernel, { references }, value, (resource, reference) => {
    found.set(resource, (found.get(resource) ?? new Set()).add(reference))
    return reference
  })
  return found
}

/** A JSON value with its references replaced. One of a shape the field does not know stays as it is, to be refused when it is written. */
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

import { useMemo } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import { useSession } from '../state/session.ts'

/** A subset of the rows of a resource with its own path and name. Create it outside of components, or memoize it. */
export interface Subset {
  /** Path of the list below /admin; form paths start with it. */
  path: string
  label: string
  plural: string
  /** Filter values of all rows. New rows start with them. */
  only: Readonly<Record<string, string>>
  /** Further initial values of new rows. */
  preset?: Readonly<Record<string, unknown>>
}

/** The resource as seen through a subset, or unchanged without one. Undefined when the user may not see it. */
export function useSubset(name: string, subset: Subset | undefined): ResourceInfo | undefined {
  const resource = useSession().manifest.resources[name]
  return useMemo(() => {
    if (!resource || !subset) return resource
    const { path, label, plural, only } = subset
    return { ...resource, path, label, plural, filters: resource.filters.filter((filter) => !(filter.name in only)) }
  }, [resource, subset])
}

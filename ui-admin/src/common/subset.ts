import { useMemo } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import { useSession } from '../state/session.ts'

/** Some of the rows of a resource under a path and a name of their own. Make it outside of components or keep it. */
export interface Subset {
  /** Path of the list below /admin; forms lie below it. */
  path: string
  label: string
  plural: string
  /** What all of these rows have. New ones start with it. */
  only: Readonly<Record<string, string>>
  /** Further values that new ones start with. */
  preset?: Readonly<Record<string, unknown>>
}

/** A resource as it is seen through a subset; as it is without one. Undefined for people who may not see it. */
export function useSubset(name: string, subset: Subset | undefined): ResourceInfo | undefined {
  const resource = useSession().manifest.resources[name]
  return useMemo(() => {
    if (!resource || !subset) return resource
    const { path, label, plural, only } = subset
    return { ...resource, path, label, plural, filters: resource.filters.filter((filter) => !(filter.name in only)) }
  }, [resource, subset])
}

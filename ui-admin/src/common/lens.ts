import { useMemo } from 'react'
import type { ResourceInfo } from '#core/wire'
import { useSession } from '../state/session.ts'

/** Some of the rows of a resource under a path and a name of their own. Make it outside of components or keep it. */
export interface Lens {
  /** Path of the list below /admin; forms lie below it. */
  path: string
  label: string
  plural: string
  /** What all of these rows have. New ones start with it. */
  only: Readonly<Record<string, string>>
}

/** A resource as it is seen through a lens; as it is without one. Undefined for people who may not see it. */
export function useThrough(name: string, lens: Lens | undefined): ResourceInfo | undefined {
  const resource = useSession().manifest.resources[name]
  return useMemo(() => {
    if (!resource || !lens) return resource
    const { path, label, plural, only } = lens
    return { ...resource, path, label, plural, filters: resource.filters.filter((filter) => !(filter.name in only)) }
  }, [resource, lens])
}

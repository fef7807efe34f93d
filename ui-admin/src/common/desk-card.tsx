import { Card } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useResource } from '../state/session.ts'
import { adminPath, Link } from './link.tsx'

/** A dashboard card, titled with its resource and linked to its list. */
export function DeskCard({ resourceName, children }: { resourceName: string; children: ReactNode }) {
  const resource = useResource(resourceName)
  if (!resource) return null
  return (
    <Card compact className="panel desk-card">
      <h2>
        <Link to={adminPath(resource.path)}>{resource.plural}</Link>
      </h2>
      {children}
    </Card>
  )
}

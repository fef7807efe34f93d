import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Page, Row } from 'stoa/api-types'
import { adminPath, api, ApiError, can, FormScreen, useMissing, useResource } from 'stoa/admin'

/** A record by id. A name redirects to the id, because names change. */
export function ByName({ resourceName }: { resourceName: string }) {
  const { id = '' } = useParams({ strict: false })
  const resource = useResource(resourceName)
  if (/^\d+$/.test(id)) return <FormScreen name={resourceName} mode={resource && can(resource, 'update') ? 'edit' : 'view'} />
  return <Named resourceName={resourceName} name={id} />
}

function Named({ resourceName, name }: { resourceName: string; name: string }) {
  const { data } = useQuery({
    queryKey: ['list', resourceName, 'by-name', name],
    queryFn: () => api<Page<Row & { name: string }>>(resourceName, { query: { q: name, limit: 100 } }),
  })
  const found = data?.data.find((row) => row.name === name)
  const [absent] = useState(() => new ApiError(404, {}))
  useMissing(data && !found ? absent : null, adminPath(resourceName))
  return found ? <Navigate to={adminPath(`${resourceName}/edit/${found.id}`) as never} replace /> : null
}

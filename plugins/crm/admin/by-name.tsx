import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Page, Row } from 'stoa/api-types'
import { adminPath, api, ApiError, can, FormScreen, useMissing, useResource } from 'stoa/admin'

/** A record by id. A name redirects to the id, because names change. */
export function ByName({ of }: { of: string }) {
  const { id = '' } = useParams({ strict: false })
  const resource = useResource(of)
  if (/^\d+$/.test(id)) return <FormScreen name={of} mode={resource && can(resource, 'update') ? 'edit' : 'view'} />
  return <Named of={of} name={id} />
}

function Named({ of, name }: { of: string; name: string }) {
  const { data } = useQuery({
    queryKey: ['list', of, 'by-name', name],
    queryFn: () => api<Page<Row & { name: string }>>(of, { query: { q: name, limit: 100 } }),
  })
  const found = data?.data.find((row) => row.name === name)
  const [absent] = useState(() => new ApiError(404, {}))
  useMissing(data && !found ? absent : null, adminPath(of))
  return found ? <Navigate to={adminPath(`${of}/edit/${found.id}`) as never} replace /> : null
}

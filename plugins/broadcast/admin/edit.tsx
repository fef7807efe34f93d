import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import type { Row } from 'stoa/api-types'
import { adminPath, api, can, FormScreen, isMissing, LoadError, useMissing, useResource } from 'stoa/admin'
import './broadcast.css'

/** The form of a broadcast draft. A broadcast that has started redirects to its history. */
export default function EditBroadcast() {
  const { id = '' } = useParams({ strict: false })
  const resource = useResource('broadcast')
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'broadcast', 'edit', id],
    queryFn: () => api<Row & { status: string; started_at: string | null }>(`broadcast/${id}`),
    enabled: /^\d+$/.test(id),
  })
  useMissing(error, adminPath('broadcast'))
  if (error && !isMissing(error)) return <LoadError error={error} retry={refetch} />
  if (!data) return null
  if (data.started_at !== null || !['draft', 'pending', 'canceled'].includes(data.status))
    return <Navigate to={adminPath(`broadcast/history/${id}`) as never} replace />
  const open = resource && can(resource, 'update') && data.status !== 'canceled'
  return <FormScreen name="broadcast" mode={open ? 'edit' : 'view'} />
}

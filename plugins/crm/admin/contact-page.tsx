import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { adminPath, api, isMissing, can, FormScreen, LoadError, useMissing, useResource } from 'stoa/admin'

/** A contact by its id. A merged contact redirects to the one that replaced it. */
export default function ContactPage() {
  const { id = '' } = useParams({ strict: false })
  const resource = useResource('contact')
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'contact', 'now', id],
    queryFn: () => api<{ id: number }>(`contact/${id}/now`),
    enabled: /^\d+$/.test(id),
  })
  useMissing(error, adminPath('contact'))
  if (error && !isMissing(error)) return <LoadError error={error} retry={refetch} />
  if (!data) return null
  const mode = resource && can(resource, 'update') ? 'edit' : 'view'
  if (String(data.id) !== id) return <Navigate to={adminPath(`contact/${mode}/${data.id}`) as never} replace />
  return <FormScreen name="contact" mode={mode} />
}

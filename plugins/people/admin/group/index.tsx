import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams } from '@tanstack/react-router'
import type { Page, Row } from 'stoa/api-types'
import { adminPath, api, ApiError, FormScreen, useMissing, useResource } from 'stoa/admin'
import { messages } from '../messages.ts'

const useMessages = messages('group')

/** Redirects to a group by id, or by name; ids are stable. */
export default function GroupEdit() {
  const { id = '' } = useParams({ strict: false })
  const may = useResource('customer_group')?.verbs.includes('update') === true
  if (/^\d+$/.test(id)) return <FormScreen name="customer_group" mode={may ? 'edit' : 'view'} />
  return <ByName name={id} />
}

function ByName({ name }: { name: string }) {
  const say = useMessages()
  const { data } = useQuery({
    queryKey: ['customer_group', 'by-name', name],
    queryFn: () => api<Page<Row & { name: string }>>('customer_group', { query: { q: name, limit: '100' } }),
  })
  const found = data?.data.find((group) => group.name === name)
  const [absent] = useState(() => new ApiError(404, {}))
  useMissing(data && !found ? absent : null, '/admin/customer/group')
  if (!data) return null
  return found ? (
    <Navigate to={adminPath(`customer/group/edit/${found.id}`) as never} replace />
  ) : (
    <Callout intent="warning">{say('missing')}</Callout>
  )
}

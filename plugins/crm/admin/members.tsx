import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { adminPath, api, Link, useResource } from 'stoa/admin'
import type { Members } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** Beside a group: the number of its contacts, and a link to them. */
export default function GroupMembers({ row }: { row: Row }) {
  const say = useMessages()
  const contacts = useResource('contact')
  const { data } = useQuery({
    queryKey: ['list', 'contact', 'members', row.id, row['version']],
    queryFn: () => api<Members>(`group/${row.id}/members`),
    enabled: contacts !== undefined,
  })
  if (!contacts || !data) return null
  return (
    <Card compact>
      <strong>{say('members', { count: data.count })}</strong>{' '}
      <Link to={`${adminPath(contacts.path)}?${new URLSearchParams(data.query).toString()}`}>{say('showMembers')}</Link>
    </Card>
  )
}

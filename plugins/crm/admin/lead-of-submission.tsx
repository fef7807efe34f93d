import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Page, Row } from 'stoa/api-types'
import { api, Link, rowPath, useResource, useSession } from 'stoa/admin'
import { useBoardTexts } from './messages.ts'

/** Beside a form submission: the lead that was created from it. */
export default function OfSubmission({ row }: { row: Row }) {
  const say = useBoardTexts()
  const { manifest } = useSession()
  const leads = useResource('lead')
  const { data } = useQuery({
    queryKey: ['list', 'lead', 'of-submission', row.id],
    queryFn: () => api<Page<Row & { title: string }>>('lead', { query: { form_submission_id: row.id, limit: 1 } }),
    enabled: leads !== undefined,
  })
  const [lead] = data?.data ?? []
  if (!leads || !lead) return null
  return (
    <Card compact>
      <h2>{say('lead')}</h2>
      <Link to={rowPath(manifest, leads, lead.id)}>{lead.title}</Link>
    </Card>
  )
}

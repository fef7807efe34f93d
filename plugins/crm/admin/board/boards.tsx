import { useQuery } from '@tanstack/react-query'
import type { Page, Row } from 'stoa/api-types'
import { adminPath, api, Link, useResource, useT } from 'stoa/admin'
import { useBoardTexts } from '../messages.ts'

const MOST = 3

/** Links above the list of leads to the board of each funnel. */
export default function Boards() {
  const say = useBoardTexts()
  const { language } = useT()
  const mayRead = useResource('funnel') !== undefined
  const { data } = useQuery({
    queryKey: ['list', 'funnel', 'boards', language],
    queryFn: () => api<Page<Row & { title: string }>>('funnel', { query: { status: 'published', sort: 'id', limit: MOST, language } }),
    enabled: mayRead,
  })
  return data?.data.map(({ id, title }) => (
    <Link key={id} className="bp6-button" to={adminPath(`funnel/management/${id}`)}>
      {say('open')}: {title}
    </Link>
  ))
}

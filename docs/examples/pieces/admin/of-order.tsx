import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { listQuery, rowTitle, StatusTag, useResource, useT } from '#admin'

/** The repairs of an order's customer, beside it: `id` comes from the screen that has the place. */
export default function OfOrder({ id }: { id: string }) {
  const { language } = useT()
  const resource = useResource('repair')
  const { data } = useQuery(listQuery('repair', { language, limit: 10, order_id: id }))
  if (!resource || !data) return null
  return (
    <Card compact>
      {data.data.map((row) => (
        <p key={row.id}>
          {rowTitle(resource, row)} <StatusTag word={String(row.status)} />
        </p>
      ))}
    </Card>
  )
}

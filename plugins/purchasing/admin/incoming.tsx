import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { adminPath, api, Day, Link } from 'stoa/admin'
import type { Incoming } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** Incoming units of a product, beside its form. */
export default function OnItsWay({ row }: { row?: Row }) {
  const say = useMessages()
  const { data } = useQuery({
    queryKey: ['po', 'incoming', row?.id],
    queryFn: () => api<{ data: Incoming[] }>('po/incoming', { query: { product_id: row?.id } }),
    enabled: row !== undefined,
  })
  if (!data || data.data.length === 0) return null
  return (
    <Card compact>
      <h2>{say('incoming')}</h2>
      {data.data.map((line) => (
        <p key={`${line.po_id} ${line.stock_id}`}>
          <strong className="num">{line.quantity}</strong> × {line.sku}
          <br />
          <Link to={adminPath(`po/${line.po_id}`)}>{line.number}</Link> · <Day value={line.expected_at} />
        </p>
      ))}
    </Card>
  )
}

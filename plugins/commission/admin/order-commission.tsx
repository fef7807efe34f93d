import { useQuery } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { adminPath, api, can, DocumentCard, Link, useResource } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** The order that the card is on. */
interface Props {
  data: { order: { id: number } }
}

/** On an order: who earns from it, and the way to change that. Nothing for orders that are not paid. */
export default function OrderCommission({ data }: Props) {
  const say = useMessages()
  const resource = useResource('commission_order')
  const { id } = data.order
  const { data: found } = useQuery({
    queryKey: ['list', 'commission_order', 'of', id],
    queryFn: async () => {
      const { data: rows } = await api<{ data: Row[] }>('commission_order', { query: { order_id: String(id), limit: '1' } })
      return rows[0] ? api<Row>(`commission_order/${rows[0].id}`) : null
    },
  })
  if (!found) return null
  const shares = Array.isArray(found['shares']) ? (found['shares'] as Row[]) : []
  return (
    <DocumentCard title={say('order_commission')}>
      {shares.length === 0 ? <p className="quiet">{say('no_shares')}</p> : <p>{say('share_count', { count: shares.length })}</p>}
      <p>
        <Link to={`${adminPath('commission/entry')}?order_id=${id}`}>{say('open_entries')}</Link>
        {can(resource, 'update') && (
          <>
            {' · '}
            <Link to={adminPath(`commission/order/edit/${found.id}`)}>{say('edit_shares')}</Link>
          </>
        )}
      </p>
    </DocumentCard>
  )
}

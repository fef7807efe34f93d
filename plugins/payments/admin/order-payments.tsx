import { Card } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Page, Row } from '#core/wire'
import { api, defineTexts, Money, StatusTag } from '../../../ui-admin/src/kit/index.ts'

interface Payment extends Row {
  reference: string
  amount: string
  currency: string
  status: string
  payment_method_name: string
}

const useTexts = defineTexts({ 'en-US': { title: 'Payment' }, 'zh-HK': { title: '付款' }, 'zh-CN': { title: '付款' } })

/** The attempts to pay for an order, shown beside it. */
export default function OrderPayments({ id }: { id: number }) {
  const say = useTexts()
  const { data } = useQuery({
    queryKey: ['order-payments', String(id)],
    queryFn: () => api<Page<Payment>>('payment', { query: { document_type: 'order', document_id: String(id), limit: '20' } }),
  })
  if (!data || data.data.length === 0) return null
  return (
    <Card compact>
      <h2>{say('title')}</h2>
      {data.data.map((p) => (
        <div key={p.id} className="order-payment">
          <p>{p.payment_method_name}</p>
          <p className="num quiet small">{p.reference}</p>
          <p>
            <Money value={p.amount} currency={p.currency} /> <StatusTag word={p.status} />
          </p>
        </div>
      ))}
    </Card>
  )
}

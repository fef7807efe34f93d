import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, Money, StatusTag, type TimelinePiece } from 'stoa/admin'
import { useMessages } from './messages.ts'
import type { BackOrder } from './types.ts'

/** Adds returns and refunds to an order's timeline. */
export default function BackInTimeline(props: TimelinePiece) {
  return props.subject.resource === 'order' ? <OfOrder {...props} /> : null
}

function OfOrder({ subject, bring }: TimelinePiece) {
  const say = useMessages()
  const [kind, byCustomer] = [say('givenBack'), say('byCustomer')]
  const id = String(subject.id)
  // Loaded already by the surrounding page.
  const { data } = useQuery({ queryKey: ['order-view', id], queryFn: () => api<BackOrder>(`order/${id}/view`) })
  useEffect(() => {
    if (!data) return
    const refunds = data.refunds.map((refund) => ({
      key: refund.number,
      at: refund.created_at,
      kind: 'refund',
      head: <Refund refund={refund} currency={data.order.currency} />,
      who: refund.requested_by ?? undefined,
      aside: refund.number,
      body: refund.reason,
    }))
    const returns = data.returns.map((back) => ({
      key: back.number,
      at: back.created_at,
      kind: 'refund',
      head: <Return back={back} />,
      who: back.requested_by === 'customer' ? byCustomer : undefined,
      aside: back.number,
      body: back.note,
    }))
    const entries = [...refunds, ...returns].sort((a, b) => b.at.localeCompare(a.at))
    bring({ name: 'back', entries, kinds: { refund: kind } })
  }, [data, bring, kind, byCustomer])
  return null
}

function Refund({ refund, currency }: { refund: BackOrder['refunds'][number]; currency: string }) {
  const say = useMessages()
  return (
    <span className="beside-status">
      <span>
        {say('refund')} <Money value={refund.amount} currency={currency} />
      </span>
      <StatusTag word={refund.status} />
    </span>
  )
}

function Return({ back }: { back: BackOrder['returns'][number] }) {
  const say = useMessages()
  return (
    <span className="beside-status">
      <span>{say(`kind_${back.kind}` as 'kind_return')}</span>
      <StatusTag word={back.status} />
    </span>
  )
}

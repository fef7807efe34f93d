import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, apiUrl, DocumentView, Moment, StatusTag, useSession } from 'stoa/admin'
import { fullName } from 'stoa/plugins/people/admin'
import { PayLink } from './pay-link.tsx'
import { Items } from './items.tsx'
import { orderChanged } from './order-changed.ts'
import './order-view.css'
import { People } from './people.tsx'
import { makesSense, mayAssign } from './amount-due.ts'
import { getHint, getSteps } from './steps.tsx'
import { useMessages } from './messages.ts'
import { OrderTimeline } from './timeline.tsx'
import type { Entry, FullOrder } from './types.ts'

const load = (id: string) => ({
  queryKey: ['order-view', id],
  queryFn: () => api<FullOrder>(`order/${id}/view`),
  select: inWords,
})

/** The order in the reader's language: items and shipping method. */
const inWords = ({ order, ...extras }: FullOrder): FullOrder => {
  const words = new Map(extras.lines.map(({ id, name, options }) => [id, { name, options }]))
  return {
    ...extras,
    order: {
      ...order,
      shipping_title: extras.shipping_title,
      lines: order.lines.map((line) => ({ ...line, ...words.get(Number(line.id)) })),
    },
  }
}

/** Statuses that end once the payment is refunded. */
const GIVES_BACK: ReadonlySet<string> = new Set(['paid', 'processing'])

/** The order page: items, status, timeline and next actions. */
export default function OrderView() {
  const say = useMessages()
  const { me } = useSession()
  return (
    <DocumentView
      resource="order"
      load={load}
      changed={orderChanged}
      render={(full, { may, done }) => {
        const { order } = full
        const id = String(order.id)
        return {
          title: order.order_number,
          status: order.status,
          counterparty: fullName(order.first_name, order.last_name) || order.email || say('walkIn'),
          amount: { value: order.total, currency: order.currency },
          at: order.placed_at,
          facts: [
            <State key="payment" label={say('payment')} word={order.payment_status} />,
            order.units_total > 0 && (
              <State key="sent" label={say('delivery')} word={order.fulfilment_status}>
                {say('shippedOf', { done: order.units_shipped, all: order.units_total })}
              </State>
            ),
            order.assigned_to !== null && (
              <span key="assigned">
                {say('assignedTo')} {order.assigned_to === me.id ? me.name : (order.assigned_to_name ?? `#${order.assigned_to}`)}
              </span>
            ),
            order.hold_expires_at && (
              <span key="held">
                {say('heldUntil')} <Moment value={order.hold_expires_at} />
              </span>
            ),
          ],
          notes: [
            order.imported_from !== null && {
              text: say('importedNote', { from: order.imported_from, number: order.imported_number ?? '' }),
            },
            order.status === 'abnormal' && { intent: 'danger', text: <Trouble id={id} /> },
            full.going_back && GIVES_BACK.has(order.status) && { text: say('goingBack') },
          ],
          road: ['pending', 'paid', 'processing', 'shipped', 'completed'],
          steps: getSteps(full, may, say),
          offers: (move) =>
            !order.imported_from && makesSense({ ...order, going_back: full.going_back }, move) && mayAssign(order, move, me.id),
          hint: (move) => getHint(move, full, say),
          main: <Items full={full} />,
          side: (
            <>
              <People order={order} />
              <PayLink order={order} done={done} />
            </>
          ),
          files: (order.imported_from ? [] : (['invoice', 'packing', 'receipt'] as const)).map(
            (type) => (type !== 'receipt' || Number(order.paid) > 0) && { label: say(type), href: apiUrl(`order/${id}/pdf`, { type }) },
          ),
          timeline: <OrderTimeline id={id} />,
        }
      }}
    />
  )
}

/** Payment status or delivery status of the order. */
function State({ label, word, children }: { label: string; word: string; children?: ReactNode }) {
  return (
    <span className="order-state">
      {label} <StatusTag word={word} /> {children}
    </span>
  )
}

/** Why an order is abnormal, as recorded. */
function Trouble({ id }: { id: string }) {
  const say = useMessages()
  const { data } = useQuery({ queryKey: ['order-timeline', id], queryFn: () => api<{ data: Entry[] }>(`order/${id}/timeline`) })
  return (
    <>
      <strong>{say('abnormalNote')}</strong> {data?.data.findLast((e) => e.to_status === 'abnormal')?.body}
    </>
  )
}

import { Button, Card, NonIdealState, Spinner } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionInfo } from '#core/wire'
import { ActionRunner, actionsFor, adminPath, api, Moment, PageHeader, Slot, StatusTag, useResource } from '../../../../ui-admin/src/kit/index.ts'
import { Items } from './items.tsx'
import './order-view.css'
import { Timeline } from './timeline.tsx'
import { useTexts } from './texts.ts'
import type { Order } from './types.ts'

const idOf = () => location.pathname.split('/').at(-1) ?? ''

/** One order: what was sold, where it stands, what has happened, and what may be done next. */
export default function OrderView() {
  const say = useTexts()
  const resource = useResource('order')
  const client = useQueryClient()
  const id = idOf()
  const { data: order, isPending } = useQuery({ queryKey: ['order-view', id], queryFn: () => api<Order>(`order/${id}`) })
  const [running, setRunning] = useState<ActionInfo>()
  if (isPending) return <Spinner aria-label={say('loading')} />
  if (!order || !resource) return <NonIdealState icon="search" title={say('missing')} />
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['order-view', id] })
    void client.invalidateQueries({ queryKey: ['order-timeline', id] })
    void client.invalidateQueries({ queryKey: ['order-payments', id] })
  }
  const { shipping_address: to } = order
  return (
    <>
      <PageHeader
        title={order.order_number}
        crumbs={[{ label: resource.plural, to: adminPath(resource.path) }]}
        mark={<StatusTag word={order.status} />}
        actions={actionsFor(resource, order).map((action) => (
          <Button key={action.name} {...(action.intent ? { intent: action.intent } : {})} variant="outlined" onClick={() => setRunning(action)}>
            {action.label}
          </Button>
        ))}
      />
      <p className="quiet order-placed"><Moment value={order.placed_at} /></p>
      <div className="order-view">
        <div className="order-main">
          <Items order={order} />
          <Timeline id={id} />
        </div>
        <div className="order-side">
          <Card compact>
            <h2>{say('customer')}</h2>
            <p>{order.first_name} {order.last_name}</p>
            <p><a href={`mailto:${order.email}`}>{order.email}</a></p>
            {order.phone && <p className="num">+{order.country_code} {order.phone}</p>}
          </Card>
          {to && (
            <Card compact>
              <h2>{say('delivery')}</h2>
              <p className="quiet">{order.shipping_title}</p>
              <p>{to.first_name} {to.last_name}</p>
              <p className="order-address">{to.address}</p>
              <p>{to.country} · <span className="num">{to.contact_number}</span></p>
            </Card>
          )}
          {order.customer_note && <Card compact><h2>{say('note')}</h2><p className="order-address">{order.customer_note}</p></Card>}
          <Slot at="order.view.side" id={order.id} />
        </div>
      </div>
      {running && <ActionRunner resource={resource} action={running} ids={[order.id]} batch={false} close={() => setRunning(undefined)} done={refresh} />}
    </>
  )
}

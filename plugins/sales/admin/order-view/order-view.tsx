import { Button, Card, NonIdealState, Spinner } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionInfo } from '#core/wire'
import {
  ActionRunner,
  actionsFor,
  adminPath,
  api,
  Moment,
  PageHeader,
  Slot,
  StatusTag,
  useResource,
  useT,
} from '../../../../ui-admin/src/kit/index.ts'
import { countryName } from './country.ts'
import { Items } from './items.tsx'
import './order-view.css'
import { Progress } from './progress.tsx'
import { useTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'
import type { Order } from './types.ts'

const idOf = () => location.pathname.split('/').at(-1) ?? ''

/** The usual way on comes first and stands out; what ends an order comes last and does not. */
function inOrder(actions: ActionInfo[]): ActionInfo[] {
  const weight = ({ intent }: ActionInfo) => (intent === 'success' || intent === 'primary' ? 0 : intent === 'danger' ? 2 : 1)
  return actions.toSorted((a, b) => weight(a) - weight(b))
}

/** One order: what was sold, where it stands, what has happened, and what may be done next. */
export default function OrderView() {
  const say = useTexts()
  const { language } = useT()
  const resource = useResource('order')
  const client = useQueryClient()
  const id = idOf()
  const { data: order, isPending } = useQuery({
    queryKey: ['order-view', id],
    queryFn: () => api<Order>(`order/${id}`),
  })
  const [running, setRunning] = useState<ActionInfo>()
  if (isPending) return <Spinner aria-label={say('loading')} />
  if (!order || !resource) return <NonIdealState icon={<Search size={40} aria-hidden />} title={say('missing')} />
  const refresh = () => {
    for (const key of ['order-view', 'order-timeline', 'order-payments']) void client.invalidateQueries({ queryKey: [key, id] })
  }
  const { shipping_address: to } = order
  const actions = inOrder(actionsFor(resource, order))
  return (
    <>
      <PageHeader
        title={order.order_number}
        crumbs={[{ label: resource.plural, to: adminPath(resource.path) }]}
        mark={<StatusTag word={order.status} />}
        actions={actions.map((action, i) => (
          <Button
            key={action.name}
            {...(action.intent ? { intent: action.intent } : {})}
            variant={i === 0 && action.intent !== 'danger' ? 'solid' : action.intent === 'danger' ? 'minimal' : 'outlined'}
            onClick={() => setRunning(action)}
          >
            {action.label}
          </Button>
        ))}
      />
      <p className="quiet order-placed">
        <Moment value={order.placed_at} />
      </p>
      <Progress status={order.status} />
      <div className="order-view">
        <div className="order-main">
          <Items order={order} />
          <Timeline id={id} />
        </div>
        <div className="order-side">
          <Card compact>
            <h2>{say('customer')}</h2>
            <p>
              {order.first_name} {order.last_name}
            </p>
            <p>
              <a href={`mailto:${order.email}`}>{order.email}</a>
            </p>
            {order.phone && (
              <p className="num">
                <a href={`tel:+${order.country_code ?? ''}${order.phone}`}>
                  +{order.country_code} {order.phone}
                </a>
              </p>
            )}
          </Card>
          {order.customer_note && (
            <Card compact>
              <h2>{say('note')}</h2>
              <p className="order-text">{order.customer_note}</p>
            </Card>
          )}
          {to && (
            <Card compact>
              <h2>{say('delivery')}</h2>
              <p className="quiet">{order.shipping_title}</p>
              <p>
                {to.first_name} {to.last_name}
              </p>
              <p className="order-text">{to.address}</p>
              <p>{countryName(to.country, language)}</p>
              <p className="num">{to.contact_number}</p>
            </Card>
          )}
          <Slot at="order.view.side" id={order.id} />
        </div>
      </div>
      {running && (
        <ActionRunner
          resource={resource}
          action={running}
          ids={[order.id]}
          batch={false}
          close={() => setRunning(undefined)}
          done={refresh}
        />
      )}
    </>
  )
}

import { Button, Callout, NonIdealState, Spinner } from '@blueprintjs/core'
import { Box, Edit, Search } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionInfo } from '#core/wire'
import {
  ActionRunner,
  actionsFor,
  adminPath,
  api,
  go,
  Moment,
  PageHeader,
  Slot,
  StatusTag,
  useResource,
  useSession,
} from '../../../../ui-admin/src/kit/index.ts'
import type { OrderExtras } from '../../wire-admin.ts'
import { Documents, PayLink } from './documents.tsx'
import { Refunds, Returns, Shipments } from './goods-cards.tsx'
import { Items } from './items.tsx'
import './order-view.css'
import { PackDialog } from './pack-dialog.tsx'
import { People } from './people.tsx'
import { Progress } from './progress.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { CountDialog, ReturnDialog } from './return-dialog.tsx'
import { orderChanged } from './order-changed.ts'
import { useTexts } from './texts.ts'
import { en } from './texts/en.ts'
import { OrderTimeline } from './timeline.tsx'
import type { Entry, FullOrder } from './types.ts'

const idOf = () => location.pathname.split('/').at(-1) ?? ''
type Return = OrderExtras['returns'][number]
type Open =
  | { kind: 'move'; action: ActionInfo }
  | { kind: 'pack' | 'return' }
  | { kind: 'refund'; back?: Return }
  | { kind: 'count'; back: Return }

/** What is refused once something was sent: that has to come back first. */
const takesAllBack = new Set(['call_off', 'resolve_canceled'])

const leadsOn = ({ intent }: ActionInfo) => intent === 'success' || intent === 'primary'

/** The usual way on comes first and stands out; what ends an order comes last and does not. */
function inOrder(actions: ActionInfo[]): ActionInfo[] {
  const weight = (action: ActionInfo) => (leadsOn(action) ? 0 : action.intent === 'danger' ? 2 : 1)
  return actions.toSorted((a, b) => weight(a) - weight(b))
}

/** One order: what was sold, where it stands, what has happened, and what may be done next. */
export default function OrderView() {
  const say = useTexts()
  const { me } = useSession()
  const resource = useResource('order')
  const client = useQueryClient()
  const id = idOf()
  const { data: full, isPending } = useQuery({ queryKey: ['order-view', id], queryFn: () => api<FullOrder>(`order/${id}/view`) })
  const [open, setOpen] = useState<Open>()
  if (isPending) return <Spinner aria-label={say('loading')} />
  if (!full || !resource) return <NonIdealState icon={<Search size={40} aria-hidden />} title={say('missing')} />
  const { order } = full
  const refresh = () => orderChanged(client, id)
  const close = () => setOpen(undefined)
  const may = (right: string) => me.role.permission_list.includes(right)
  const actions = inOrder(actionsFor(resource, order)).filter(({ name }) => order.units_shipped === 0 || !takesAllBack.has(name))
  const packable =
    may('ship order') && ['paid', 'processing', 'shipped'].includes(order.status) && full.lines.some((l) => l.physical && l.to_pack > 0)
  const returnable = may('return order') && full.lines.some((l) => l.returnable > 0)
  const refundable = may('refund order') && Number(full.left.amount) > 0
  const hint = (action: ActionInfo) => {
    const key = `consequence_${action.name}`
    return key in en ? { title: say(key as keyof typeof en) } : {}
  }
  return (
    <>
      <PageHeader
        title={order.order_number}
        crumbs={[{ label: resource.plural, to: adminPath(resource.path) }]}
        mark={<StatusTag word={order.status} />}
        actions={
          <>
            {packable && (
              <Button intent="primary" icon={<Box aria-hidden />} onClick={() => setOpen({ kind: 'pack' })}>
                {say('pack')}
              </Button>
            )}
            {order.status === 'draft' && may('update order') && (
              <Button icon={<Edit aria-hidden />} onClick={() => go(adminPath(`order/edit/${order.id}`))}>
                {say('edit')}
              </Button>
            )}
            {actions.map((action, i) => (
              <Button
                key={action.name}
                {...(action.intent ? { intent: action.intent } : {})}
                variant={i === 0 && !packable && leadsOn(action) ? 'solid' : action.intent === 'danger' ? 'minimal' : 'outlined'}
                {...hint(action)}
                onClick={() => setOpen({ kind: 'move', action })}
              >
                {action.label}
              </Button>
            ))}
            {returnable && <Button onClick={() => setOpen({ kind: 'return' })}>{say('takeBack')}</Button>}
            {refundable && <Button onClick={() => setOpen({ kind: 'refund' })}>{say('refund')}</Button>}
          </>
        }
      />
      <p className="quiet order-placed order-view-state">
        {order.placed_at && <Moment value={order.placed_at} />}
        <StatusTag word={order.payment_status} />
        {order.units_total > 0 && (
          <span>
            <StatusTag word={order.fulfilment_status} /> {say('shippedOf', { done: order.units_shipped, all: order.units_total })}
          </span>
        )}
        {order.hold_expires_at && (
          <span>
            {say('heldUntil')} <Moment value={order.hold_expires_at} />
          </span>
        )}
      </p>
      {order.status === 'abnormal' && <Trouble id={id} />}
      <Progress status={order.status} />
      <div className="order-view">
        <div className="order-main">
          <Items full={full} />
          <Shipments full={full} done={refresh} />
          <Returns
            full={full}
            done={refresh}
            count={(back) => setOpen({ kind: 'count', back })}
            refund={(back) => setOpen({ kind: 'refund', back })}
          />
          <Refunds full={full} done={refresh} />
          <OrderTimeline id={id} />
        </div>
        <div className="order-side">
          <People order={order} />
          <Slot at="order.view.side" id={order.id} />
          <PayLink order={order} done={refresh} />
          <Documents order={order} />
        </div>
      </div>
      {open?.kind === 'move' && (
        <ActionRunner resource={resource} action={open.action} ids={[order.id]} batch={false} close={close} done={refresh} />
      )}
      {open?.kind === 'pack' && <PackDialog full={full} close={close} done={refresh} />}
      {open?.kind === 'return' && <ReturnDialog full={full} close={close} done={refresh} />}
      {open?.kind === 'count' && <CountDialog full={full} back={open.back} close={close} done={refresh} />}
      {open?.kind === 'refund' && (
        <RefundDialog full={full} close={close} done={refresh} begin={open.back ? beginOf(open.back) : undefined} />
      )}
    </>
  )
}

const beginOf = (back: Return) => ({
  return_id: back.id,
  units: Object.fromEntries(back.lines.map((l) => [l.order_line_id, back.kind === 'refund_only' ? l.quantity : l.received])),
})

/** Why an order is abnormal, in the words it was marked with. */
function Trouble({ id }: { id: string }) {
  const say = useTexts()
  const { data } = useQuery({ queryKey: ['order-timeline', id], queryFn: () => api<{ data: Entry[] }>(`order/${id}/timeline`) })
  const reason = data?.data.findLast((e) => e.to_status === 'abnormal')?.body
  return (
    <Callout compact intent="danger" className="order-trouble">
      <strong>{say('abnormalNote')}</strong> {reason}
    </Callout>
  )
}

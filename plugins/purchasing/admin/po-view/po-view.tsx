import { Button, Callout, Card, NonIdealState, Spinner } from '@blueprintjs/core'
import { Document, Edit, Search } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActionInfo } from '#core/wire'
import {
  ActionRunner,
  actionsFor,
  adminPath,
  api,
  apiUrl,
  can,
  forget,
  go,
  Moment,
  PageHeader,
  Slot,
  StatusTag,
  useResource,
  useSession,
  useT,
} from '../../../../ui-admin/src/kit/index.ts'
import type { PoReceipt, PoView } from '../../wire.ts'
import { useTexts } from '../texts.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { History } from './history.tsx'
import { LinesCard } from './lines-card.tsx'
import { PaymentsCard } from './payments-card.tsx'
import './po-view.css'
import { ReceiptsCard } from './receipts-card.tsx'
import { ReceiveDialog } from './receive-dialog.tsx'
import { SupplierCard } from './supplier-card.tsx'

type Open = { kind: 'move'; action: ActionInfo } | { kind: 'receive' } | { kind: 'accept' } | { kind: 'correct'; receipt: PoReceipt }

/** The usual way on comes first and stands out; what ends an order comes last and does not. */
function inOrder(actions: ActionInfo[]): ActionInfo[] {
  const weight = ({ intent }: ActionInfo) => (intent === 'success' || intent === 'primary' ? 0 : intent === 'danger' ? 2 : 1)
  return actions.toSorted((a, b) => weight(a) - weight(b))
}

/** One purchase order: what was ordered, what of it came, what it cost, and what may be done next. */
export default function PoScreen() {
  const say = useTexts()
  const { language } = useT()
  const { me } = useSession()
  const resource = useResource('po')
  const client = useQueryClient()
  const id = location.pathname.split('/').at(-1) ?? ''
  const { data: order, isPending } = useQuery({
    queryKey: ['po', 'view', id, language],
    queryFn: () => api<PoView>(`po/${id}/view`, { query: { language } }),
  })
  const [open, setOpen] = useState<Open>()
  if (isPending) return <Spinner aria-label={say('loading')} />
  if (!order || !resource) return <NonIdealState icon={<Search size={40} aria-hidden />} title={say('missing')} />
  const close = () => setOpen(undefined)
  const refresh = () => {
    forget('po')
    void client.invalidateQueries({ queryKey: ['po'] })
  }
  const may = (right: string) => me.role.permission_list.includes(right)
  const underWay = ['sent', 'partial_received'].includes(order.status)
  // Somebody else approves; the button would only be refused.
  const actions = inOrder(actionsFor(resource, { ...order })).filter(
    (a) => !(a.name === 'approve' && order.own) && !(order.waits && ['approve', 'reject'].includes(a.name)),
  )
  const receivable = underWay && may('receive po')
  return (
    <>
      <PageHeader
        title={order.number}
        crumbs={[{ label: resource.plural, to: adminPath(resource.path) }]}
        mark={<StatusTag word={order.status} />}
        actions={
          <>
            {receivable && (
              <Button intent="primary" onClick={() => setOpen({ kind: 'receive' })}>
                {say('receive')}
              </Button>
            )}
            {order.status === 'abnormal' && may('update po') && (
              <Button intent="primary" onClick={() => setOpen({ kind: 'accept' })}>
                {say('settle')}
              </Button>
            )}
            {order.status === 'draft' && can(resource, 'update') && (
              <Button icon={<Edit aria-hidden />} onClick={() => go(adminPath(`po/edit/${order.id}`))}>
                {say('edit')}
              </Button>
            )}
            <a className="bp6-button" href={apiUrl(`po/${order.id}/pdf`)} target="_blank" rel="noreferrer">
              <Document aria-hidden /> <span className="bp6-button-text">PDF</span>
            </a>
            {actions.map((action, i) => (
              <Button
                key={action.name}
                {...(action.intent ? { intent: action.intent } : {})}
                variant={
                  i === 0 && !receivable && action.intent !== 'danger' ? 'solid' : action.intent === 'danger' ? 'minimal' : 'outlined'
                }
                onClick={() => setOpen({ kind: 'move', action })}
              >
                {action.label}
              </Button>
            ))}
          </>
        }
      />
      <p className="quiet po-made">
        <Moment value={order.created_at} />
        {order.creator && ` · ${order.creator}`}
      </p>
      {order.status === 'pending' && order.own && !order.waits && (
        <Callout compact className="po-note">
          {say('ownOrder')}
        </Callout>
      )}
      {order.status === 'abnormal' && (
        <Callout compact intent="warning" className="po-note">
          {say('abnormal')} {order.history.findLast((h) => h.to_status === 'abnormal')?.reason}
        </Callout>
      )}
      <div className="po-view">
        <div className="po-main">
          <Slot at="approval.card" kind="po" id={order.id} done={refresh} />
          <LinesCard order={order} />
          <ReceiptsCard
            order={order}
            correct={may('receive po') && order.status !== 'completed' ? (receipt) => setOpen({ kind: 'correct', receipt }) : undefined}
          />
          <History order={order} />
        </div>
        <div className="po-side">
          <SupplierCard order={order} mayMail={underWay && may('update po')} done={refresh} />
          {order.remark && (
            <Card compact>
              <h2>{say('remark')}</h2>
              <p className="po-text">{order.remark}</p>
            </Card>
          )}
          <PaymentsCard order={order} mayAdd={may('create supplier payment')} done={refresh} />
          <Slot at="po.view.side" id={order.id} />
        </div>
      </div>
      {open?.kind === 'move' && (
        <ActionRunner resource={resource} action={open.action} ids={[order.id]} batch={false} close={close} done={refresh} />
      )}
      {open?.kind === 'receive' && <ReceiveDialog order={order} close={close} done={refresh} />}
      {open?.kind === 'correct' && <CorrectDialog order={order} receipt={open.receipt} close={close} done={refresh} />}
      {open?.kind === 'accept' && <AcceptDialog order={order} close={close} done={refresh} />}
    </>
  )
}

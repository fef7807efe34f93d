import { Button } from '@blueprintjs/core'
import { Fragment, type ReactNode, useRef } from 'react'
import { api, DocumentCard, DocumentPart, DocumentParts, Moment, Money, notifyFailure, Slot, useSession } from '#admin'
import type { OrderExtras } from '../../wire-admin.ts'
import { nameOf } from './goods-name.tsx'
import { useTexts } from './texts.ts'
import type { FullOrder } from './types.ts'

interface Props {
  full: FullOrder
  /** Shows the order anew; resolves when it is there. */
  done: () => Promise<unknown>
}

/** A second click of a double click must not press the button that has taken the place of the first. */
const CALM_MS = 600

/** Changes one of the documents of an order, and shows the order anew. One thing at a time. */
function useChange(done: () => Promise<unknown>) {
  const say = useTexts()
  const busy = useRef(false)
  return async (path: string, body: object) => {
    if (busy.current) return
    busy.current = true
    try {
      await api(path, { method: 'PUT', body })
      await done()
    } catch (error) {
      notifyFailure(say('failed'), error)
    } finally {
      setTimeout(() => {
        busy.current = false
      }, CALM_MS)
    }
  }
}

const Small = ({ onClick, children, danger }: { onClick: () => void; children: ReactNode; danger?: boolean }) => (
  <Button size="small" variant={danger ? 'minimal' : 'outlined'} intent={danger ? 'danger' : 'none'} onClick={onClick}>
    {children}
  </Button>
)

const Units = ({ full, lines }: { full: FullOrder; lines: readonly { order_line_id: number; quantity: number }[] }) => (
  <p className="small">
    {lines.map((l) => `${nameOf(full.order.lines.find((o) => o.id === l.order_line_id))} × ${l.quantity}`).join(', ')}
  </p>
)

/** Parcels, and what waits to be collected. */
export function Shipments({ full, done }: Props) {
  const say = useTexts()
  const { me } = useSession()
  const change = useChange(done)
  if (full.shipments.length === 0) return null
  const may = me.role.permission_list.includes('ship order')
  const buttons = (s: OrderExtras['shipments'][number]) => {
    const go = (status: string) => () => void change(`shipment/${s.id}`, { status })
    if (s.status === 'draft' || s.status === 'processing')
      return (
        <Fragment key={s.status}>
          {s.collect && s.ready_at === null && (
            <Small onClick={() => void change(`shipment/${s.id}`, { ready: true })}>{say('layReady')}</Small>
          )}
          <Small onClick={go(s.collect ? 'received' : 'shipped')}>{say(s.collect ? 'collected' : 'send')}</Small>
          <Small danger onClick={go('canceled')}>
            {say('giveUp')}
          </Small>
        </Fragment>
      )
    if (s.status === 'shipped')
      return (
        <Fragment key={s.status}>
          <Small onClick={go('received')}>{say('arrived')}</Small>
          <Small danger onClick={go('abnormal')}>
            {say('lost')}
          </Small>
        </Fragment>
      )
    if (s.status === 'abnormal')
      return (
        <Fragment key={s.status}>
          <Small onClick={go('received')}>{say('arrived')}</Small>
          <Small danger onClick={go('canceled')}>
            {say('giveUp')}
          </Small>
        </Fragment>
      )
    return null
  }
  return (
    <DocumentCard title={say('shipments')}>
      <DocumentParts>
        {full.shipments.map((s) => (
          <DocumentPart
            key={s.id}
            number={s.number}
            status={s.status}
            aside={s.ready_at !== null && s.received_at === null && say('ready')}
            buttons={may && buttons(s)}
          >
            <Units full={full} lines={s.lines} />
            <p className="quiet small">
              {[s.warehouse, s.collect ? say('collect') : s.carrier_name, s.tracking_number].filter(Boolean).join(' · ')}{' '}
              {s.tracking_url && (
                <a href={s.tracking_url} target="_blank" rel="noreferrer">
                  {say('follow')}
                </a>
              )}
            </p>
            {s.shipped_at && (
              <p className="quiet small">
                <Moment value={s.shipped_at} />
              </p>
            )}
          </DocumentPart>
        ))}
      </DocumentParts>
    </DocumentCard>
  )
}

/** What comes back. */
export function Returns({
  full,
  done,
  count,
  refund,
}: Props & { count: (back: OrderExtras['returns'][number]) => void; refund: (back: OrderExtras['returns'][number]) => void }) {
  const say = useTexts()
  const { me } = useSession()
  const change = useChange(done)
  if (full.returns.length === 0) return null
  const may = (right: string) => me.role.permission_list.includes(right)
  return (
    <DocumentCard title={say('returns')}>
      <DocumentParts>
        {full.returns.map((r) => (
          <DocumentPart
            key={r.id}
            number={r.number}
            status={r.status}
            aside={[say(`kind_${r.kind}` as 'kind_return'), r.requested_by === 'customer' ? say('byCustomer') : '']
              .filter(Boolean)
              .join(' · ')}
            buttons={
              <>
                {may('return order') && r.status === 'pending' && (
                  <>
                    <Small onClick={() => void change(`return/${r.id}`, { status: 'approved' })}>{say('approve')}</Small>
                    <Small danger onClick={() => void change(`return/${r.id}`, { status: 'rejected' })}>
                      {say('turnDown')}
                    </Small>
                  </>
                )}
                {may('return order') && ['approved', 'partial_received'].includes(r.status) && r.kind !== 'refund_only' && (
                  <Small onClick={() => count(r)}>{say('countIn')}</Small>
                )}
                {may('refund order') &&
                  ['received', 'approved'].includes(r.status) &&
                  (r.status === 'received' || r.kind === 'refund_only') && <Small onClick={() => refund(r)}>{say('refundIt')}</Small>}
                {may('return order') && r.status === 'received' && (
                  <Small onClick={() => void change(`return/${r.id}`, { status: 'completed' })}>{say('done')}</Small>
                )}
              </>
            }
          >
            <Units full={full} lines={r.lines} />
            {r.note && <p className="doc-text small">{r.note}</p>}
          </DocumentPart>
        ))}
      </DocumentParts>
    </DocumentCard>
  )
}

/** What goes back to the customer. */
export function Refunds({ full, done }: Props) {
  const say = useTexts()
  const { me } = useSession()
  const change = useChange(done)
  if (full.refunds.length === 0) return null
  const may = (right: string) => me.role.permission_list.includes(right)
  return (
    <DocumentCard title={say('refunds')}>
      <DocumentParts>
        {full.refunds.map((r) => (
          <DocumentPart
            key={r.id}
            number={r.number}
            status={r.status}
            aside={<Money value={r.amount} currency={full.order.currency} />}
            buttons={
              <>
                {r.status === 'pending' && !r.waits && may('approve refund') && !r.own && (
                  <Small onClick={() => void change(`refund/${r.id}`, { status: 'approved' })}>{say('approve')}</Small>
                )}
                {r.status === 'pending' && !r.waits && may('refund order') && (
                  <Small danger onClick={() => void change(`refund/${r.id}`, { status: 'rejected' })}>
                    {say('turnDown')}
                  </Small>
                )}
                {r.status === 'abnormal' && may('refund order') && (
                  <>
                    <Small onClick={() => void change(`refund/${r.id}`, { status: 'process' })}>{say('again')}</Small>
                    <Small danger onClick={() => void change(`refund/${r.id}`, { status: 'canceled' })}>
                      {say('drop')}
                    </Small>
                  </>
                )}
              </>
            }
          >
            <Units full={full} lines={r.lines} />
            <p className="quiet small">
              {[say(r.method as 'cash'), r.reason, r.status === 'abnormal' ? r.failure : '', r.requested_by].filter(Boolean).join(' · ')}
            </p>
            <Slot at="approval.card" kind="refund" id={r.id} done={done} />
          </DocumentPart>
        ))}
      </DocumentParts>
    </DocumentCard>
  )
}

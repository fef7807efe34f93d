import { Box } from '@blueprintjs/icons'
import { Fragment, useEffect } from 'react'
import { DocumentCard, type DocumentDialog, DocumentPart, DocumentParts, type DocumentPiece, Moment, useSession } from 'stoa/admin'
import { Small, Units, useChange } from 'stoa/plugins/sales/admin'
import { PackDialog } from './pack-dialog.tsx'
import { useMessages } from './messages.ts'
import type { SentOrder } from './types.ts'

/** Order statuses in which shipments may be sent. */
const SENDABLE: ReadonlySet<string> = new Set(['paid', 'processing', 'shipped'])

const packing: DocumentDialog<SentOrder> = (now, props) => <PackDialog full={now} {...props} />

/** Shipments and pickups of an order, with the packing action. */
export default function Parcels({ data: full, done, bring }: DocumentPiece<SentOrder>) {
  const say = useMessages()
  const { me } = useSession()
  const change = useChange(done)
  const may = me.role.permission_list.includes('ship order')
  const packable = may && !full.going_back && SENDABLE.has(full.order.status) && full.lines.some((l) => l.physical && l.to_pack > 0)
  const label = say('pack')
  useEffect(() => {
    bring('parcels', [
      packable && {
        name: 'pack',
        label,
        leads: true,
        icon: <Box aria-hidden />,
        dialog: packing,
      },
    ])
  }, [bring, packable, label])
  if (full.shipments.length === 0) return null
  const buttons = (s: SentOrder['shipments'][number]) => {
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
              {[s.warehouse, s.collect ? say('collect') : s.carrier_name, s.tracking_number, s.weight_g && `${s.weight_g} g`]
                .filter(Boolean)
                .join(' · ')}
              {s.tracking_url && (
                <>
                  {' · '}
                  <a href={s.tracking_url} target="_blank" rel="noreferrer">
                    {say('follow')}
                  </a>
                </>
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

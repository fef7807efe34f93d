import { DocumentCard, DocumentPart, DocumentParts, Money, Slot, useSession } from 'stoa/admin'
import { Small, Units, useChange } from 'stoa/plugins/sales/admin'
import { useMessages } from './messages.ts'
import type { BackOrder } from './types.ts'

interface Props {
  full: BackOrder
  /** Reloads the order; resolves when it is loaded. */
  done: () => Promise<unknown>
}

/** Refunds of the order. */
export function Refunds({ full, done }: Props) {
  const say = useMessages()
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

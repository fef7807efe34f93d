import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { adminPath, api, DayInWords, DocumentCard, DocumentFacts, Link, notifyFailure, notifySuccess } from 'stoa/admin'
import type { PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** Supplier, delivery address and date, and whether the order was sent. */
export function SupplierCard({ order, mayMail, done }: { order: PoView; mayMail: boolean; done: () => void }) {
  const say = useMessages()
  const [busy, setBusy] = useState(false)
  const { supplier } = order
  const again = async () => {
    setBusy(true)
    try {
      await api(`po/${order.id}/mail`, { method: 'POST' })
      notifySuccess(say('mailQueued'))
      done()
    } catch (error) {
      notifyFailure(say('postFail'), error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <DocumentCard title={say('supplier')}>
      <p>
        <Link to={adminPath(`supplier/edit/${supplier.id}`)}>{supplier.name}</Link>
      </p>
      {supplier.email && (
        <p>
          <a href={`mailto:${supplier.email}`}>{supplier.email}</a>
        </p>
      )}
      {supplier.phone && <p className="num">{supplier.phone}</p>}
      <DocumentFacts
        facts={[
          [say('deliverTo'), order.warehouse.name],
          order.ordered_at !== null && [say('ordered'), <DayInWords key="ordered" value={order.ordered_at} />],
          [say('expected'), <DayInWords key="expected" value={order.expected_at} />],
          [say('terms'), say('days', { count: supplier.payment_terms_days })],
          order.approver !== '' && [say('approvedBy'), order.approver],
          order.closed_reason !== '' && [say('closedBecause'), order.closed_reason],
        ]}
      />
      {order.ordered_at && (
        <p className="quiet small">
          {supplier.email === null
            ? say('noMail')
            : order.mails_sent < order.mails_wanted
              ? say('mailWaits')
              : say('mailed', { count: order.mails_sent })}
        </p>
      )}
      {mayMail && supplier.email && (
        <Button size="small" loading={busy} onClick={() => void again()}>
          {say('mailAgain')}
        </Button>
      )}
    </DocumentCard>
  )
}

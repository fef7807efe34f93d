import type { QueryClient } from '@tanstack/react-query'
import { api, apiUrl, DocumentCard, type DocumentDialog, DocumentView, forget } from 'stoa/admin'
import type { PoReceipt, PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { History } from './history.tsx'
import { LinesCard } from './lines-card.tsx'
import { PaymentsCard } from './payments-card.tsx'
import './po-view.css'
import { ReceiptsCard } from './receipts-card.tsx'
import { getRoad } from './usual-steps.ts'
import { offers, getSteps } from './steps.tsx'
import { SupplierCard } from './supplier-card.tsx'

const load = (id: string, language: string) => ({
  queryKey: ['po', 'view', id, language],
  queryFn: () => api<PoView>(`po/${id}/view`, { query: { language } }),
})
const changed = (client: QueryClient) => {
  forget('po')
  return client.invalidateQueries({ queryKey: ['po'] })
}

const correction =
  (receipt: PoReceipt): DocumentDialog<PoView> =>
  (order, props) => <CorrectDialog order={order} receipt={receipt} {...props} />

/** One purchase order: lines, receipts, costs and available actions. */
export default function PoScreen() {
  const say = useMessages()
  return (
    <DocumentView
      resource="po"
      load={load}
      changed={changed}
      render={(order, { may, open, done }) => {
        const underWay = ['sent', 'partial_received'].includes(order.status)
        return {
          title: order.number,
          status: order.status,
          counterparty: order.supplier.name,
          amount: { value: order.total, currency: order.currency },
          at: order.created_at,
          facts: [order.creator],
          notes: [
            order.status === 'pending' && order.own && !order.waits && { text: say('ownOrder') },
            order.status === 'abnormal' && {
              intent: 'warning',
              text: `${say('abnormal')} ${order.history.findLast((h) => h.to_status === 'abnormal')?.reason ?? ''}`,
            },
          ],
          road: getRoad(
            order.status,
            order.history.map((h) => h.to_status),
          ),
          steps: getSteps(order, may, say),
          offers: (move) => offers(order, move),
          approvals: 'po',
          main: (
            <>
              <LinesCard order={order} />
              <ReceiptsCard
                order={order}
                {...(may('receive po') && order.status !== 'completed' ? { correct: (receipt) => open(correction(receipt)) } : {})}
              />
            </>
          ),
          side: (
            <>
              <SupplierCard order={order} mayMail={underWay && may('update po')} done={done} />
              {order.remark && (
                <DocumentCard title={say('remark')}>
                  <p className="doc-text">{order.remark}</p>
                </DocumentCard>
              )}
              <PaymentsCard order={order} mayAdd={may('create supplier payment')} done={done} />
            </>
          ),
          files: [{ label: say('paper'), href: apiUrl(`po/${order.id}/pdf`) }],
          timeline: <History order={order} />,
        }
      }}
    />
  )
}

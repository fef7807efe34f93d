import { Button } from '@blueprintjs/core'
import { DocumentCard, DocumentPart, DocumentParts, Moment } from 'stoa/admin'
import type { PoReceipt, PoView } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** Receipts, newest first. */
export function ReceiptsCard({ order, correct }: { order: PoView; correct?: (receipt: PoReceipt) => void }) {
  const say = useMessages()
  if (order.receipts.length === 0) return null
  return (
    <DocumentCard title={say('receipts')}>
      <DocumentParts>
        {order.receipts.map((receipt) => (
          <DocumentPart
            key={receipt.id}
            number={receipt.number}
            aside={
              <>
                <Moment value={receipt.received_at} />
                {receipt.who && ` · ${receipt.who}`}
                {receipt.delivery_note && ` · ${receipt.delivery_note}`}
              </>
            }
            buttons={
              correct &&
              receipt.lines.some((l) => l.accepted > 0 || l.rejected > 0) && (
                <Button size="small" onClick={() => correct(receipt)}>
                  {say('takeBack')}
                </Button>
              )
            }
          >
            <ul className="po-came-in">
              {receipt.lines.map((line) => (
                <li key={line.id}>
                  <strong className="num">{signed(line.accepted)}</strong> {line.name} <span className="quiet small">{line.sku}</span>
                  {line.rejected !== 0 && <> · {say('rejectedCount', { count: line.rejected })}</>}
                  <span className="quiet small">
                    {[line.lot_code && say('lotIs', { lot: line.lot_code }), line.expiry_date && say('expiryIs', { day: line.expiry_date })]
                      .filter(Boolean)
                      .map((part) => ` · ${part}`)}
                  </span>
                  {line.reason && <p className="po-reason">{line.reason}</p>}
                </li>
              ))}
            </ul>
          </DocumentPart>
        ))}
      </DocumentParts>
    </DocumentCard>
  )
}

const signed = (n: number) => (n > 0 ? `+${n}` : String(n))

import { Button, Card } from '@blueprintjs/core'
import { Moment } from '../../../../ui-admin/src/kit/index.ts'
import type { PoReceipt, PoView } from '../../wire.ts'
import { useTexts } from '../texts.ts'

/** Every delivery, newest first. */
export function ReceiptsCard({ order, correct }: { order: PoView; correct: ((receipt: PoReceipt) => void) | undefined }) {
  const say = useTexts()
  if (order.receipts.length === 0) return null
  return (
    <Card compact>
      <h2>{say('receipts')}</h2>
      {order.receipts.map((receipt) => (
        <section key={receipt.id} className="po-receipt" aria-label={receipt.number}>
          <div className="po-receipt-head">
            <h3>{receipt.number}</h3>
            <span className="quiet small">
              <Moment value={receipt.received_at} />
              {receipt.who && ` · ${receipt.who}`}
              {receipt.delivery_note && ` · ${receipt.delivery_note}`}
            </span>
            {correct && receipt.lines.some((l) => l.accepted > 0 || l.rejected > 0) && (
              <Button size="small" variant="minimal" onClick={() => correct(receipt)}>
                {say('takeBack')}
              </Button>
            )}
          </div>
          <ul>
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
        </section>
      ))}
    </Card>
  )
}

const signed = (n: number) => (n > 0 ? `+${n}` : String(n))

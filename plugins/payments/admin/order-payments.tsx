import type { DocumentPiece } from '#admin'
import { Attempts } from './attempts/attempts.tsx'

interface SeenOrder {
  order: { imported_from: string | null; payment_title: string }
}

/** The attempts to pay for an order, shown beside it. One that was imported was paid elsewhere. */
export default function OrderPayments({ id, data }: DocumentPiece<SeenOrder> & { id: number }) {
  if (data.order.imported_from !== null) return null
  return <Attempts type="order" id={id} />
}

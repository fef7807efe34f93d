import { Attempts } from './attempts/attempts.tsx'

interface OrderDocument {
  order: { imported_from: string | null }
}

/** The attempts to pay an order, shown beside it. An imported order was paid elsewhere. */
export default function OrderPayments({ id, data }: { id: number; data: OrderDocument }) {
  if (data.order.imported_from !== null) return null
  return <Attempts type="order" id={id} />
}

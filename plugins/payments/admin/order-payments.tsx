import { Attempts } from './attempts/attempts.tsx'

/** The attempts to pay for an order, shown beside it. */
export default function OrderPayments({ id }: { id: number }) {
  return <Attempts type="order" id={id} />
}

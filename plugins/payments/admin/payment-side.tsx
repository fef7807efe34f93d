import type { Row } from '#core/wire'
import { Attempts } from './attempts/attempts.tsx'

/** One attempt with what was moved, beside its row. */
export default function PaymentSide({ row }: { row?: Row }) {
  if (!row) return null
  return <Attempts type={String(row.document_type)} id={Number(row.document_id)} only={row.id} />
}

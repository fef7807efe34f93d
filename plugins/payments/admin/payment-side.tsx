import type { Row } from 'stoa/api-types'
import { Attempts } from './attempts/attempts.tsx'
import { DocumentLink } from './document-link.tsx'

/** An attempt with its transactions, beside its row. */
export default function PaymentSide({ row }: { row?: Row }) {
  if (!row) return null
  return (
    <>
      <DocumentLink row={row} number={String(row.reference).replace(/-\d+$/, '')} />
      <Attempts type={String(row.document_type)} id={Number(row.document_id)} only={row.id} />
    </>
  )
}

import type { Row } from 'stoa/api-types'
import { Attempts } from './attempts/attempts.tsx'
import { DocumentLink } from './document-link.tsx'

/** Beside an unmatched payment: its document and its attempt. */
export default function InboxSide({ row }: { row?: Row }) {
  if (!row?.document_id) return null
  return (
    <>
      <DocumentLink row={row} number={String(row.subject)} />
      {row.payment_id ? <Attempts type={String(row.document_type)} id={Number(row.document_id)} only={Number(row.payment_id)} /> : null}
    </>
  )
}

import type { Row } from '#core/wire'
import { Link, rowPath, useSession } from '../../../ui-admin/src/kit/index.ts'
import { Attempts } from './attempts/attempts.tsx'

/** One attempt with what was moved, beside its row. */
export default function PaymentSide({ row }: { row?: Row }) {
  const { manifest } = useSession()
  if (!row) return null
  const id = Number(row.document_id)
  // A document is named like its resource; staff who may not see it have no link.
  const document = manifest.resources[String(row.document_type)]
  return (
    <>
      {document && (
        <p>
          <Link to={rowPath(manifest, document, id)}>
            {document.label} {String(row.reference).replace(/-\d+$/, '')}
          </Link>
        </p>
      )}
      <Attempts type={String(row.document_type)} id={id} only={row.id} />
    </>
  )
}

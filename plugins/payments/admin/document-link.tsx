import { Card } from '@blueprintjs/core'
import type { Row } from 'stoa/api-types'
import { Link, rowPath, useSession } from 'stoa/admin'
import { useMessages } from './messages.ts'

/** Link to the document of a payment. `number`: its public number. */
export function DocumentLink({ row, number }: { row: Row; number: string }) {
  const say = useMessages()
  const { manifest } = useSession()
  // The document type is the name of its resource; staff who may not view it get no link.
  const document = manifest.resources[String(row.document_type)]
  if (!row.document_id) return null
  return (
    <Card compact>
      <h2>{say('paidFor')}</h2>
      <p>
        {document ? (
          <Link to={rowPath(manifest, document, Number(row.document_id))}>
            {document.label} {number}
          </Link>
        ) : (
          number
        )}
      </p>
    </Card>
  )
}

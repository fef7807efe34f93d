import { Card } from '@blueprintjs/core'
import type { Row } from 'stoa/api-types'
import { Link, rowPath, useSession } from 'stoa/admin'
import { useMessages } from './texts.ts'

/** What a payment is for, as a link. `number`: what people know it by. */
export function DocumentLink({ row, number }: { row: Row; number: string }) {
  const say = useMessages()
  const { manifest } = useSession()
  // A document is named like its resource; staff who may not see it have no link.
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

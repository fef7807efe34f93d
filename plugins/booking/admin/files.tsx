import type { Row } from 'stoa/api-types'
import { apiUrl, DocumentFiles } from 'stoa/admin'
import { useMessages } from './messages.ts'

interface BookingFile {
  id: number
  name: string
  size: number
  brought_by: 'customer' | 'staff'
}

/** Files of a booking from customer and staff; the customer sees both. */
export function Files({ row, may, changed }: { row: Row; may: boolean; changed: () => Promise<unknown> }) {
  const say = useMessages()
  const documents = ((row['files'] ?? []) as BookingFile[]).map(({ id, name, size, brought_by }) => ({
    id,
    name,
    size,
    says: say(`fileFrom_${brought_by}`),
    href: apiUrl(`booking_file/${id}/file/file`),
  }))
  return <DocumentFiles files={documents} at={may ? `booking/${row.id}/upload` : undefined} changed={changed} />
}

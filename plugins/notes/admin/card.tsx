import type { Row } from 'stoa/api-types'
import { Timeline } from 'stoa/admin'
import { useNoted } from './queries.ts'
import { useMessages } from './messages.ts'

const NONE = [] as const

/** Comments below the form of a row whose screen has no timeline of its own. */
export default function NotesCard({ resource, row }: { resource: { name: string }; row?: Row }) {
  const say = useMessages()
  const noted = useNoted(resource.name)
  if (!row || noted?.at !== 'form') return null
  return <Timeline title={say('notes')} sources={NONE} subject={{ resource: resource.name, id: row.id }} />
}

import { Card } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../texts.ts'
import { Attempt } from './attempt.tsx'
import { attemptsQuery } from './attempts-query.ts'
import './attempts.css'
import { Figures } from './figures.tsx'

/** The attempts to pay for a document, the newest first. */
export function Attempts({ type, id, only }: { type: string; id: number; only?: number }) {
  const say = useMessages()
  const client = useQueryClient()
  const { data } = useQuery(attemptsQuery(type, id))
  if (!data) return null
  // What is done here changes the document, its history and the lists.
  const refresh = () => void client.invalidateQueries()
  const shown = data.data.filter((p) => only === undefined || p.id === only).toReversed()
  return (
    <Card compact>
      <h2>{say('title')}</h2>
      <Figures attempts={shown} />
      {shown.length === 0 && <p className="quiet">{say('none')}</p>}
      {shown.map((p) => (
        // Beside a document, its own refunds are the way: they know its lines.
        <Attempt key={p.id} attempt={p} refresh={refresh} refunds={only !== undefined} />
      ))}
    </Card>
  )
}

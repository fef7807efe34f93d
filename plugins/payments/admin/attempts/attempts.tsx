import { Card } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../messages.ts'
import { Attempt } from './attempt.tsx'
import { attemptsQuery } from './attempts-query.ts'
import './attempts.css'
import { Figures } from './figures.tsx'

/** The attempts to pay a document, newest first. */
export function Attempts({ type, id, only }: { type: string; id: number; only?: number }) {
  const say = useMessages()
  const client = useQueryClient()
  const { data } = useQuery(attemptsQuery(type, id))
  if (!data) return null
  // An action here changes the document, its history and lists.
  const refresh = () => void client.invalidateQueries()
  const visibleAttempts = data.data.filter((p) => only === undefined || p.id === only).toReversed()
  return (
    <Card compact>
      <h2>{say('title')}</h2>
      <Figures attempts={visibleAttempts} />
      {visibleAttempts.length === 0 && <p className="quiet">{say('none')}</p>}
      {visibleAttempts.map((p) => (
        // Beside a document its own refund dialog is used, which knows its lines.
        <Attempt key={p.id} attempt={p} refresh={refresh} refunds={only !== undefined} />
      ))}
    </Card>
  )
}

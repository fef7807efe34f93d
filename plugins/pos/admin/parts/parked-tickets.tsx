import { Button, Callout, NonIdealState } from '@blueprintjs/core'
import { api, isMissing, failureLines, Moment } from 'stoa/admin'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Parked } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { parkedKey, useParked } from '../engine/parked-tickets.ts'
import { type Ticket, getTotal, getUnits } from '../engine/ticket.ts'
import { useMessages } from '../messages.ts'
import { Problems } from './problems.tsx'
import { TillDialog } from './till-dialog.tsx'

interface Props {
  store: number
  /** A sale is in progress and has to be finished first. */
  busy: boolean
  onTake: (ticket: Ticket) => void
  onClose: () => void
}

/** Resumes a parked ticket. */
export function ParkedDialog({ store, busy, onTake, onClose }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const client = useQueryClient()
  const { data } = useParked(store, true)
  const [wrong, setWrong] = useState<readonly string[]>([])
  const take = async (id: string) => {
    try {
      const { body } = await api<Parked>(`store/${store}/parked/${id}`, { method: 'DELETE' })
      onTake(body as Ticket)
    } catch (error) {
      setWrong(isMissing(error) ? [say('takenUp')] : failureLines(error))
    }
    await client.invalidateQueries({ queryKey: parkedKey(store) })
  }
  return (
    <TillDialog title={say('parked')} onClose={onClose}>
      {busy && <Callout icon={false}>{say('finishFirst')}</Callout>}
      <Problems lines={wrong} />
      {data?.data.length === 0 && <NonIdealState title={say('parkedNone')} />}
      <ul className="till-choices">
        {(data?.data ?? []).map(({ id, label, by, at, body }) => (
          <li key={id}>
            <span>
              <strong>{label}</strong>
              <span className="quiet">
                {getUnits(body as Ticket)} · {figure(getTotal(body as Ticket))} · {by} · <Moment value={at} />
              </span>
            </span>
            <Button size="large" className="phone-button" disabled={busy} onClick={() => void take(id)}>
              {say('takeUp')}
            </Button>
          </li>
        ))}
      </ul>
    </TillDialog>
  )
}

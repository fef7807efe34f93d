import { useQuery } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { api, DocumentCard, useT } from 'stoa/admin'
import type { CheckInSeats } from '../check-in-api-types.ts'
import { useMessages } from './messages.ts'

/** Seats of a booking with time and device of check-in. Empty for an event without check-in. */
export function Seats({ row }: { row: Row }) {
  const say = useMessages()
  const { language } = useT()
  const { data } = useQuery({
    queryKey: ['list', 'booking', 'seats', row.id, row['status'], row['quantity']],
    queryFn: () => api<CheckInSeats>(`booking/${row.id}/seats`),
  })
  if (!data || data.data.length === 0) return null
  const came = data.data.filter(({ status }) => status === 'present')
  const away = (['pending', 'absent'] as const).map((status) => [status, data.data.filter((seat) => seat.status === status)] as const)
  const timeFormat = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: String(row['zone']) })
  return (
    <DocumentCard title={say('hereOf', { here: came.length, of: data.data.length })}>
      <ul className="booking-seats">
        {came.map(({ id, seat_no, at, device }) => (
          <li key={id} className="is-here">
            <span>{say('hereSeat', { seat: seat_no })}</span>
            <span>{[at && timeFormat.format(new Date(at)), device ?? say('hereByDesk')].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
        {away.map(
          ([status, seats]) =>
            seats.length > 0 && (
              <li key={status} className="quiet">
                <span>{say('hereSeat', { seat: spans(seats.map(({ seat_no }) => seat_no)) })}</span>
                <span>{say(`here_${status}`)}</span>
              </li>
            ),
        )}
      </ul>
    </DocumentCard>
  )
}

/** Sorted numbers with consecutive ones as ranges: "1, 4–12". */
function spans(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const n of numbers) {
    const last = runs.at(-1)
    if (last && last[1] === n - 1) last[1] = n
    else runs.push([n, n])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ')
}

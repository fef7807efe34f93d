import { useQuery } from '@tanstack/react-query'
import type { Row } from '#core/wire'
import { api, DocumentCard, useT } from '#admin'
import type { DoorSeats } from '../wire-door.ts'
import { useTexts } from './texts.ts'

/** Who of a booking is here: each place with when somebody came on it, and by which device. Nothing is shown where nobody is checked in. */
export function Seats({ row }: { row: Row }) {
  const say = useTexts()
  const { language } = useT()
  const { data } = useQuery({
    queryKey: ['list', 'booking', 'seats', row.id, row['status'], row['quantity']],
    queryFn: () => api<DoorSeats>(`booking/${row.id}/seats`),
  })
  if (!data || data.data.length === 0) return null
  const here = data.data.filter(({ status }) => status === 'present').length
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: String(row['zone']) })
  return (
    <DocumentCard title={say('hereOf', { here, of: data.data.length })}>
      <ul className="booking-seats">
        {data.data.map(({ id, seat_no, status, at, device }) => (
          <li key={id} className={status === 'present' ? 'is-here' : 'quiet'}>
            <span>{say('hereSeat', { seat: seat_no })}</span>
            <span>
              {status === 'present'
                ? [at && when.format(new Date(at)), device ?? say('hereByDesk')].filter(Boolean).join(' · ')
                : say(`here_${status}`)}
            </span>
          </li>
        ))}
      </ul>
    </DocumentCard>
  )
}

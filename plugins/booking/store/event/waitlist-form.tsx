import { useEffect, useState } from 'react'
import { useIsHydrated, useShop } from 'stoa/store'
import { Form } from 'stoa/store/form'
import type { EventPage } from '../../api-types.ts'
import type { FullTimes, WaitPlace } from '../../waiting-list-api-types.ts'
import { BookingTime } from '../shared/when.tsx'
import { WhoComes } from '../shared/guest-fields.tsx'

type Full = FullTimes['data'][number]

/** Full times with a waiting list form. */
export const Waiting = ({ event, quantity }: { event: EventPage; quantity: number }) => {
  const { t, call, language } = useShop()
  const awake = useIsHydrated()
  const [full, setFull] = useState<FullTimes | null>(null)
  const [chosen, setChosen] = useState<Full | null>(null)
  const [place, setPlace] = useState<WaitPlace | null>(null)
  useEffect(() => {
    let here = true
    call
      .post<FullTimes>('/api/event/full', { url: event.url })
      .catch(() => null)
      .then((found) => here && setFull(found))
      .catch(() => undefined)
    return () => {
      here = false
    }
  }, [call, event.url])
  if (!awake || !full || full.data.length === 0) return null
  const booking = (time: Full) => ({ starts_at: time.starts_at, ends_at: time.ends_at, timezone: full.timezone, event })
  const send = async (values: Record<string, unknown>) => {
    const joined = await call.post<WaitPlace>('/api/event/waiting', { ...values, session_id: chosen?.session_id, quantity, language })
    setPlace(joined)
  }
  return (
    <details className="event-full">
      <summary>{t('booking.wait.full', { count: full.data.length })}</summary>
      <p className="muted">{t('booking.wait.how')}</p>
      <ul>
        {full.data.map((time) => (
          <li key={time.session_id}>
            <button
              type="button"
              className="time-button"
              aria-pressed={chosen?.session_id === time.session_id}
              onClick={() => {
                setChosen(time)
                setPlace(null)
              }}
            >
              <span>
                <BookingTime booking={booking(time)} zoned={false} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {chosen && place === null && (
        <Form key={chosen.session_id} send={send} button={t('booking.wait.join')} failed={t('booking.wait.failed')}>
          <WhoComes />
        </Form>
      )}
      <output className={place === null ? 'sr-only' : 'note'}>
        {place !== null && (place.place === null ? t('booking.wait.mailed') : t('booking.wait.joined', { place: place.place }))}
      </output>
    </details>
  )
}

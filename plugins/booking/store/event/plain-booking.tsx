import { useId } from 'react'
import { useShop } from 'stoa/store'
import { Area, Form, Honeypot } from 'stoa/store/form'
import type { EventPage } from '../../api-types.ts'
import { EventQuestions } from '../shared/questions.tsx'
import { WhoComes } from '../shared/guest-fields.tsx'

/** Booking form without JavaScript: day and time are typed, and the server validates them. */
export const PlainBooking = ({ event }: { event: EventPage }) => {
  const { t, language } = useShop()
  const id = useId()
  const { problems } = event
  const refused = Object.entries(problems ?? {}).filter(([field]) => !field.startsWith('answers.'))
  return (
    <Form send={() => Promise.resolve()} plain="/api/event/booking" button={t(event.needs_approval ? 'booking.request' : 'booking.book')}>
      <input type="hidden" name="event_id" value={event.id} />
      <input type="hidden" name="language" value={language} />
      {refused.map(([field, lines]) => (
        <p key={field} className="note form-refused">
          {lines.join(' ')}
        </p>
      ))}
      <div className="event-names">
        <div className="field">
          <label htmlFor={`${id}-date`}>{t('booking.day')}</label>
          <input id={`${id}-date`} name="date" type="date" required min={event.today} max={event.last_day} />
        </div>
        {event.kind !== 'day' && (
          <div className="field">
            <label htmlFor={`${id}-time`}>{t('booking.time')}</label>
            <input id={`${id}-time`} name="time" type="time" required />
          </div>
        )}
      </div>
      {event.max_quantity > 1 && (
        <div className="field">
          <label htmlFor={`${id}-places`}>{t('booking.places')}</label>
          <input id={`${id}-places`} name="quantity" type="number" required min={1} max={event.max_quantity} defaultValue={1} />
        </div>
      )}
      <WhoComes />
      <EventQuestions asking={event} />
      <Area name="comment" label={t('booking.comment')} optional maxLength={2_000} rows={3} />
      <Honeypot />
    </Form>
  )
}

import { Card, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { optionsQuery, useT } from 'stoa/admin'
import { BookingField } from './booking-field.tsx'
import { useMessages } from './messages.ts'
import { TimeChoice } from './time-choice.tsx'
import type { NewBooking } from './use-make-booking.ts'

/** Event, time and quantity of a booking. */
export function BookedEvent({ booking }: { booking: NewBooking }) {
  const say = useMessages()
  const { language } = useT()
  const { form, change, choice, setChoice, labels, errors } = booking
  const event = form.event_id
  const { data: events } = useQuery(optionsQuery('event', {}, language))
  return (
    <Card compact className="gap-below">
      <BookingField label={say('event')}>
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={String(event)}
            onChange={({ currentTarget }) => {
              change({ event_id: Number(currentTarget.value) })
              setChoice({ ...choice, time: null, ready: false })
            }}
            options={[{ value: '0', label: say('choose') }, ...(events ?? []).map(({ value, label }) => ({ value: String(value), label }))]}
          />
        )}
      </BookingField>
      {event > 0 && <TimeChoice event={event} value={choice} onChange={setChoice} />}
      <BookingField label={labels['quantity']} name="quantity" errors={errors}>
        {(id) => <InputGroup id={id} type="number" min={1} value={form.quantity} onValueChange={(quantity) => change({ quantity })} />}
      </BookingField>
    </Card>
  )
}

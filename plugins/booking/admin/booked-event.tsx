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
  const { event, chooseEvent, choice, setChoice, quantity, setQuantity, labels, errors } = booking
  const { data: events } = useQuery(optionsQuery('event', {}, language))
  return (
    <Card compact className="gap-below">
      <BookingField label={say('event')}>
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={String(event)}
            onChange={({ currentTarget }) => chooseEvent(Number(currentTarget.value))}
            options={[{ value: '0', label: say('choose') }, ...(events ?? []).map(({ value, label }) => ({ value: String(value), label }))]}
          />
        )}
      </BookingField>
      {event > 0 && <TimeChoice event={event} value={choice} onChange={setChoice} />}
      <BookingField label={labels['quantity']} name="quantity" errors={errors}>
        {(id) => <InputGroup id={id} type="number" min={1} value={quantity} onValueChange={setQuantity} />}
      </BookingField>
    </Card>
  )
}

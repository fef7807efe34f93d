import { useEffect, useMemo, useRef } from 'react'
import { CallFailed, useMoney, useShop } from 'stoa/store'
import { Area, createAttempts, Form } from 'stoa/store/form'
import { useCart } from 'stoa/plugins/sales/store'
import type { Booked, EventPage, Hold } from '../../api-types.ts'
import { withAnswers } from 'stoa/plugins/forms/store'
import { lengthWords } from '../shared/facts.tsx'
import { EventQuestions } from '../shared/questions.tsx'
import { WhoComes } from '../shared/guest-fields.tsx'
import type { Chosen } from '../shared/picker.tsx'
import { OwnTime } from '../shared/zone.tsx'
import { BookingTime } from '../shared/when.tsx'

interface DetailsProps {
  event: EventPage
  chosen: Chosen
  quantity: number
  /** The places are taken: the shown data is outdated. */
  onUnavailable: () => void
}

const CONFLICT = 409

/** Step after the selection of a time: guest data, or checkout. */
export const Details = ({ event, chosen, quantity, onUnavailable }: DetailsProps) => {
  const { language } = useShop()
  const heading = useRef<HTMLHeadingElement>(null)
  // Focuses and scrolls to the next step, also for screen readers.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const choice = { event_id: event.id, date: chosen.day, time: event.kind === 'day' ? null : chosen.time, quantity, language }
  const booking = { starts_at: chosen.starts_at, ends_at: chosen.ends_at, timezone: event.timezone, event }
  const handleConflict = (error: unknown) => {
    if (error instanceof CallFailed && error.status === CONFLICT) onUnavailable()
  }
  return (
    <section className="event-details">
      <h2 ref={heading} tabIndex={-1}>
        <BookingTime booking={booking} />
      </h2>
      <OwnTime at={chosen.starts_at} zone={event.timezone} />
      {Number(event.price) === 0 ? (
        <FreeForm choice={choice} event={event} onError={handleConflict} />
      ) : (
        <ToCheckout choice={choice} event={event} onError={handleConflict} />
      )}
    </section>
  )
}

interface StepProps {
  choice: BookingChoice
  event: EventPage
  onError: (error: unknown) => void
}

interface BookingChoice {
  event_id: number
  date: string
  time: string | null
  quantity: number
  language: string
}

/** Form of a free booking. */
const FreeForm = ({ choice, event, onError }: StepProps) => {
  const { t, call, prefix } = useShop()
  const attempts = useMemo(() => createAttempts(), [])
  const send = async (values: Record<string, unknown>) => {
    const body = { ...withAnswers(values), ...choice }
    try {
      const { redirect_url, token } = await call.post<Booked>('/api/event/booking', body, { 'idempotency-key': attempts.keyFor(body) })
      location.assign(`${prefix}${redirect_url}&token=${encodeURIComponent(token)}`)
      // Never resolves: the button stays busy while the page navigates away.
      await new Promise(() => undefined)
    } catch (error) {
      if (error instanceof CallFailed) attempts.refused()
      onError(error)
      throw error
    }
  }
  return (
    <Form send={send} button={t(event.needs_approval ? 'booking.request' : 'booking.book')} failed={t('booking.booking_failed_title')}>
      <WhoComes />
      <EventQuestions asking={event} />
      <Area name="comment" label={t('booking.comment')} optional maxLength={2_000} rows={3} />
    </Form>
  )
}

/** Holds a booking with a price, adds it to the cart, and continues to checkout. */
const ToCheckout = ({ choice, event, onError }: StepProps) => {
  const { t, call, prefix } = useShop()
  const { addKind } = useCart()
  const money = useMoney()
  const button = t('booking.to_checkout', { amount: money(((Number(event.price) * 100 * choice.quantity) / 100).toFixed(2)) })
  const send = async (values: Record<string, unknown>) => {
    try {
      const placesHold = await call.post<Hold>('/api/event/hold', { ...withAnswers(values), ...choice })
      await addKind(placesHold.kind, placesHold.subject_id, placesHold.quantity)
      location.assign(`${prefix}/checkout`)
      // Never resolves: the button stays busy while the page navigates away.
      await new Promise(() => undefined)
    } catch (error) {
      onError(error)
      throw error
    }
  }
  return (
    <>
      <p className="muted">
        {t('booking.held', { length: lengthWords(t, event.hold) })} {event.needs_approval && t('booking.approval')}
      </p>
      <Form send={send} button={button} main failed={t('booking.booking_failed_title')}>
        <EventQuestions asking={event} />
      </Form>
    </>
  )
}

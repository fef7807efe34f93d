import { Callout } from '@blueprintjs/core'
import { adminPath, BlockableButton, PageHeader, t } from 'stoa/admin'
import { BookedEvent } from './booked-event.tsx'
import './booking.css'
import { BookingBuyer } from './booking-buyer.tsx'
import { useMessages } from './messages.ts'
import { useMakeBooking } from './use-make-booking.ts'

/** Creates a booking for a caller or walk-in. */
export default function Make() {
  const say = useMessages()
  const booking = useMakeBooking()
  const { form, choice, lines, busy, make } = booking
  return (
    <>
      <PageHeader title={say('new')} crumbs={[{ label: say('bookings'), to: adminPath('booking/history') }]} />
      <form
        className="booking-make"
        noValidate
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void make()
        }}
      >
        {lines.length > 0 && (
          <Callout intent="danger" className="gap-below" role="alert">
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Callout>
        )}
        <BookedEvent booking={booking} />
        <BookingBuyer booking={booking} />
        <div>
          <BlockableButton
            type="submit"
            intent="primary"
            size="large"
            loading={busy}
            blockedBy={form.event_id === 0 ? t('blocked.event') : choice.ready ? undefined : t('blocked.time')}
          >
            {say('book')}
          </BlockableButton>
        </div>
      </form>
    </>
  )
}

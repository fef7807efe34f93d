import { FieldRows, useMoney, useShop } from 'stoa/store'
import { FactList } from 'stoa/plugins/sales/store'
import type { EventPage } from '../../api-types.ts'

type Translate = ReturnType<typeof useShop>['t']

const HOUR = 60
const DAY = 24 * HOUR

/** A formatted duration. */
export function lengthWords(t: Translate, minutes: number): string {
  if (minutes >= DAY && minutes % DAY === 0) return t('booking.days', { count: minutes / DAY })
  const hours = Math.floor(minutes / HOUR)
  const rest = minutes % HOUR
  return [hours > 0 ? t('booking.hours', { count: hours }) : '', rest > 0 || hours === 0 ? t('booking.minutes', { count: rest }) : '']
    .filter(Boolean)
    .join(' ')
}

/** Cancellation rules as text. */
export function cancelRules(t: Translate, event: Pick<EventPage, 'cancel_until' | 'refund_steps' | 'price'>): string[] {
  const first = event.cancel_until > 0 ? t('booking.cancel_until', { length: lengthWords(t, event.cancel_until) }) : t('booking.cancel_any')
  if (Number(event.price) === 0) return [first]
  const steps = event.refund_steps.map(({ before, percent }) =>
    before > 0
      ? t('booking.refund_step', { length: lengthWords(t, before), percent: Number(percent) })
      : t('booking.refund_rest', { percent: Number(percent) }),
  )
  return [first, ...(steps.length > 0 ? steps : [t('booking.refund_all')])]
}

/** Facts about an event before the selection of a time. */
export const Facts = ({ event }: { event: EventPage }) => {
  const { t } = useShop()
  const money = useMoney()
  return (
    <FactList
      facts={[
        [t('booking.price'), Number(event.price) === 0 ? t('booking.free') : money(event.price)],
        event.kind !== 'day' && [t('booking.duration'), lengthWords(t, event.duration)],
        event.location !== '' && [t('booking.place'), event.location],
        [
          t('booking.changes'),
          cancelRules(t, event).map((rule) => (
            <span key={rule} className="event-rule">
              {rule}
            </span>
          )),
        ],
      ]}
    >
      <FieldRows fields={event.fields} />
    </FactList>
  )
}

import { useEffect, useState } from 'react'
import { CallFailed, Confirm, failureTexts, Link, notify, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { FactList } from 'stoa/plugins/sales/store'
import type { EventPage, OwnBooking } from '../../api-types.ts'
import { Files } from './files.tsx'
import { Codes } from '../shared/codes.tsx'
import { CalendarLink } from '../shared/links.tsx'
import { type Chosen, Picker } from '../shared/picker.tsx'
import { BookingTime } from '../shared/when.tsx'
import { OwnTime } from '../shared/zone.tsx'

interface PageData {
  /** Null if the link is invalid. */
  booking: OwnBooking | null
  event: EventPage | null
  /** The action in the URL. */
  aim: 'detail' | 'reschedule' | 'cancel'
}

const getAim = (path: string): PageData['aim'] =>
  path.startsWith('/booking/reschedule') ? 'reschedule' : path.startsWith('/booking/cancel') ? 'cancel' : 'detail'

/** A booking by the link from the e-mail, or by id for its signed-in customer. */
export const load = async ({ call, path, search, language }: ScreenContext): Promise<PageData> => {
  const aim = getAim(path)
  const key = search.token ? { token: search.token } : { booking_id: Number(search.booking_id) || null }
  const booking = await call.post<OwnBooking>('/api/booking', { ...key, language }).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status < 500) return null
    throw error
  })
  const event = booking ? await call.post<EventPage>('/api/event', { url: booking.event.url, language }).catch(() => null) : null
  return { booking, event, aim }
}

export const head = ({ booking }: PageData, { t }: ScreenContext): HeadInfo => ({
  title: booking ? t('booking.of', { title: booking.event.title }) : t('booking.not_found'),
  noindex: true,
})

const HOME_AFTER_MS = 6_000

/** An invalid link shows a message and redirects home. */
const Nothing = () => {
  const { t, prefix } = useShop()
  useEffect(() => {
    const timer = setTimeout(() => location.assign(prefix || '/'), HOME_AFTER_MS)
    return () => clearTimeout(timer)
  }, [prefix])
  return (
    <div className="page narrow" role="alert">
      <h1>{t('booking.not_found')}</h1>
      <p>{t('booking.not_found_text')}</p>
      <Link className="button" to="/">
        {t('booking.go_now')}
      </Link>
    </div>
  )
}

export default function ManageScreen({ data }: { data: PageData }) {
  return data.booking ? <Managed booking={data.booking} event={data.event} aim={data.aim} /> : <Nothing />
}

function Managed({ booking: initialBooking, event, aim }: { booking: OwnBooking; event: EventPage | null; aim: PageData['aim'] }) {
  const { t, call, language } = useShop()
  const [booking, setBooking] = useState(initialBooking)
  const [moving, setMoving] = useState(aim === 'reschedule' && initialBooking.may_reschedule)
  const [asking, setAsking] = useState(aim === 'cancel' && initialBooking.may_cancel)
  const [busy, setBusy] = useState(false)
  const act = async (name: string, body: object, done: string) => {
    setBusy(true)
    try {
      setBooking(await call.post<OwnBooking>(`/api/booking/guest_${name}`, { token: booking.token, language, ...body }))
      notify({ title: t(done) })
      setMoving(false)
    } catch (error) {
      notify({
        tone: 'danger',
        title: t(name === 'cancel' ? 'booking.cancel_fail' : 'booking.reschedule_fail'),
        texts: failureTexts(error),
      })
    } finally {
      setBusy(false)
    }
  }
  const back =
    booking.order_number === null
      ? ''
      : booking.refund_percent > 0
        ? t('booking.comes_back', { percent: booking.refund_percent })
        : t('booking.nothing_back')
  return (
    <article className="page narrow booking">
      <p className={`booking-status booking-${booking.status}`}>{t(`booking.status.${booking.status}`)}</p>
      <h1>{booking.event.title}</h1>
      <p className="lead">
        <BookingTime booking={booking} />
      </p>
      <OwnTime at={booking.starts_at} zone={booking.timezone} />
      <FactList
        facts={(
          [
            [t('booking.number'), booking.number],
            [t('booking.places'), String(booking.quantity)],
            [t('booking.for'), booking.name],
            [t('booking.place'), booking.event.location],
            [t('booking.order'), booking.order_number ?? ''],
            [t('booking.comment'), booking.comment],
            [t('booking.reason'), booking.status === 'canceled' || booking.status === 'rejected' ? booking.reason : ''],
          ] as const
        ).filter(([, value]) => value !== '')}
      />
      {isNear(booking) && <p className="note">{t('booking.near')}</p>}
      {!moving && <Codes booking={booking} />}
      {!moving && <Files booking={booking} onChange={setBooking} />}
      {moving && event ? (
        <RescheduleForm
          booking={booking}
          event={event}
          busy={busy}
          onDone={(to) => void act('reschedule', to, 'booking.moved')}
          onLeave={() => setMoving(false)}
        />
      ) : (
        <p className="result-links">
          {booking.status === 'approved' && <CalendarLink booking={booking} main />}
          {booking.may_reschedule && event && (
            <button type="button" className="button button-quiet" onClick={() => setMoving(true)}>
              {t('booking.reschedule')}
            </button>
          )}
          {booking.may_cancel && (
            <button type="button" className="button button-quiet" disabled={busy} onClick={() => setAsking(true)}>
              {t('booking.cancel')}
            </button>
          )}
          {!booking.may_cancel && !booking.may_reschedule && (
            <Link className="button button-quiet" to={`/event/detail/${booking.event.url}`}>
              {t('booking.another')}
            </Link>
          )}
        </p>
      )}
      <Confirm
        open={asking}
        question={`${t('booking.cancel_sure')} ${back}`.trim()}
        yes={t('booking.cancel')}
        no={t('booking.keep')}
        onAnswer={(sure) => {
          setAsking(false)
          if (sure) void act('cancel', {}, 'booking.canceled')
        }}
      />
    </article>
  )
}

/** A confirmed future booking that only the shop can change: its deadline passed, or the limit of changes is reached. */
const isNear = ({ status, starts_at, may_cancel, may_reschedule }: OwnBooking): boolean =>
  ['pending', 'approved'].includes(status) && Date.parse(starts_at) > Date.now() && !may_cancel && !may_reschedule

/** Why the guest cannot change the booking after this reschedule; undefined if they can. */
function finalBecause(booking: OwnBooking, event: EventPage, { starts_at }: Chosen): 'final' | 'last_move' | undefined {
  const minutes = (Date.parse(starts_at) - Date.now()) / 60_000
  const movesAgain = booking.reschedules_left > 1 && minutes >= event.reschedule_until
  if (movesAgain) return undefined
  return minutes >= event.cancel_until ? 'last_move' : 'final'
}

interface MoveProps {
  booking: OwnBooking
  event: EventPage
  busy: boolean
  onDone: (to: { date: string; time: string | null }) => void
  onLeave: () => void
}

/** Selection of another time; old and new time are compared before confirmation. */
const RescheduleForm = ({ booking, event, busy, onDone, onLeave }: MoveProps) => {
  const { t } = useShop()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const because = chosen && finalBecause(booking, event, chosen)
  return (
    <section className="booking-move">
      <h2>{t('booking.choose')}</h2>
      <p className="muted">{t('booking.moves_left', { count: booking.reschedules_left })}</p>
      {booking.order_number !== null && booking.refund_percent < 100 && (
        <p className="muted">{t('booking.back_stays', { percent: booking.refund_percent })}</p>
      )}
      <Picker event={event} quantity={booking.quantity} chosen={chosen} onChoose={setChosen} round={0} />
      {chosen && (
        <FactList
          facts={[
            [
              t('booking.before'),
              <s key="before">
                <BookingTime booking={booking} zoned={false} />
              </s>,
            ],
            [
              t('booking.after'),
              <BookingTime
                key="after"
                booking={{ starts_at: chosen.starts_at, ends_at: chosen.ends_at, timezone: event.timezone, event }}
              />,
            ],
          ]}
        />
      )}
      {chosen && <OwnTime at={chosen.starts_at} zone={event.timezone} />}
      {because && (
        <p className="note" aria-live="polite">
          {t(`booking.${because}`)}
        </p>
      )}
      <p className="result-links">
        <button
          type="button"
          className="button button-main"
          disabled={!chosen}
          aria-busy={busy}
          onClick={() => chosen && !busy && onDone({ date: chosen.day, time: event.kind === 'day' ? null : chosen.time })}
        >
          {t('booking.move')}
        </button>
        <button type="button" className="button button-quiet" onClick={onLeave}>
          {t('booking.keep')}
        </button>
      </p>
    </section>
  )
}

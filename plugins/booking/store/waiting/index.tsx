import { useState } from 'react'
import { CallFailed, dateFormat, failureTexts, Link, useShop, type HeadInfo, type ScreenContext } from 'stoa/store'
import { Form } from 'stoa/store/form'
import { withAnswers } from 'stoa/plugins/forms/store'
import { useCart } from 'stoa/plugins/sales/store'
import type { WaitClaim, WaitView } from '../../waiting-list-api-types.ts'
import { EventQuestions } from '../shared/questions.tsx'
import { BookingTime } from '../shared/when.tsx'
import { OwnTime } from '../shared/zone.tsx'

interface PageData {
  /** Null if the link is invalid. */
  wait: WaitView | null
  token: string
}

export const load = async ({ call, search, language }: ScreenContext): Promise<PageData> => {
  const token = search.token ?? ''
  const wait = await call.post<WaitView>('/api/booking/waiting', { token, language }).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status < 500) return null
    throw error
  })
  return { wait, token }
}

export const head = ({ wait }: PageData, { t }: ScreenContext): HeadInfo => ({
  title: wait ? t('booking.wait.of', { title: wait.event.title }) : t('booking.not_found'),
  noindex: true,
})

/** A waiting list entry: its position, and the offer if there is one. */
export default function WaitingScreen({ data }: { data: PageData }) {
  const { t } = useShop()
  if (data.wait) return <Waits wait={data.wait} token={data.token} />
  return (
    <div className="page narrow" role="alert">
      <h1>{t('booking.not_found')}</h1>
      <Link className="button" to="/event">
        {t('booking.events')}
      </Link>
    </div>
  )
}

function Waits({ wait: initialWait, token }: { wait: WaitView; token: string }) {
  const { t, call, language, prefix } = useShop()
  const { addKind } = useCart()
  const [wait, setWait] = useState(initialWait)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const claim = async (values: Record<string, unknown>) => {
    const { booked, hold } = await call.post<WaitClaim>('/api/booking/waiting/claim', { ...withAnswers(values), token, language })
    if (hold) await addKind(hold.kind, hold.subject_id, hold.quantity)
    location.assign(
      booked ? `${prefix}/event/detail/success?booking=${booked.number}&token=${encodeURIComponent(booked.token)}` : `${prefix}/checkout`,
    )
  }
  const leave = async () => {
    setBusy(true)
    setProblem('')
    try {
      setWait(await call.post<WaitView>('/api/booking/waiting/leave', { token, language }))
    } catch (error) {
      setProblem(failureTexts(error)[0] ?? t('booking.booking_failed_title'))
    }
    setBusy(false)
  }
  const open = wait.status === 'processing'
  const clock =
    wait.expires_at &&
    dateFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: wait.timezone }).format(new Date(wait.expires_at))
  return (
    <article className="page narrow booking">
      <p className="booking-status" aria-live="polite">
        {t(`booking.wait.status.${wait.status}`)}
      </p>
      <h1>{wait.event.title}</h1>
      <p className="lead">
        <BookingTime booking={wait} />
      </p>
      <OwnTime at={wait.starts_at} zone={wait.timezone} />
      <p>{t('booking.wait.places', { count: wait.quantity })}</p>
      {open && clock && <p className="note">{t('booking.wait.until', { until: clock })}</p>}
      {problem !== '' && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      {open && (
        <Form
          send={claim}
          main
          button={t(Number(wait.price) === 0 ? 'booking.wait.take' : 'booking.wait.pay')}
          failed={t('booking.booking_failed_title')}
        >
          <EventQuestions asking={wait} />
        </Form>
      )}
      <p className="result-links">
        {(open || wait.status === 'pending') && (
          <button type="button" className="button button-quiet" disabled={busy} onClick={() => void leave()}>
            {t('booking.wait.leave')}
          </button>
        )}
        {!open && wait.status !== 'pending' && (
          <Link className="button button-quiet" to={`/event/detail/${wait.event.url}`}>
            {t('booking.another')}
          </Link>
        )}
      </p>
    </article>
  )
}

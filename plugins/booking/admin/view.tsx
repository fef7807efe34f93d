import type { QueryClient } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import { adminPath, api, DocumentCard, DocumentFacts, DocumentView, forget, Link, Money, StatusTimeline, useT } from 'stoa/admin'
import { fullName, ReachCard } from 'stoa/plugins/people/admin'
import type { BookingAnswers, BookingBack } from '../admin-api-types.ts'
import { Answers } from './answers.tsx'
import { Files } from './files.tsx'
import { Seats } from './seats.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { isTransitionOffered } from './offered-transitions.ts'
import { useMessages } from './messages.ts'
import './booking.css'

/** The booking, with amounts that are unpaid or wait for a refund decision. */
const load = (id: string, language: string) => ({
  queryKey: ['list', 'booking', 'view', id, language],
  queryFn: async (): Promise<Row> => {
    const [row, { waits, awaits_payment }, { lines }] = await Promise.all([
      api<Row>(`booking/${id}`, { query: { language } }),
      api<BookingBack>(`booking/${id}/back`),
      api<BookingAnswers>(`booking/${id}/answers`, { query: { language } }),
    ])
    return { ...row, waits, awaits_payment, lines }
  },
})

async function changed(client: QueryClient, id: string): Promise<void> {
  forget('booking')
  await client.refetchQueries({ queryKey: ['list', 'booking', 'view', id] })
}

const movable: ReadonlySet<string> = new Set(['pending', 'approved', 'abnormal'])

/** Transitions with a refund. */
const givesBack: ReadonlySet<string> = new Set(['cancel', 'reject'])

const toText = (row: Row, field: string): string => String(row[field] ?? '')

/** Booking page: guest, time, details and next actions. */
export default function BookingView() {
  const say = useMessages()
  return (
    <DocumentView<Row>
      resource="booking"
      load={load}
      changed={changed}
      render={(row, { may, done }) => ({
        title: toText(row, 'number'),
        status: toText(row, 'status'),
        counterparty: fullName(toText(row, 'first_name'), toText(row, 'last_name')) || toText(row, 'email'),
        at: row['asked_at'] ? toText(row, 'asked_at') : null,
        facts: [Number(row['reschedules']) > 0 && <span key="moved">{say('movedTimes', { count: Number(row['reschedules']) })}</span>],
        notes: [
          row['awaits_payment'] === true && toText(row, 'status') === 'pending' && { text: say('awaitsPayment') },
          Number(row['waits']) > 0 && {
            intent: 'warning',
            text: (
              <>
                {say('moneyWaits')} <Money value={toText(row, 'waits')} />
              </>
            ),
          },
          toText(row, 'cancel_reason') !== '' && { text: toText(row, 'cancel_reason') },
        ],
        road: ['pending', 'approved', 'present', 'completed'],
        steps: [
          movable.has(toText(row, 'status')) &&
            may('update booking') && {
              name: 'move',
              label: say('move'),
              dialog: (now, props) => <MoveDialog row={now} {...props} />,
            },
          may('update booking') && { name: 'remark', label: say('remark'), to: `booking/history/edit/${row.id}` },
        ],
        offers: ({ name }) => isTransitionOffered(row, name),
        hint: ({ name }) => (givesBack.has(name) && row['order_id'] && !may('refund order') ? say('mayGiveNothing') : undefined),
        main: (
          <>
            <DocumentCard title={toText(row, 'event_name')}>
              <p className="booking-when">
                <Span row={row} />
              </p>
              <DocumentFacts
                facts={[
                  [say('places'), toText(row, 'quantity')],
                  [say('zone'), <Zone key="zone" row={row} />],
                  [say('price'), Number(row['price']) === 0 ? say('free') : <Money key="price" value={toText(row, 'price')} />],
                  ...(row['order_number']
                    ? [
                        [
                          say('orderLabel'),
                          <Link key="order" to={adminPath(`order/${Number(row['order_id'])}`)}>
                            {toText(row, 'order_number')}
                          </Link>,
                        ] as const,
                      ]
                    : []),
                ]}
              />
            </DocumentCard>
            <Seats row={row} />
          </>
        ),
        side: (
          <>
            <ReachCard title={say('customer')} row={row} />
            {toText(row, 'comment') && (
              <DocumentCard title={say('comment')}>
                <p className="doc-text">{toText(row, 'comment')}</p>
              </DocumentCard>
            )}
            <Answers row={row} />
            <Files row={row} may={may('update booking')} changed={done} />
            {toText(row, 'remark') && (
              <DocumentCard title={say('remark')}>
                <p className="doc-text">{toText(row, 'remark')}</p>
              </DocumentCard>
            )}
          </>
        ),
        timeline: (
          <StatusTimeline title={say('timeline')} history={`booking/${row.id}/history`} subject={{ resource: 'booking', id: row.id }} />
        ),
      })}
    />
  )
}

/** Start and end in the booking's time zone. */
function Span({ row }: { row: Row }) {
  const { language } = useT()
  const words = (field: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: toText(row, 'zone') }).format(new Date(toText(row, field)))
  return (
    <>
      {words('starts_at', { dateStyle: 'full', timeStyle: 'short' })} – {words('ends_at', { timeStyle: 'short' })}
    </>
  )
}

/** Name of the booking's time zone. */
function Zone({ row }: { row: Row }) {
  const { language } = useT()
  const parts = new Intl.DateTimeFormat(language, { timeZone: toText(row, 'zone'), timeZoneName: 'longGeneric' })
  return parts.formatToParts(new Date(toText(row, 'starts_at'))).find(({ type }) => type === 'timeZoneName')?.value ?? toText(row, 'zone')
}

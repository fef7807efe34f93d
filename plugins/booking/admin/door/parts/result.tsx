import { Checkbox, TextArea } from '@blueprintjs/core'
import { Cross, Tick, WarningSign } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { adminPath, Link, t, useT } from 'stoa/admin'
import type { CheckInAnswer } from '../../../check-in-api-types.ts'
import { useMessages } from '../../messages.ts'
import type { Sent } from '../engine/db.ts'
import { getTone } from '../engine/result-tones.ts'
import type { Recent } from '../engine/use-door.ts'
import { PhoneButton } from './phone-button.tsx'

const signs = { good: Tick, warn: WarningSign, bad: Cross } as const

interface Props {
  latest: Recent | undefined
  busy: boolean
  onScan: (scan: Partial<Sent>) => Promise<void>
}

/** Result of the last scan, visible from a distance: green, amber or red, with icon and text. */
export function Result({ latest, busy, onScan }: Props) {
  const say = useMessages()
  const { language } = useT()
  if (!latest)
    return (
      <div className="door-result is-idle" role="status">
        <p>{say('doorReady')}</p>
      </div>
    )
  const { answer, alone } = latest
  const { booking, seat, result } = answer
  const tone = getTone(result)
  const Sign = signs[tone]
  return (
    <section className={`door-result is-${tone}`} aria-busy={busy}>
      <div role="alert" key={latest.key}>
        <p className="door-word">
          <Sign size={36} aria-hidden />
          <strong>{say(`doorResult_${result}`)}</strong>
        </p>
        <p className="door-more">{getDetails(answer, alone)}</p>
        {booking && (
          <p>
            <span className="door-name">{booking.name || booking.number}</span>
            {booking.quantity > 1 && (
              <>
                {' '}
                <span>
                  {seat ? say('doorSeat', { seat: seat.seat_no, of: booking.quantity }) : ''} ·{' '}
                  {say('doorParty', { here: answer.here, of: booking.quantity })}
                </span>
              </>
            )}
            <br />
            <span>
              {booking.title} · {words(booking.starts_at, booking.zone, booking.kind)}
            </span>
          </p>
        )}
        {answer.answers.map((answer) => (
          <p key={answer.title} className="door-answer">
            {answer.title}: <strong>{answer.answer}</strong>
          </p>
        ))}
        {alone && <p>{say('doorAlone')}</p>}
      </div>
      {result === 'choose' && (
        <Choose key={latest.key} answer={answer} onChoose={(seats) => void onScan({ code: latest.sent.code, seats })} />
      )}
      {(answer.may_override || (alone && result === 'unknown')) && !latest.undone && (
        <Override key={latest.key} onLet={(note) => void onScan({ ...again(latest.sent), override: true, note })} />
      )}
      {booking && (result === 'unpaid' || result === 'abnormal') && (
        <p>
          <Link to={adminPath(`booking/history/${booking.id}`)}>{say('doorOpenBooking', { number: booking.number })}</Link>
        </p>
      )}
    </section>
  )

  function words(at: string, zone: string, kind: string): string {
    const options: Intl.DateTimeFormatOptions =
      kind === 'day'
        ? { month: 'short', day: 'numeric' }
        : { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
    return new Intl.DateTimeFormat(language, { ...options, timeZone: zone }).format(new Date(at))
  }

  function getDetails({ seat: scannedSeat, booking: b }: CheckInAnswer, byItself: boolean): string {
    if (result === 'already' && scannedSeat?.at) {
      const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium' }).format(new Date(scannedSeat.at))
      return scannedSeat.device ? say('doorSinceBy', { time, device: scannedSeat.device }) : say('doorSince', { time })
    }
    if (result === 'unknown' && byItself) return say('doorNotOnList')
    if (b && ['too_early', 'too_late', 'wrong_session', 'wrong_event'].includes(result))
      return say('doorIsFor', { when: words(b.starts_at, b.zone, b.kind) })
    return ''
  }
}

/** The same scan with a new nonce, since the first one was processed. */
const again = ({ nonce: _, ...sent }: Sent): Partial<Sent> => sent

/** Selection of the seats present. */
function Choose({ answer, onChoose }: { answer: CheckInAnswer; onChoose: (seats: { id: number }[]) => void }) {
  const say = useMessages()
  const open = answer.seats.filter(({ status }) => status !== 'present')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(open.map(({ id }) => id)))
  if (open.length === 0) return null
  return (
    <fieldset className="door-choose">
      <legend>{say('doorWho')}</legend>
      {open.map(({ id, seat_no }) => (
        <Checkbox
          key={id}
          size="large"
          checked={chosen.has(id)}
          label={say('doorSeat', { seat: seat_no, of: answer.booking?.quantity ?? answer.seats.length })}
          onChange={({ currentTarget }) => {
            const next = new Set(chosen)
            if (currentTarget.checked) next.add(id)
            else next.delete(id)
            setChosen(next)
          }}
        />
      ))}
      <PhoneButton
        fill
        intent="primary"
        blockedBy={chosen.size === 0 ? t('blocked.choice') : undefined}
        onClick={() => onChoose([...chosen].map((id) => ({ id })))}
      >
        {say('doorLetIn', { count: chosen.size })}
      </PhoneButton>
    </fieldset>
  )
}

/** Override with a reason. */
function Override({ onLet }: { onLet: (note: string) => void }) {
  const say = useMessages()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  if (!open)
    return (
      <PhoneButton fill onClick={() => setOpen(true)}>
        {say('doorAnyway')}
      </PhoneButton>
    )
  return (
    <form
      className="door-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (note.trim() !== '') onLet(note.trim())
      }}
    >
      <label htmlFor={id}>{say('doorWhy')}</label>
      <TextArea id={id} fill autoFocus maxLength={300} value={note} onChange={({ currentTarget }) => setNote(currentTarget.value)} />
      <PhoneButton type="submit" fill intent="warning" blockedBy={note.trim() === '' ? t('blocked.reason') : undefined}>
        {say('doorAnyway')}
      </PhoneButton>
    </form>
  )
}

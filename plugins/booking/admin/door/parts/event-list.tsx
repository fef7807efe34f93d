import { useT } from 'stoa/admin'
import type { CheckInTime } from '../../../check-in-api-types.ts'
import { useMessages } from '../../messages.ts'

/** Start in the event's time zone. */
export const whenWords = ({ starts_at, zone, kind, with: resourceName }: CheckInTime, language: string): string => {
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const options: Intl.DateTimeFormatOptions = kind === 'day' ? day : { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  const words = new Intl.DateTimeFormat(language, { ...options, ...(zone === '' ? {} : { timeZone: zone }) }).format(new Date(starts_at))
  return resourceName ? `${words} · ${resourceName}` : words
}

interface Props {
  times: readonly CheckInTime[]
  chosen: number | null
  onChoose: (time: CheckInTime | null) => void
}

/** Selection of the time for this device: one, or all open ones. */
export function DevicePicker({ times, chosen, onChoose }: Props) {
  const say = useMessages()
  const { language } = useT()
  return (
    <>
      <h2>{say('doorWhich')}</h2>
      <ul className="phone-list door-list">
        {times.map((time) => (
          <li key={time.session}>
            <button type="button" className="door-choice" aria-pressed={chosen === time.session} onClick={() => onChoose(time)}>
              <strong>{time.title}</strong>
              <span className="quiet">{whenWords(time, language)}</span>
              <span className="num">
                {time.present} / {time.expected}
              </span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" className="door-choice" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
            <strong>{say('doorAll')}</strong>
            <span className="quiet">{say('doorAllHint')}</span>
          </button>
        </li>
      </ul>
      {times.length === 0 && <p className="quiet">{say('doorNone')}</p>}
    </>
  )
}

import { useT } from 'stoa/admin'
import type { CheckInTime } from '../../../check-in-api-types.ts'
import { useMessages } from '../../texts.ts'

/** Start in the event's time zone. */
export const whenWords = ({ starts_at, zone, kind, with: who }: CheckInTime, language: string): string => {
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const how: Intl.DateTimeFormatOptions = kind === 'day' ? day : { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
  const words = new Intl.DateTimeFormat(language, { ...how, ...(zone === '' ? {} : { timeZone: zone }) }).format(new Date(starts_at))
  return who ? `${words} · ${who}` : words
}

interface Props {
  doors: readonly CheckInTime[]
  chosen: number | null
  onChoose: (door: CheckInTime | null) => void
}

/** Selection of the time for this device: one, or all open ones. */
export function DevicePicker({ doors, chosen, onChoose }: Props) {
  const say = useMessages()
  const { language } = useT()
  return (
    <>
      <h2>{say('doorWhich')}</h2>
      <ul className="phone-list door-list">
        {doors.map((door) => (
          <li key={door.session}>
            <button type="button" className="door-choice" aria-pressed={chosen === door.session} onClick={() => onChoose(door)}>
              <strong>{door.title}</strong>
              <span className="quiet">{whenWords(door, language)}</span>
              <span className="num">
                {door.present} / {door.expected}
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
      {doors.length === 0 && <p className="quiet">{say('doorNone')}</p>}
    </>
  )
}

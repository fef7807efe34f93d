import { useShop } from 'stoa/store'
import type { Times } from '../../api-types.ts'
import { dayWords } from './days.ts'

type Time = Times['dates'][string][number]

const parts = [
  ['morning', '00:00', '12:00'],
  ['afternoon', '12:00', '18:00'],
  ['evening', '18:00', '24:00'],
] as const

interface DayTimesProps {
  day: string
  times: readonly Time[]
  chosen: string | null
  onTime: (time: Time) => void
  /** Whether to show the places left. */
  counted: boolean
  whole: boolean
}

/** The times of a day, grouped by part of day. */
export const DayTimes = ({ day, times, chosen, onTime, counted, whole }: DayTimesProps) => {
  const { t, language } = useShop()
  const button = (time: Time) => (
    <li key={time.starts_at}>
      <button type="button" className="time-button" aria-pressed={time.starts_at === chosen} onClick={() => onTime(time)}>
        <span>{whole ? t('booking.whole_day') : time.time}</span>
        {counted && <span className="small muted">{t('booking.left', { count: time.available })}</span>}
      </button>
    </li>
  )
  return (
    <section className="day-times" aria-label={t('booking.times_of', { day: dayWords(day, language, { dateStyle: 'full' }) })}>
      <h3>{dayWords(day, language, { weekday: 'long', day: 'numeric', month: 'long' })}</h3>
      {whole ? (
        <ul>{times.map(button)}</ul>
      ) : (
        parts.map(([name, from, to]) => {
          const here = times.filter(({ time }) => time >= from && time < to)
          return here.length === 0 ? null : (
            <div key={name}>
              <h4>{t(`booking.${name}`)}</h4>
              <ul>{here.map(button)}</ul>
            </div>
          )
        })
      )}
    </section>
  )
}

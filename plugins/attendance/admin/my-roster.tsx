import { Day, useAnswer, useT } from 'stoa/admin'
import type { OwnRoster } from '../api-types.ts'
import './attendance.css'
import { useMyRosterMessages } from './messages.ts'

/** My roster: the own published shifts of this week and the next. Past days of this week are left out. */
export function MyRoster() {
  const say = useMyRosterMessages()
  const roster = useAnswer<OwnRoster>('my/roster')
  if (!roster) return null
  return (
    <section aria-label={say('title')}>
      <h2>{say('title')}</h2>
      {roster.weeks.map(({ from, days }, n) => {
        const upcoming = days.filter((day) => day.date >= roster.today && (day.shifts.length > 0 || day.holiday !== null || day.is_away))
        return (
          <div key={from}>
            <h3>{say(n === 0 ? 'this_week' : 'next_week')}</h3>
            {upcoming.length === 0 ? <p className="quiet">{say('none')}</p> : null}
            <ul className="attendance-roster">
              {upcoming.map((day) => (
                <RosterDay key={day.date} day={day} isToday={day.date === roster.today} />
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}

function RosterDay({ day, isToday }: { day: OwnRoster['weeks'][number]['days'][number]; isToday: boolean }) {
  const say = useMyRosterMessages()
  const { language } = useT()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  const notes = [day.holiday ?? '', day.is_away ? say('away') : ''].filter(Boolean).join(' · ')
  return (
    <li aria-current={isToday ? 'date' : undefined}>
      <span>
        <strong>{weekday.format(new Date(`${day.date}T00:00:00Z`))}</strong> <Day value={day.date} />
        {isToday ? ` · ${say('today')}` : ''}
      </span>
      {day.shifts.map(({ name, start, end }) => (
        <span key={`${name} ${start}`}>
          <span className="num">
            {start}–{end}
          </span>{' '}
          {name}
        </span>
      ))}
      {notes === '' ? null : <span className="quiet">{notes}</span>}
    </li>
  )
}

import { Button, NonIdealState, Spinner } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Time } from '@blueprintjs/icons'
import { useState } from 'react'
import { adminPath, Day, Link, StatusTag, useAnswer, useT } from 'stoa/admin'
import { SelfService } from 'stoa/plugins/hr/admin'
import type { AttendanceLine, OwnAttendance } from '../api-types.ts'
import './attendance.css'
import { KioskPin } from './kiosk/kiosk-pin.tsx'
import { formatMinutes } from './duration.ts'
import { MyRoster } from './my-roster.tsx'
import PunchCard from './punch-card.tsx'
import { useMessages } from './messages.ts'

/** The month a number of months away, such as `2026-11`. */
function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return date.toISOString().slice(0, 7)
}

/** My attendance: the punch button and the days of a month. */
export default function MyAttendanceScreen() {
  const say = useMessages()
  return (
    <SelfService title={say('title')}>
      {() => (
        <div className="attendance">
          <PunchCard isLinked={false} />
          <MyRoster />
          <Month />
          <KioskPin />
        </div>
      )}
    </SelfService>
  )
}

function Month() {
  const say = useMessages()
  const { language } = useT()
  const [chosen, setChosen] = useState<string>()
  const own = useAnswer<OwnAttendance>(chosen === undefined ? 'my/attendance' : `my/attendance?month=${chosen}-01`)
  if (!own) return <Spinner />
  const name = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return (
    <section aria-label={say('month')}>
      <div className="attendance-month">
        <Button
          icon={<ChevronLeft aria-hidden />}
          variant="minimal"
          size="large"
          aria-label={say('previous')}
          onClick={() => setChosen(addMonths(own.month, -1))}
        />
        <h2 aria-live="polite">{name.format(new Date(`${own.month}-01T00:00:00Z`))}</h2>
        <Button
          icon={<ChevronRight aria-hidden />}
          variant="minimal"
          size="large"
          aria-label={say('next')}
          disabled={own.month >= own.today.slice(0, 7)}
          onClick={() => setChosen(addMonths(own.month, 1))}
        />
      </div>
      {own.days.length > 0 ? (
        <ul className="attendance-days">
          {own.days.map((day) => (
            <li key={day.id}>
              <DayLink day={day} />
            </li>
          ))}
        </ul>
      ) : (
        <NonIdealState icon={<Time size={40} aria-hidden />} title={say('empty')} description={say('empty_text')} />
      )}
    </section>
  )
}

function DayLink({ day }: { day: AttendanceLine }) {
  const say = useMessages()
  const reasons = day.reasons.map((reason) => say(`reason_${reason}`)).join(' · ')
  return (
    <Link to={adminPath(`my-attendance/view/${day.id}`)}>
      <strong>
        <Day value={day.work_date} />
      </strong>
      <StatusTag word={day.status} />
      <span className="day-times">
        {day.in_time !== null || day.out_time !== null
          ? `${day.in_time ?? '…'} – ${day.out_time ?? '…'} · ${formatMinutes(day.worked_min)} `
          : null}
        <span className="quiet">{[day.shift ?? say(`day_${day.day_kind}`), reasons].filter(Boolean).join(' · ')}</span>
      </span>
    </Link>
  )
}

import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api, useT } from 'stoa/admin'
import type { StaffTimes } from '../admin-api-types.ts'
import { useMessages } from './messages.ts'
import './booking.css'

/** A time of an event, selected by staff. */
export interface Choice {
  date: string
  /** Null until selected; '' for day events. */
  time: string | null
  /** Whether it is a bookable time. */
  ready: boolean
}

/** Times of a month, loaded while needed. */
const useMonth = (event: number, year: number | undefined, month: number | undefined, isEnabled: boolean) =>
  useQuery({
    queryKey: ['list', 'booking', 'times', event, year, month],
    queryFn: ({ signal }) => api<StaffTimes>(`event/${event}/times`, { query: { year, month }, signal }),
    enabled: isEnabled,
  })

interface TimeChoiceProps {
  event: number
  value: Choice
  onChange: (choice: Choice) => void
  problem?: string | undefined
}

/** Selection of a day and time; a day without times shows the next one. */
export function TimeChoice({ event, value, onChange, problem }: TimeChoiceProps) {
  const say = useMessages()
  const { language } = useT()
  const id = useId()
  const [year, month] = value.date.split('-').map(Number)
  const { data, isFetching } = useMonth(event, year, month, value.date !== '')
  const times = data?.data.filter(({ day }) => day === value.date) ?? []
  const here = data?.data.find(({ day }) => day > value.date)?.day
  // The next month is loaded too, for the last days of a month.
  const after = useMonth(event, month === 12 ? (year ?? 0) + 1 : year, ((month ?? 0) % 12) + 1, !!data && times.length === 0 && !here)
  const next = here ?? after.data?.data[0]?.day
  const words = (day: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
  const whole = data?.kind === 'day'
  return (
    <>
      <FormGroup label={say('day')} labelFor={`${id}-day`}>
        <InputGroup
          id={`${id}-day`}
          type="date"
          value={value.date}
          onChange={({ currentTarget }) => onChange({ date: currentTarget.value, time: null, ready: false })}
        />
      </FormGroup>
      <FormGroup
        label={say('time')}
        {...(data ? { subLabel: data.timezone } : {})}
        intent={problem ? 'danger' : 'none'}
        helperText={problem}
      >
        <div className="booking-times" aria-live="polite" aria-busy={isFetching}>
          {times.map(({ time, left }) => (
            <Button
              key={time}
              variant="outlined"
              active={value.ready && (whole || value.time === time)}
              aria-pressed={value.ready && (whole || value.time === time)}
              onClick={() => onChange({ date: value.date, time: whole ? null : time, ready: true })}
            >
              {whole ? say('wholeDay') : time} <span className="small">{say('left', { count: left })}</span>
            </Button>
          ))}
          {data && times.length === 0 && (
            <p className="quiet">
              {say('noTimes')}{' '}
              {next && (
                <Button variant="minimal" intent="primary" onClick={() => onChange({ date: next, time: null, ready: false })}>
                  {say('next', { day: words(next) })}
                </Button>
              )}
            </p>
          )}
        </div>
      </FormGroup>
    </>
  )
}

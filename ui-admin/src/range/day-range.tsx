import { FormGroup, InputGroup } from '@blueprintjs/core'
import { isDay } from '../calendar/days.ts'
import { useMessages } from './messages.ts'
import './range.css'

/** A range of business days, both ends inclusive, as `2026-11-25`. */
export interface Days {
  from: string
  to: string
}

/** Two date inputs for the range of a report; `latest` is the last allowed date. */
export function DayRange({ from, to, latest, change }: Days & { latest: string; change: (next: Partial<Days>) => void }) {
  const say = useMessages()
  return (
    <>
      <FormGroup inline label={say('from')} labelFor="range-from">
        <InputGroup id="range-from" type="date" max={to} value={from} onValueChange={(day) => isDay(day) && change({ from: day })} />
      </FormGroup>
      <FormGroup inline label={say('to')} labelFor="range-to">
        <InputGroup
          id="range-to"
          type="date"
          min={from}
          max={latest}
          value={to}
          onValueChange={(day) => isDay(day) && change({ to: day })}
        />
      </FormGroup>
    </>
  )
}

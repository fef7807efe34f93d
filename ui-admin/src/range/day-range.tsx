import { FormGroup, InputGroup } from '@blueprintjs/core'
import { isDay } from '../calendar/days.ts'
import { useMessages } from './texts.ts'
import './range.css'

/** A span of days of the business, both ends within it, as `2026-11-25`. */
export interface Days {
  from: string
  to: string
}

/** Two inputs for the days a report tells of; `latest` is the last one that can be asked for. */
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

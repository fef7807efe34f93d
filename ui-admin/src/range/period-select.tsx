import { HTMLSelect } from '@blueprintjs/core'
import { type PeriodName, periodNames } from 'stoa/calendar-date'
import { useMessages } from './messages.ts'

interface PeriodSelectProps {
  id?: string
  value: PeriodName | 'custom'
  /** Also offers days of one's own, as `custom`. */
  hasCustom?: boolean
  onChange: (value: PeriodName | 'custom') => void
}

/** Choice of a period that moves with the day, such as the last seven days. */
export function PeriodSelect({ id, value, hasCustom = false, onChange }: PeriodSelectProps) {
  const say = useMessages()
  return (
    <HTMLSelect
      {...(id ? { id } : { 'aria-label': say('period') })}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as PeriodName | 'custom')}
    >
      {periodNames.map((name) => (
        <option key={name} value={name}>
          {say(`period_${name}`)}
        </option>
      ))}
      {hasCustom && <option value="custom">{say('period_custom')}</option>}
    </HTMLSelect>
  )
}

import { InputGroup } from '@blueprintjs/core'
import { useMemo } from 'react'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../../widgets/types.ts'

/** A time zone by its name, with the time it is there now. */
export default function TimeZone({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const { language } = useT()
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const zone = typeof value === 'string' ? value : ''
  return (
    <>
      <InputGroup
        id={id}
        className="short-input"
        list={`${id}-zones`}
        value={zone}
        disabled={disabled ?? false}
        intent={invalid ? 'danger' : 'none'}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        rightElement={<span className="input-unit num">{timeIn(zone, language)}</span>}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-zones`}>
        {zones.map((one) => (
          <option key={one} value={one}>
            {one.replaceAll('_', ' ')}
          </option>
        ))}
      </datalist>
    </>
  )
}

function timeIn(timeZone: string, language: string): string {
  try {
    return new Date().toLocaleTimeString(language, { timeZone, hour: '2-digit', minute: '2-digit' })
  } catch {
    return ''
  }
}

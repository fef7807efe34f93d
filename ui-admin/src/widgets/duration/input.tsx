import { LineInput } from '../base/line-input.tsx'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'
import { parseMinutes } from '../../../../core/parse-minutes.ts'
import { getClock, DAY, getDays } from './minutes.ts'

/** Duration input: minutes, or hours and minutes as 1:30. The typed text stays until blur. */
export function Input(props: InputProps) {
  const { value, onChange } = props
  const { language } = useT()
  const settle = () => {
    const minutes = typeof value === 'string' ? parseMinutes(value) : undefined
    if (minutes !== undefined) onChange(minutes)
  }
  const length = typeof value === 'number' ? value : parseMinutes(String(value ?? ''))
  return (
    <>
      <LineInput
        {...props}
        value={typeof value === 'number' ? getClock(value) : value}
        placeholder={props.placeholder ?? '1:30'}
        extra={{ className: 'num short-input', onBlur: settle }}
      />
      {length !== undefined && length >= DAY && <span className="quiet small">{getDays(length, language)}</span>}
    </>
  )
}

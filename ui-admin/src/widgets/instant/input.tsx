import { useSession } from '../../state/session.ts'
import { LineInput } from '../base/line-input.tsx'
import { getInstant, wallClock } from '../../common/zoned.ts'
import type { InputProps } from '../types.ts'

/** Date and time input in the time zone of the business, not of the browser. */
export function Input(props: InputProps) {
  const zone = useSession().manifest.site.time_zone
  const clock = typeof props.value === 'string' ? wallClock(props.value, zone) : ''
  return (
    <>
      <LineInput
        {...props}
        value={clock}
        onChange={(text) => props.onChange(text ? getInstant(String(text), zone) : null)}
        extra={{ type: 'datetime-local', className: 'short-input' }}
      />
      <span className="quiet small">{zone}</span>
    </>
  )
}

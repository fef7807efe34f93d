import { SegmentedControl } from '@blueprintjs/core'
import { useState } from 'react'
import { type InputProps, useFormField } from 'stoa/admin'
import { useMessages } from './messages.ts'

const DAYS = 30
const day = (ms: number) => new Date(ms).toLocaleDateString('sv-SE')

/** When a product can be redeemed: always, or within a date range. A new range starts today and lasts thirty days. */
export default function RedeemStart({ value, onChange, path, field, disabled, Field }: InputProps) {
  const say = useMessages()
  const end = useFormField<string | null>('redeem_end_date')
  const [now] = useState(Date.now)
  const custom = Boolean(value) || Boolean(end.value)
  const choose = (next: string) => {
    if (next === 'any') {
      onChange(null)
      end.set(null)
      return
    }
    if (!value) onChange(day(now))
    if (!end.value) end.set(day(now + DAYS * 86_400_000))
  }
  return (
    <div className={custom ? 'redeem-time' : 'redeem-time is-any'}>
      <SegmentedControl
        aria-label={say('when')}
        value={custom ? 'custom' : 'any'}
        disabled={disabled ?? false}
        onValueChange={choose}
        options={[
          { value: 'any', label: say('anyTime') },
          { value: 'custom', label: say('customTime') },
        ]}
      />
      {custom && <Field field={{ ...field, readOnly: disabled ?? false }} path={path} value={value} onChange={onChange} />}
    </div>
  )
}

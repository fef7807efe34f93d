import { useSession } from '../state/session.ts'
import { dayIn } from './zoned.ts'
import { amountText } from './amount-text.ts'

/** An amount ("1234.50") with its currency and tabular digits. */
export function Money({ value, currency }: { value: string | null | undefined; currency?: string }) {
  const { currency: base } = useSession().manifest.site
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  return <span className="num nowrap">{amountText(value, currency ?? base)}</span>
}

/** A date, or the date of a timestamp in the time zone of the business, with the full value as tooltip. */
export function Day({ value }: { value: string | null | undefined }) {
  const { time_zone: zone } = useSession().manifest.site
  if (!value) return <span className="quiet">–</span>
  return (
    <time className="num nowrap" dateTime={value} title={value}>
      {dayIn(value, zone)}
    </time>
  )
}

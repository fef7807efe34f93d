import { useSession } from '../state/session.ts'
import { dayIn } from './zoned.ts'
import { amountText } from './amount-text.ts'

/** An amount of the wire ("1234.50") with its currency, the figures aligned by their digits. */
export function Money({ value, currency }: { value: string | null | undefined; currency?: string }) {
  const { currency: base } = useSession().manifest.site
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  return <span className="num nowrap">{amountText(value, currency ?? base)}</span>
}

/** A day, or the day on which a moment falls where the business is, with the whole value as its title. */
export function Day({ value }: { value: string | null | undefined }) {
  const { time_zone: zone } = useSession().manifest.site
  if (!value) return <span className="quiet">–</span>
  return (
    <time className="num nowrap" dateTime={value} title={value}>
      {dayIn(value, zone)}
    </time>
  )
}

import { useSession } from '../state/session.ts'

/** An amount of the wire ("1234.50") with its currency, the figures aligned by their digits. */
export function Money({ value, currency }: { value: string | null | undefined; currency?: string }) {
  const { currency: base } = useSession().manifest.site
  if (value === null || value === undefined || value === '') return <span className="quiet">–</span>
  return (
    <span className="num nowrap">
      {currency ?? base} {value}
    </span>
  )
}

/** The day of a moment: the part before the "T", with the whole value as its title. */
export function Day({ value }: { value: string | null | undefined }) {
  if (!value) return <span className="quiet">–</span>
  return (
    <time className="num nowrap" dateTime={value} title={value}>
      {value.split('T')[0]}
    </time>
  )
}

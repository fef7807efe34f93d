import { dateFormat } from './date-format.ts'
import { useShop } from './shop.tsx'

/** Formats times in the shop's time zone: server and browser must render the same, whatever their own time zones. */
function useClock(options: Intl.DateTimeFormatOptions): (at: string) => string {
  const { language, shell } = useShop()
  const format = dateFormat(language, { ...options, timeZone: shell.settings.basic.time_zone })
  return (at) => format.format(new Date(at))
}

/** Formats the date of a timestamp, "Nov 26, 2026". */
export const useDay = () => useClock({ dateStyle: 'medium' })

/** A timestamp as date and time. */
export function Timestamp({ at, className }: { at: string; className?: string }) {
  const text = useClock({ dateStyle: 'medium', timeStyle: 'short' })(at)
  return (
    <time dateTime={at} className={className}>
      {text}
    </time>
  )
}

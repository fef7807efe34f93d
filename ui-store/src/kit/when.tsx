import { dateFormat } from './date-format.ts'
import { useShop } from './shop.tsx'

/** Moments by the clock of the shop: the server and the browser must write the same, whatever their own clocks are set to. */
function useClock(how: Intl.DateTimeFormatOptions): (at: string) => string {
  const { language, shell } = useShop()
  const format = dateFormat(language, { ...how, timeZone: shell.settings.basic.time_zone })
  return (at) => format.format(new Date(at))
}

/** Says the day of a moment, "Nov 26, 2026". */
export const useDay = () => useClock({ dateStyle: 'medium' })

/** A moment in words, day and time. */
export function When({ at, className }: { at: string; className?: string }) {
  const text = useClock({ dateStyle: 'medium', timeStyle: 'short' })(at)
  return (
    <time dateTime={at} className={className}>
      {text}
    </time>
  )
}

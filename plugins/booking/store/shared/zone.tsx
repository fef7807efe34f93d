import { dateFormat, useIsHydrated, useShop } from 'stoa/store'

/** A time zone's name: "Hong Kong Standard Time". */
export const zoneName = (zone: string, language: string, at = new Date()): string =>
  dateFormat(language, { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

const offset = (zone: string, at: Date) =>
  dateFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value

/** The browser's time zone. */
const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The visitor's time zone if its clock differs from the event's; null before hydration. */
function useOwnZone(zone: string, at: string): string | null {
  const awake = useIsHydrated()
  if (!awake) return null
  const browserZone = zoneHere()
  const moment = new Date(at)
  return browserZone && offset(browserZone, moment) !== offset(zone, moment) ? browserZone : null
}

/** A time in the visitor's time zone, if it differs. */
export const OwnTime = ({ at, zone }: { at: string; zone: string }) => {
  const { t, language } = useShop()
  const localZone = useOwnZone(zone, at)
  if (!localZone) return null
  const time = dateFormat(language, {
    timeZone: localZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))
  return <p className="own-time">{t('booking.your_time', { time })}</p>
}

import { useEffect, useState } from 'react'
import { useT } from 'stoa/admin'

/** Date and time of the server in a time zone. `offset`: milliseconds from the clock of the device to that of the server. */
export function KioskClock({ offset, zone }: { offset: number; zone: string }) {
  const { language } = useT()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const at = new Date(now + offset)
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone })
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', month: 'long', day: 'numeric', timeZone: zone })
  return (
    <div className="kiosk-clock" role="timer">
      <time dateTime={at.toISOString()}>{time.format(at)}</time>
      <span>{day.format(at)}</span>
    </div>
  )
}

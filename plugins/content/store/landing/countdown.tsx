import { useEffect, useState } from 'react'
import { useT } from 'stoa/store'

const PARTS = [
  ['days', 86_400_000, Number.POSITIVE_INFINITY],
  ['hours', 3_600_000, 24],
  ['minutes', 60_000, 60],
  ['seconds', 1_000, 60],
] as const

/** Countdown to a time. It runs in the browser, because a cached page would show an old value. */
export const Countdown = ({ until, done }: { until: string; done: string }) => {
  const t = useT()
  const [left, setLeft] = useState<number | undefined>(undefined)
  useEffect(() => {
    const tick = () => setLeft(Date.parse(until) - Date.now())
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [until])
  if (!until) return null
  if (left !== undefined && left <= 0) return <p className="landing-lead">{done}</p>
  return (
    <div role="timer">
      <ul className="countdown">
        {PARTS.map(([name, length, most]) => (
          <li key={name}>
            <strong>{left === undefined ? '–' : String(Math.floor(left / length) % most).padStart(2, '0')}</strong>
            {t(`content.landing.${name}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

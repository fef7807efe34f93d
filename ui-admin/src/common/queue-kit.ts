import { useEffect, useRef } from 'react'
import { ApiError } from '../api/client.ts'

const SERVER_FAULT = 500
/** Answers that say nothing of what was sent: a session that is over, and too slow or too often for now (RFC 9110, RFC 6585). */
const NOT_NOW = [401, 408, 429]

/** Whether the server said no; all else is a network that is away, a server that cannot, or does not now: it is asked again later. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < SERVER_FAULT && !NOT_NOW.includes(error.status)

/** Runs what sends a queue in one tab of all that are open; `elsewhere` is answered while another is at it. */
export const inOneTab = async <T>(name: string, run: () => Promise<T>, elsewhere: T): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : elsewhere)) : run()

/** Runs at once, again and again, and as soon as the network is back. `gone` hears that it went away. */
export function useAgain(run: () => unknown, everyMs: number, gone?: () => void): void {
  const latest = useRef({ run, gone })
  useEffect(() => {
    latest.current = { run, gone }
  })
  useEffect(() => {
    const again = () => void latest.current.run()
    const away = () => latest.current.gone?.()
    again()
    const timer = setInterval(again, everyMs)
    window.addEventListener('online', again)
    window.addEventListener('offline', away)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
      window.removeEventListener('offline', away)
    }
  }, [everyMs])
}

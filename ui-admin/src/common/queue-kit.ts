import { useEffect, useRef } from 'react'
import { ApiError } from '../api/client.ts'

const SERVER_FAULT = 500
/** Statuses that are no rejection of the request: session expired, timeout, too many requests (RFC 9110, RFC 6585). */
const NOT_NOW = [401, 408, 429]

/** Whether the server has rejected the request. Network and server errors are retried instead. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < SERVER_FAULT && !NOT_NOW.includes(error.status)

/** Runs a function in one tab only (Web Locks); returns `elsewhere` while another tab runs it. */
export const inOneTab = async <T>(name: string, run: () => Promise<T>, elsewhere: T): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : elsewhere)) : run()

/** Runs at once, then periodically and when the network returns. `gone` is called when the network is lost. */
export function useAgain(run: () => unknown, everyMs: number, onOffline?: () => void): void {
  const latest = useRef({ run, onOffline: onOffline })
  useEffect(() => {
    latest.current = { run, onOffline: onOffline }
  })
  useEffect(() => {
    const again = () => void latest.current.run()
    const away = () => latest.current.onOffline?.()
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

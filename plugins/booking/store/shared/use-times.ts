import { useCallback, useEffect, useRef, useState } from 'react'
import { useShop } from 'stoa/store'
import type { Times } from '../../api-types.ts'
import { getMonth, plusMonths } from './days.ts'

export type TimesOfMonth = Times['dates']

/** Loading state of a month's times. */
type TimesState = { times: TimesOfMonth; state: 'there' } | { times: null; state: 'asking' | 'failed' }

type Call = ReturnType<typeof useShop>['call']

/** The times of an event in a month, "2026-11", from the server. */
const ask = (call: Call, url: string, month: string, quantity: number, preview?: string): Promise<TimesOfMonth> =>
  call
    .post<Times>('/api/event/times', {
      url,
      year: Number(month.slice(0, 4)),
      month: Number(month.slice(5)),
      quantity,
      ...(preview ? { preview } : {}),
    })
    .then(({ dates }) => dates)

/** Milliseconds after which data is reloaded when the page becomes visible again. */
const FRESH_MS = 30_000

/** The times of an event in a month; data of another query is never shown. */
export function useTimes(url: string, month: string, quantity: number, preview?: string): TimesState & { again: () => void } {
  const { call } = useShop()
  const [cached, setCached] = useState<{ key: string; standing: TimesState } | null>(null)
  const lastRequest = useRef({ key: '', at: 0 })
  const key = `${url} ${month} ${quantity}`
  const again = useCallback(() => {
    lastRequest.current = { key, at: Date.now() }
    ask(call, url, month, quantity, preview)
      .then((times): TimesState => ({ times, state: 'there' }))
      .catch((): TimesState => ({ times: null, state: 'failed' }))
      // Ignores the response of an outdated query.
      .then((standing) => lastRequest.current.key === key && setCached({ key, standing }))
      .catch(() => undefined)
  }, [call, url, month, quantity, preview, key])
  useEffect(again, [again])
  useEffect(() => {
    const back = () => {
      if (document.visibilityState === 'visible' && Date.now() - lastRequest.current.at > FRESH_MS) again()
    }
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [again])
  return { ...(cached?.key === key ? cached.standing : { times: null, state: 'asking' as const }), again }
}

/** Months searched for the next time. */
const MOST_MONTHS = 12

/** The first day with a time after a month; null if there is none. */
export async function nextDay(
  call: Call,
  { url, quantity, after, last, preview }: { url: string; quantity: number; after: string; last: string; preview?: string | undefined },
): Promise<string | null> {
  for (let i = 1; i <= MOST_MONTHS; i++) {
    const month = plusMonths(after, i)
    if (month > getMonth(last)) return null
    const [first] = Object.keys(await ask(call, url, month, quantity, preview)).sort()
    if (first) return first
  }
  return null
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from 'stoa/admin'
import type { KioskStatus } from '../../api-types.ts'

/** How often a kiosk asks whether it is still paired, in milliseconds. */
const POLL_MS = 60_000

/** What a kiosk page knows: the answer of the server, and the difference of its clock to that of the device in milliseconds. */
export interface KioskState {
  status: KioskStatus | undefined
  clockOffset: number
  isUnreachable: boolean
  reload(): Promise<unknown>
}

/** Reads whether this browser is a paired kiosk, again every minute. */
export function useKiosk(): KioskState {
  const query = useQuery({
    queryKey: ['kiosk'],
    queryFn: async () => {
      const status = await api<KioskStatus>('kiosk')
      return { status, clockOffset: Date.parse(status.now) - Date.now() }
    },
    refetchInterval: POLL_MS,
    networkMode: 'always',
    retry: false,
    staleTime: 0,
  })
  return {
    status: query.data?.status,
    clockOffset: query.data?.clockOffset ?? 0,
    isUnreachable: query.isError,
    reload: () => query.refetch(),
  }
}

/** Whether the browser has a network connection. */
export function useIsOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    window.addEventListener('online', update)
    window.addEventListener('offline', update)
    return () => {
      window.removeEventListener('online', update)
      window.removeEventListener('offline', update)
    }
  }, [])
  return isOnline
}

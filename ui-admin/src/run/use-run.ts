import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../api/client.ts'

/** A background job with its progress. */
export interface RunView {
  id: number
  title: string
  status: string
  done: number
  total: number | null
  said: string[]
  file: string | null
  /** Whether completed steps stay after a stop. */
  stays: boolean
  stopping: boolean
  cancelable: boolean
}

/** Polling interval while it is running, in milliseconds. */
const EVERY = 800
const moving: ReadonlySet<string> = new Set(['to_do', 'approved', 'processing'])

/** Whether the job is running or queued. */
export const isMoving = ({ status }: Pick<RunView, 'status'>): boolean => moving.has(status)

export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: ({ signal }) => api<RunView>(`run/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? EVERY : false),
  })

/** Polls a background job until it ends. `onEnd` is called once, also for a job that has ended before it is read for the first time. */
export function useRun(id: number, onEnd?: (run: RunView) => void): RunView | undefined {
  const { data } = useQuery(runQuery(id))
  const hasEnded = useRef(false)
  useEffect(() => {
    if (!data) return
    const was = hasEnded.current
    hasEnded.current = !isMoving(data)
    if (!was && hasEnded.current) onEnd?.(data)
    // Runs once per response, not per render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return data
}

/** Returns a function that stops a job and invalidates its queries. */
export function useStop(): (id: number) => Promise<void> {
  const client = useQueryClient()
  return async (id) => {
    try {
      client.setQueryData(runQuery(id).queryKey, await api<RunView>(`run/${id}/cancel`, { method: 'POST', body: {} }))
    } finally {
      await client.invalidateQueries({ queryKey: ['run'] })
    }
  }
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../api/client.ts'

/** Long work as its progress is shown. */
export interface RunView {
  id: number
  title: string
  status: string
  done: number
  total: number | null
  said: string[]
  file: string | null
  /** Whether what was done stays when it is stopped. */
  stays: boolean
  stopping: boolean
  cancelable: boolean
}

/** How often the server is asked while it is at work, in milliseconds. */
const EVERY = 800
const moving: ReadonlySet<string> = new Set(['to_do', 'approved', 'processing'])

/** Whether the server is still at work, or about to be. */
export const isMoving = ({ status }: Pick<RunView, 'status'>): boolean => moving.has(status)

export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: ({ signal }) => api<RunView>(`run/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? EVERY : false),
  })

/** Long work, asked for again and again until it ends; `onEnd` is called once, if it ends while it is followed. */
export function useRun(id: number, onEnd?: (run: RunView) => void): RunView | undefined {
  const { data } = useQuery(runQuery(id))
  const before = useRef(false)
  useEffect(() => {
    if (!data) return
    const was = before.current
    before.current = isMoving(data)
    if (was && !isMoving(data)) onEnd?.(data)
    // Told once for each answer, however often the screen is drawn.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [data])
  return data
}

/** What stops a run, and lets whoever shows it ask anew. */
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

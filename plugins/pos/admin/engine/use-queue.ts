import { useCallback, useEffect, useRef, useState } from 'react'
import { useAgain } from 'stoa/admin'
import type { Waiting } from './db.ts'
import { sendWaiting, waiting, whenQueueChanges } from './queue.ts'

const AGAIN_MS = 4_000

/** Queued tickets, and their sender. `onNetwork` reports whether the server answers. */
export function useQueue(onNetwork: (online: boolean) => void): { items: readonly Waiting[]; send: () => Promise<void> } {
  const [items, setItems] = useState<readonly Waiting[]>([])
  const latest = useRef(onNetwork)
  useEffect(() => {
    latest.current = onNetwork
  })
  const send = useCallback(async () => {
    if ((await waiting()).length === 0) return
    latest.current(await sendWaiting())
  }, [])
  useEffect(() => {
    const read = () => void waiting().then(setItems)
    read()
    return whenQueueChanges(read)
  }, [])
  useAgain(send, AGAIN_MS)
  return { items, send }
}

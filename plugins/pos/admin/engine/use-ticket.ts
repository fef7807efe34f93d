import { useCallback, useEffect, useRef, useState } from 'react'
import { keepTicket, keptTicket } from './db.ts'
import { empty, type Ticket } from './ticket.ts'

/** The ticket that lies on the counter of a store; it survives the page. */
export function useTicket(store: number): { ticket: Ticket; change: (next: (now: Ticket) => Ticket) => void } {
  const [ticket, setTicket] = useState<Ticket>(empty)
  const touched = useRef(false)
  useEffect(() => {
    void keptTicket(store).then((kept) => {
      if (kept && !touched.current) setTicket(kept)
    })
  }, [store])
  const change = useCallback(
    (next: (now: Ticket) => Ticket) => {
      touched.current = true
      setTicket((now) => {
        const then = next(now)
        void keepTicket(store, then)
        return then
      })
    },
    [store],
  )
  return { ticket, change }
}

import { useCallback, useEffect, useRef, useState } from 'react'
import { keepTicket, loadTicket } from './db.ts'
import { empty, type Ticket } from './ticket.ts'

/** The current sale of a store, stored on the device. */
export function useTicket(store: number): { ticket: Ticket; change: (next: (now: Ticket) => Ticket) => void } {
  const [ticket, setTicket] = useState<Ticket>(empty)
  const latest = useRef<Ticket>(empty)
  const change = useCallback(
    (next: (now: Ticket) => Ticket) => {
      const then = next(latest.current)
      // An update without a change must not overwrite a value that is still loading.
      if (then === latest.current) return
      latest.current = then
      setTicket(then)
      void keepTicket(store, then)
    },
    [store],
  )
  useEffect(() => {
    void loadTicket(store).then((storedTicket) => {
      if (!storedTicket || latest.current !== empty) return
      latest.current = storedTicket
      setTicket(storedTicket)
    })
  }, [store])
  return { ticket, change }
}

import { useQueryClient } from '@tanstack/react-query'
import { api, failureLines } from 'stoa/admin'
import type { Report } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { park, parkedKey } from './parked-tickets.ts'
import { empty, type Receipt } from './ticket.ts'
import type { DeskState } from './use-desk.ts'

/** Actions on the current sale. */
export function useDeskActions({ state, drawer, ticket, change, setDialog, setProblems }: DeskState) {
  const say = useMessages()
  const client = useQueryClient()
  const { till, online } = state
  const store = till.store.id
  const full = ticket.lines.length > 0
  const invalidateQuotes = () => void client.invalidateQueries({ queryKey: ['pos', 'quote'] })
  return {
    charge: () => {
      if (full) setDialog({ kind: 'charge' })
    },
    /** Parks the sale; without lines, shows the parked ones. */
    parkTicket: async () => {
      if (!full) return setDialog({ kind: 'parked' })
      try {
        await park(store, ticket)
        change(() => empty)
        await client.invalidateQueries({ queryKey: parkedKey(store) })
      } catch (error) {
        setProblems(online ? failureLines(error) : [say('needsNetwork')])
      }
    },
    openPickup: () => (online ? setDialog({ kind: 'pickup' }) : setProblems([say('needsNetwork')])),
    showReport: async () => {
      try {
        setDialog({ kind: 'report', report: await api<Report>(`store/${store}/session/${drawer.session}/report`) })
      } catch (error) {
        setProblems(failureLines(error))
      }
    },
    finishSale: (receipt: Receipt, waits: boolean) => {
      state.lowerAvailable(ticket.lines)
      change(() => empty)
      setDialog({ kind: 'sold', receipt, waits })
      if (!waits) invalidateQuotes()
    },
    /** Prices changed during payment. */
    reloadPrices: () => {
      setDialog(undefined)
      setProblems([say('priceChanged')])
      void state.refresh()
      invalidateQuotes()
    },
  }
}

import { useEffect, useMemo, useState } from 'react'
import { formatMoney } from 'stoa/money'
import type { Report } from '../../api-types.ts'
import type { Drawer } from './db.ts'
import { getFinder } from './find.ts'
import { show } from './show.ts'
import { type Line, type Receipt, getTotal, withCurrentPrices } from './ticket.ts'
import type { MannedTill } from './use-cashier.ts'
import { useQuote } from './use-quote.ts'
import { useTicket } from './use-ticket.ts'
import type { TillState } from './use-till.ts'

/** What a counter is worked with. */
export interface DeskProps {
  state: TillState & { till: MannedTill }
  drawer: Drawer
  /** Whether it is worked by keys alone. */
  plain: boolean
}

/** What is asked or shown over the counter. */
export type DeskDialog =
  | { what: 'charge' | 'member' | 'discount' | 'code' | 'points' | 'parked' | 'return' | 'unproven' | 'cash' | 'close' | 'clear' }
  | { what: 'price'; line: Line }
  | { what: 'pickup'; number?: string }
  | { what: 'sold'; receipt: Receipt; waits: boolean }
  | { what: 'report'; report: Report }

/** State of a counter, as its parts share it. */
export type DeskState = ReturnType<typeof useDesk>

/** The ticket on the counter, what it comes to, the dialog over it, and what went wrong. */
export function useDesk({ state, drawer, plain }: DeskProps) {
  const { till, articles, online } = state
  const store = till.store.id
  const { ticket, change } = useTicket(store)
  const { quote, error: quoteError } = useQuote(
    { store, session: drawer.session, device: state.device, cashier: till.cashier },
    ticket,
    online,
  )
  const finder = useMemo(() => getFinder(articles), [articles])
  const [dialog, setDialog] = useState<DeskDialog>()
  const [problems, setProblems] = useState<readonly string[]>([])
  // What changed its price meanwhile costs the new one, before anybody is told the total.
  useEffect(() => change((now) => withCurrentPrices(now, articles)), [articles, change])
  const total = quote?.total ?? formatMoney(getTotal(ticket))
  useEffect(() => {
    const off = quote?.off.map(({ label, amount }) => ({ label, amount })) ?? []
    const sold = dialog?.what === 'sold' ? { sold: { total: dialog.receipt.total, change: dialog.receipt.change } } : {}
    show(store, { shop: till.shop, currency: till.currency, ticket, total, off, ...sold })
  }, [store, till.shop, till.currency, ticket, total, quote, dialog])
  return { state, drawer, plain, ticket, change, quote, quoteError, total, finder, dialog, setDialog, problems, setProblems }
}

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

/** Props of the register screens. */
export interface DeskProps {
  state: TillState & { till: MannedTill }
  drawer: Drawer
  /** Keyboard-only layout. */
  plain: boolean
}

/** Open dialog of the register screen. */
export type DeskDialog =
  | { kind: 'charge' | 'member' | 'discount' | 'code' | 'points' | 'parked' | 'return' | 'unproven' | 'cash' | 'close' | 'clear' }
  | { kind: 'price'; line: Line }
  | { kind: 'pickup'; number?: string }
  | { kind: 'sold'; receipt: Receipt; waits: boolean }
  | { kind: 'report'; report: Report }

/** Shared state of a register screen. */
export type DeskState = ReturnType<typeof useDesk>

/** State of a register screen: sale, total, dialog and errors. */
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
  // Changed prices apply before the total is shown.
  useEffect(() => change((now) => withCurrentPrices(now, articles)), [articles, change])
  const total = quote?.total ?? formatMoney(getTotal(ticket))
  useEffect(() => {
    const off = quote?.off.map(({ label, amount }) => ({ label, amount })) ?? []
    const sold = dialog?.kind === 'sold' ? { sold: { total: dialog.receipt.total, change: dialog.receipt.change } } : {}
    show(store, { shop: till.shop, currency: till.currency, ticket, total, off, ...sold })
  }, [store, till.shop, till.currency, ticket, total, quote, dialog])
  return { state, drawer, plain, ticket, change, quote, quoteError, total, finder, dialog, setDialog, problems, setProblems }
}
